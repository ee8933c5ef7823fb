/**
 * Partitions the operation records by month (docs/decisions/0077). An id begins with its time (server/core/ids.ts). A range of ids is
 * therefore a range of time, and the primary key does not change. An empty table is partitioned here. A job partitions a table that already
 * has rows. The job first verifies the range of the table's ids without blocking reads or writes.
 */
export const statements: readonly string[] = [
  // Copies the privileges on a table to another table of the same owner.
  `create function copy_privileges(source text, target text) returns void language plpgsql as $$
  declare granted record;
  begin
    if (select relacl is null from pg_class where oid = source::regclass) then return; end if;
    execute format('revoke all on %I from public, current_user', target);
    for granted in
      select a.privilege_type, a.is_grantable, case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as name
      from pg_class c, aclexplode(c.relacl) a where c.oid = source::regclass
    loop
      execute format('grant %s on %I to %s%s', granted.privilege_type, target, granted.name,
        case when granted.is_grantable then ' with grant option' else '' end);
    end loop;
  end $$`,

  // Adds the partition with ids from `from_id` to below `below_id`. A null means no limit. Two nulls mean the default partition.
  // Attaching does not block reads or writes of the parent, except those of the default partition.
  `create function add_partition(parent text, partition text, from_id bigint, below_id bigint) returns void language plpgsql as $$
  declare model text; found record;
  begin
    execute format('create table %I (like %I including all excluding indexes)', partition, parent);
    -- A unique index without the id cannot be one of the parent. Each partition has its own.
    select inhrelid::regclass::text into model from pg_inherits where inhparent = parent::regclass limit 1;
    for found in
      select pg_get_indexdef(i.indexrelid) as text from pg_index i
      where i.indrelid = to_regclass(model) and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
    loop
      execute replace(found.text, model, partition);
    end loop;
    -- Triggers of a statement fire only for the table that the statement names.
    for found in select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = parent::regclass and not tgisinternal loop
      execute replace(found.text, format(' ON %I.%I ', current_schema(), parent), format(' ON %I ', partition));
    end loop;
    perform copy_privileges(parent, partition);
    execute format('alter table %I attach partition %I %s', parent, partition, case
      when from_id is null and below_id is null then 'default'
      else format('for values from (%s) to (%s)', coalesce(from_id::text, 'minvalue'), coalesce(below_id::text, 'maxvalue')) end);
  end $$`,

  // Converts a table to the first partition of a new table with the same name. The table must be empty, or a valid check constraint must
  // limit its ids. The constraint has the table's name with the suffix _bound. PostgreSQL then reads no rows, and the locks last some
  // milliseconds.
  `create function partition_table(parent text, partition text, below_id bigint) returns void language plpgsql as $$
  declare found record; names text[] := '{}'; definitions text[] := '{}'; one text;
  begin
    for found in
      select c.relname as name, i.indisprimary as is_primary, i.indisunique as is_unique, pg_get_indexdef(c.oid) as text
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = parent::regclass
    loop
      names := names || found.name::text;
      definitions := definitions || case
        when found.is_primary then format('alter table %I add constraint %I primary key (id)', parent, found.name)
        when found.is_unique then null
        else found.text end;
    end loop;
    for found in select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = parent::regclass and not tgisinternal loop
      definitions := definitions || found.text;
    end loop;
    execute format('alter table %I rename to %I', parent, partition);
    foreach one in array names loop
      execute format('alter index %I rename to %I', one, replace(one, parent, partition));
    end loop;
    execute format('create table %I (like %I including all excluding indexes) partition by range (id)', parent, partition);
    execute format('alter table %I drop constraint if exists %I', parent, parent || '_bound');
    foreach one in array definitions loop
      if one is not null then execute one; end if;
    end loop;
    perform copy_privileges(partition, parent);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', parent, partition, below_id);
    execute format('alter table %I drop constraint if exists %I', partition, parent || '_bound');
    perform add_partition(parent, parent || '_default', null, null);
  end $$`,

  `do $$ begin
    if not exists (select from operation_record) then
      perform partition_table('operation_record', 'operation_record_before_' || to_char(now() at time zone 'UTC', 'YYYY_MM'), greatest(0,
        extract(epoch from date_trunc('month', now() at time zone 'UTC') - timestamp '2026-01-01')::bigint * 1000 * 4096));
    end if;
  end $$`,
];
