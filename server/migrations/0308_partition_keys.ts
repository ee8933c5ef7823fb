/**
 * Partitions of tables that have composite keys, row triggers and unique numbers (docs/decisions/0080). The migration replaces
 * `add_partition` and `partition_table` of 0294.
 */
export const statements: readonly string[] = [
  // Tables whose key table lacks the keys of older rows. A key table keeps numbers unique over all partitions. A job writes these keys in
  // steps before it partitions the table.
  `create table key_fill (
    table_name varchar(63) primary key,
    last_read bigint[] not null default '{}'
  )`,

  // Adds the partition with ids from `from_id` to below `below_id`. A null means no limit. Two nulls mean the default partition.
  // Attaching does not block reads or writes of the parent, except those of the default partition.
  `create or replace function add_partition(parent text, partition text, from_id bigint, below_id bigint) returns void language plpgsql as $$
  declare model text; options text; found record;
  begin
    execute format('create table %I (like %I including all excluding indexes)', partition, parent);
    select inhrelid::regclass::text into model from pg_inherits where inhparent = parent::regclass limit 1;
    -- A partitioned table has no settings of its storage; each partition has its own.
    select array_to_string(reloptions, ', ') into options from pg_class where oid = to_regclass(model);
    if options is not null then execute format('alter table %I set (%s)', partition, options); end if;
    -- A unique index without the column of the ranges cannot be one of the parent. Each partition has its own.
    for found in
      select pg_get_indexdef(i.indexrelid) as text from pg_index i
      where i.indrelid = to_regclass(model) and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
    loop
      execute replace(found.text, model, partition);
    end loop;
    -- Triggers of a statement fire only for the table that the statement names. Those that refuse a change (before it, type bits 1 and 2)
    -- are needed at each partition. Those after it belong to the parent alone; triggers of rows come from it with the attachment.
    for found in
      select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = parent::regclass and not tgisinternal and tgtype & 3 = 2
    loop
      execute replace(found.text, format(' ON %I.%I ', current_schema(), parent), format(' ON %I ', partition));
    end loop;
    perform copy_privileges(parent, partition);
    execute format('alter table %I attach partition %I %s', parent, partition, case
      when from_id is null and below_id is null then 'default'
      else format('for values from (%s) to (%s)', coalesce(from_id::text, 'minvalue'), coalesce(below_id::text, 'maxvalue')) end);
  end $$`,

  `drop function partition_table(text, text, bigint)`,
  // Converts a table to the first partition of a new table with the same name. Partitions are ranges of the column `key`. The table must be
  // empty, or a valid check constraint must limit its ids. The constraint has the table's name with the suffix _bound. PostgreSQL then
  // reads no rows, and the locks last some milliseconds. `replaced` names the unique indexes that a key table replaces.
  `create function partition_table(parent text, partition text, key text, below_id bigint, replaced text[]) returns void language plpgsql as $$
  declare found record; names text[] := '{}'; definitions text[] := '{}'; one text;
  begin
    if exists (select from pg_constraint where contype = 'f' and parent::regclass in (conrelid, confrelid)) then
      raise exception '% has a foreign key', parent;
    end if;
    foreach one in array replaced loop
      execute format('drop index %I', one);
    end loop;
    for found in
      select c.relname as name, i.indisunique as is_unique, pg_get_indexdef(c.oid) as text,
        (select pg_get_constraintdef(o.oid) from pg_constraint o where o.conindid = c.oid and o.conrelid = i.indrelid and o.contype in ('p', 'u'))
          as constraint_text,
        exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = key
          and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])) as has_key
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = parent::regclass
    loop
      names := names || found.name::text;
      definitions := definitions || case
        when found.is_unique and not found.has_key then null
        when found.constraint_text is not null then format('alter table %I add constraint %I %s', parent, found.name, found.constraint_text)
        else found.text end;
    end loop;
    for found in
      select tgname as name, pg_get_triggerdef(oid) as text, tgtype & 3 = 2 as stays from pg_trigger
      where tgrelid = parent::regclass and not tgisinternal
    loop
      definitions := definitions || found.text;
      if not found.stays then execute format('drop trigger %I on %I', found.name, parent); end if;
    end loop;
    execute format('alter table %I rename to %I', parent, partition);
    foreach one in array names loop
      execute format('alter index %I rename to %I', one, replace(one, parent, partition));
    end loop;
    execute format('create table %I (like %I including all excluding indexes) partition by range (%I)', parent, partition, key);
    execute format('alter table %I drop constraint if exists %I', parent, parent || '_bound');
    foreach one in array definitions loop
      if one is not null then execute one; end if;
    end loop;
    perform copy_privileges(partition, parent);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', parent, partition, below_id);
    execute format('alter table %I drop constraint if exists %I', partition, parent || '_bound');
    perform add_partition(parent, parent || '_default', null, null);
  end $$`,

  // Partitions an empty table. Its first partition contains all ids before this month. The job partitions tables that already have rows.
  `create function partition_if_empty(parent text, key text, replaced text[]) returns void language plpgsql as $$
  declare is_used boolean;
  begin
    execute format('select exists (select from %I)', parent) into is_used;
    if is_used then return; end if;
    perform partition_table(parent, parent || '_before_' || to_char(now() at time zone 'UTC', 'YYYY_MM'), key, greatest(0,
      extract(epoch from date_trunc('month', now() at time zone 'UTC') - timestamp '2026-01-01')::bigint * 1000 * 4096), replaced);
  end $$`,
];
