/**
 * Makes operation records append-only and adds a hash chain in a separate table (docs/decisions/0009). A record contains the columns that
 * the page of operation records filters by. The first page of a filtered list is therefore an index scan, even with millions of rows.
 */
export const statements: readonly string[] = [
  'alter table operation_record add column money boolean not null default false',
  'alter table operation_record add column reveals boolean not null default false',
  'alter table operation_record add column out_of_hours boolean not null default false',
  `create table audit_link (
    position bigint primary key,
    record_id bigint not null,
    hash char(64) not null,
    chained_at timestamptz not null
  )`,
  'create unique index audit_link_record on audit_link (record_id)',

  'drop index operation_record_account',
  'drop index operation_record_object',
  'drop index operation_record_module',
  'create index operation_record_at on operation_record (at, id)',
  'create index operation_record_account on operation_record (account_id, at, id)',
  'create index operation_record_module on operation_record (module, at, id)',
  'create index operation_record_action on operation_record (module, action, at, id)',
  'create index operation_record_object on operation_record (object_type, object_id, at, id)',
  'create index operation_record_no on operation_record (object_no varchar_pattern_ops, at, id) where object_no is not null',
  'create index operation_record_ip on operation_record (ip, at, id)',
  'create index operation_record_refused on operation_record (at, id, result_code) where result_code not in (100, 110)',
  'create index operation_record_failed on operation_record (at, id) where result_code >= 50000',
  'create index operation_record_money on operation_record (at, id) where money',
  'create index operation_record_reveals on operation_record (at, id) where reveals',
  'create index operation_record_hours on operation_record (at, id) where out_of_hours',

  `create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only: % on % is refused', tg_op, tg_table_name using errcode = '42501';
  end $$`,
  `create trigger operation_record_append_only before update or delete or truncate on operation_record
    for each statement execute function refuse_audit_change()`,
  `create trigger audit_link_append_only before update or delete or truncate on audit_link
    for each statement execute function refuse_audit_change()`,
  // The statement also revokes the privileges of the tables' owner. PostgreSQL does not check privileges of superusers, so a trigger also
  // refuses changes.
  'revoke update, delete, truncate on operation_record, audit_link from public, current_user',
];
