/**
 * Partitions orders by month (docs/decisions/0080). `order_key` makes an order's number unique over all months of its station. It also
 * stores the order's id, which determines the month.
 */
const REMOVE = 'delete from order_key where order_no = old.order_no and team_id = old.team_id and order_id = old.id';
const COLUMNS = 'order_no, team_id, order_id';

export const statements: readonly string[] = [
  // The number is the first column of the key: some pages have only the number, and numbers grow with time.
  `create table order_key (
    order_no varchar(22) not null,
    team_id bigint not null,
    order_id bigint not null,
    primary key (order_no, team_id)
  )`,

  // The rows are sorted, so that two statements cannot deadlock.
  `create function add_order_keys() returns trigger language plpgsql as $$ begin
    insert into order_key (${COLUMNS}) select order_no, team_id, id from added order by 1, 2;
    return null;
  end $$`,
  `create trigger order_keys_added after insert on customer_order referencing new table as added
    for each statement execute function add_order_keys()`,

  `create function change_order_key() returns trigger language plpgsql as $$ begin
    ${REMOVE};
    if tg_op = 'UPDATE' then
      insert into order_key (${COLUMNS}) values (new.order_no, new.team_id, new.id);
    end if;
    return null;
  end $$`,
  `create trigger order_key_changed after update of id, team_id, order_no on customer_order for each row
    when (old.id is distinct from new.id or old.team_id is distinct from new.team_id or old.order_no is distinct from new.order_no)
    execute function change_order_key()`,
  'create trigger order_key_removed after delete on customer_order for each row execute function change_order_key()',

  `create function fill_order_key(last_read bigint[], steps int) returns bigint[] language plpgsql as $$
  declare latest bigint[];
  begin
    with step as materialized (
      select team_id, id, order_no from customer_order
      where (team_id, id) > (coalesce(last_read[1], -1), coalesce(last_read[2], -1)) order by team_id, id limit steps
    ), added as (
      insert into order_key (${COLUMNS}) select order_no, team_id, id from step order by 1, 2 on conflict do nothing
    )
    select array[team_id, id] into latest from step order by team_id desc, id desc limit 1;
    return latest;
  end $$`,

  // Finds the ids of orders by station and number. Until the keys of older orders are written, the function uses the table's own unique
  // index. A session may have planned the function for an empty table, so it must never use a full scan.
  `create function order_ids(p_keys json) returns table (team_id bigint, order_id bigint) language plpgsql stable set enable_seqscan = off as $$
  #variable_conflict use_column
  begin
    if exists (select from key_fill where table_name = 'customer_order') then
      return query select o.team_id, o.id from customer_order o where (o.team_id, o.order_no) in (
        select k."teamId", k."orderNo" from json_to_recordset(p_keys) as k("teamId" bigint, "orderNo" varchar(22)));
    else
      return query select o.team_id, o.order_id from order_key o where (o.order_no, o.team_id) in (
        select k."orderNo", k."teamId" from json_to_recordset(p_keys) as k("teamId" bigint, "orderNo" varchar(22)));
    end if;
  end $$`,
  // Finds the id of one order, as order_ids does for several.
  `create function order_id(p_team_id bigint, p_order_no text) returns bigint language plpgsql stable set enable_seqscan = off as $$ begin
    if exists (select from key_fill where table_name = 'customer_order') then
      return (select o.id from customer_order o where o.team_id = p_team_id and o.order_no = p_order_no);
    end if;
    return (select k.order_id from order_key k where k.order_no = p_order_no and k.team_id = p_team_id);
  end $$`,
  // Finds the newest order with a number, for any station.
  `create function newest_order(p_order_no text) returns table (team_id bigint, order_id bigint) language plpgsql stable
    set enable_seqscan = off as $$
  #variable_conflict use_column
  begin
    if exists (select from key_fill where table_name = 'customer_order') then
      return query select o.team_id, o.id from customer_order o where o.order_no = p_order_no order by o.paid_at desc limit 1;
    else
      return query select k.team_id, k.order_id from order_key k join customer_order o on o.team_id = k.team_id and o.id = k.order_id
        where k.order_no = p_order_no order by o.paid_at desc limit 1;
    end if;
  end $$`,

  "insert into key_fill (table_name) select 'customer_order' where exists (select from customer_order)",
  "select partition_if_empty('customer_order', 'id', '{}')",
];
