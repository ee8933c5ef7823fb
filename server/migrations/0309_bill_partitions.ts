/**
 * Partitions bills by month (docs/decisions/0080). `bill_number` makes the payment platforms' numbers unique over all months: the number of
 * a payment, payout or transfer, and the number of a refund.
 */

/** Selects the columns of `bill_number` from rows. The result is sorted by its key, so that two statements cannot deadlock. */
const numbers = (rows: string): string => `
  select r.merchant_number_id, r.type, n.number, r.id
  from ${rows} r cross join lateral (values
    (case when r.type in ('ORDER_PAY', 'WITHDRAW_PAY', 'CHANNEL_TRANSFER_OUT', 'CHANNEL_TRANSFER_IN') then r.channel_trade_no end),
    (r.channel_refund_no)) n (number)
  where r.merchant_number_id is not null and n.number is not null
  order by 1, 2, 3`;

const COLUMNS = 'merchant_number_id, type, number, bill_id';
const REMOVE = `
  delete from bill_number where merchant_number_id = old.merchant_number_id and type = old.type
    and number in (old.channel_trade_no, old.channel_refund_no) and bill_id = old.id`;
/** The columns of a bill that determine its rows in `bill_number`. */
const NAMED = ['merchant_number_id', 'type', 'channel_trade_no', 'channel_refund_no'];

export const statements: readonly string[] = [
  `create table bill_number (
    merchant_number_id bigint not null,
    type varchar(32) not null,
    number varchar(64) not null,
    bill_id bigint not null,
    primary key (merchant_number_id, type, number)
  )`,

  `create function add_bill_numbers() returns trigger language plpgsql as $$ begin
    insert into bill_number (${COLUMNS}) ${numbers('added')};
    return null;
  end $$`,
  `create trigger bill_numbers_added after insert on bill referencing new table as added
    for each statement execute function add_bill_numbers()`,

  `create function change_bill_number() returns trigger language plpgsql as $$ begin
    ${REMOVE};
    if tg_op = 'UPDATE' then
      insert into bill_number (${COLUMNS}) ${numbers('(select new.*)')};
    end if;
    return null;
  end $$`,
  `create trigger bill_number_changed after update of ${NAMED.join(', ')} on bill for each row
    when (${NAMED.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function change_bill_number()`,
  'create trigger bill_number_removed after delete on bill for each row execute function change_bill_number()',

  // The number of an older bill changes only while the bill is processing. The lock waits for such a change. Two payments from before
  // migration 0054 may have the same number. The number then belongs to the first bill.
  `create function fill_bill_number(last_read bigint[], steps int) returns bigint[] language plpgsql as $$
  declare
    since bigint := coalesce(last_read[1], -1);
    latest bigint;
  begin
    select max(id) into latest from (select id from bill where id > since order by id limit steps) step;
    if latest is null then return null; end if;
    perform from bill where id > since and id <= latest and status = 'processing' for share;
    insert into bill_number (${COLUMNS})
      ${numbers('(select * from bill where id > since and id <= latest)')} on conflict do nothing;
    return array[latest];
  end $$`,

  "insert into key_fill (table_name) select 'bill' where exists (select from bill)",
  "select partition_if_empty('bill', 'id', array['bill_trade_once', 'bill_refund_once', 'bill_payout_once'])",
];
