/** Completed calls that can be undone for `UNDO_MINUTES` (contract/undo.calls.ts, DOMAIN §0.3). */
export const statements: readonly string[] = [
  `create table undo_entry (
    id bigint primary key,
    record_id bigint not null,
    account_id bigint not null,
    at timestamptz not null,
    until timestamptz not null,
    address varchar(80) not null,
    compensation varchar(80) not null,
    subject varchar(120) not null,
    payload jsonb,
    undone_at timestamptz
  )`,
  'create index undo_entry_account on undo_entry (account_id, at)',
  'create index undo_entry_subject on undo_entry (subject, id)',
  'create index undo_entry_until on undo_entry (until) where payload is not null',
];
