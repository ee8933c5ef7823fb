/**
 * Keys of transactions of all months in one table (docs/decisions/0081). A unique index of a partitioned table must contain the partition
 * key. Such an index cannot prevent that an entry is posted or reversed twice, but `ledger_key` prevents this. A trigger writes a key for
 * every inserted transaction. Creating the trigger waits for transactions in progress, so every later row has its key. A job adds the keys
 * of earlier rows. Until then `ledger_txn_key` reads the keys from `ledger_txn`, which still has its own unique indexes.
 */

/**
 * Creates the function that drops the indexes that the key table replaces, and makes the view read the key table. The function waits at most
 * 500 ms for the lock of `alter table`, because postings must also wait during this time. After a restore the indexes do not exist.
 */
export const USE_LEDGER_KEYS = `create or replace function use_ledger_keys() returns void language plpgsql as $$
  begin
    perform set_config('lock_timeout', '500ms', true);
    alter table ledger_txn drop constraint if exists ledger_txn_biz, drop constraint if exists ledger_txn_no;
    drop index if exists ledger_txn_reverses;
    create or replace view ledger_txn_key as select team_id, biz_type, biz_no, step, txn_id, tx_no, reverses_id from ledger_key;
  end $$`;

export const statements: readonly string[] = [
  `create table ledger_key (
    team_id bigint not null,
    biz_type varchar(32) not null,
    biz_no varchar(32) not null,
    step int not null,
    txn_id bigint not null,
    tx_no varchar(22) not null,
    reverses_id bigint,
    primary key (team_id, biz_type, biz_no, step)
  )`,
  'create unique index ledger_key_no on ledger_key (team_id, tx_no)',
  'create unique index ledger_key_reverses on ledger_key (team_id, reverses_id) where reverses_id is not null',
  `create trigger ledger_key_append_only before update or delete or truncate on ledger_key
    for each statement execute function refuse_ledger_change()`,
  'revoke update, delete, truncate on ledger_key from public, current_user',
  `create function note_ledger_keys() returns trigger language plpgsql as $$
  begin
    insert into ledger_key (team_id, biz_type, biz_no, step, txn_id, tx_no, reverses_id)
    select team_id, biz_type, biz_no, step, id, tx_no, reverses_id from added order by 1, 2, 3, 4;
    return null;
  end $$`,
  `create trigger ledger_txn_keyed after insert on ledger_txn referencing new table as added
    for each statement execute function note_ledger_keys()`,
  'create view ledger_txn_key as select team_id, biz_type, biz_no, step, id as txn_id, tx_no, reverses_id from ledger_txn',
  USE_LEDGER_KEYS,
  // Runs one step of the job, see `fillKeys` (server/core/database/partitions). A conflict means that the same key was already written,
  // because the indexes of `ledger_txn` exclude all other conflicts. The check at the end proves this.
  `create function fill_ledger_key(last_read bigint[], step int) returns bigint[] language plpgsql as $$
  declare from_id bigint := coalesce(last_read[1], -1); last_id bigint;
  begin
    select max(id) into last_id from (select id from ledger_txn where id > from_id order by id limit fill_ledger_key.step) part;
    if last_id is null then
      perform use_ledger_keys();
      return null;
    end if;
    insert into ledger_key (team_id, biz_type, biz_no, step, txn_id, tx_no, reverses_id)
    select t.team_id, t.biz_type, t.biz_no, t.step, t.id, t.tx_no, t.reverses_id from ledger_txn t where t.id > from_id and t.id <= last_id
    on conflict do nothing;
    if exists (select from ledger_txn t where t.id > from_id and t.id <= last_id and not exists (select from ledger_key k
      where k.team_id = t.team_id and k.biz_type = t.biz_type and k.biz_no = t.biz_no and k.step = t.step and k.txn_id = t.id)) then
      raise exception 'transactions up to % have other keys', last_id;
    end if;
    return array[last_id];
  end $$`,
  `do $$ begin
    if exists (select from ledger_txn) then insert into key_fill (table_name) values ('ledger_txn');
    else perform use_ledger_keys();
    end if;
  end $$`,
  // This is a separate function, so that `ledger_post` plans and locks the partitions only when a key already exists.
  `create function ledger_content(team bigint, txn bigint) returns varchar language plpgsql stable as $$
  begin
    return (select t.content from ledger_txn t where t.team_id = team and t.id = txn);
  end $$`,
  `create or replace function ledger_post(p_entries json, p_lines json, p_bills json) returns json language plpgsql set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    outcome json;
  begin
      with entry as materialized (
        select * from json_to_recordset(p_entries) as e(n int, id bigint, tx_no varchar(22),
          biz_type varchar(32), biz_no varchar(32), step int, day date, at timestamptz, team_id bigint, remark varchar(200),
          operator_id bigint, reverses_id bigint, content varchar(22), posted_at timestamptz)
      ), known as materialized (
        select e.n, k.txn_id as id, k.tx_no as "txNo", ledger_content(e.team_id, k.txn_id) = e.content as same
        from entry e cross join lateral (
          select k.txn_id, k.tx_no from ledger_txn_key k
          where k.team_id = e.team_id and k.biz_type = e.biz_type and k.biz_no = e.biz_no and k.step = e.step offset 0) k
      ), fresh as materialized (
        select * from entry where n not in (select n from known)
      ), line as materialized (
        select * from json_to_recordset(p_lines) as l(n int, i int, code varchar(32), owner bigint,
          part bigint, dc varchar(1), amount bigint, delta bigint, heeds boolean, own boolean)
        where n in (select n from fresh)
      ), found as materialized (
        select a.id from (select distinct code, owner, part from line) l cross join lateral (
          select a.id from ledger_account a
          where a.code = l.code and a.owner_id = l.owner and a.team_id = l.part and a.currency = 'CNY' offset 0) a
      ), held as materialized (
        select a.id, a.code, a.owner_id, a.team_id, a.balance_fen, a.floor_fen, a.last_seq, a.frozen
        from ledger_account a where a.id = any(array(select id from found))
        order by a.id for update
      ), run as materialized (
        select l.n, l.i, l.dc, l.amount, l.delta, l.heeds, l.own, h.id as account_id, h.floor_fen, h.frozen,
          h.last_seq + row_number() over w as seq, h.balance_fen + sum(l.delta) over w as after
        from line l left join held h on h.code = l.code and h.owner_id = l.owner and h.team_id = l.part
        window w as (partition by h.id order by l.n, l.i)
      ), fault as materialized (
        select n, case when account_id is null then 'missing' when delta < 0 and heeds and frozen then 'frozen'
            else 'short' end as kind
          from run where account_id is null or delta < 0 and (heeds and frozen
            or after < case when own and floor_fen < 0 then 0 else floor_fen end)
        union all select n, 'other' from known where not same
        union all select e.n, 'closed' from fresh e
          where e.day <= (select closed_until from ledger_watermark)
        union all select e.n, 'reversed' from fresh e where e.reverses_id is not null and exists (
          select from ledger_txn_key k where k.team_id = e.team_id and k.reverses_id = e.reverses_id offset 0)
      ), written as (
        insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, remark, operator_id, reverses_id, content, posted_at)
        select id, team_id, tx_no, biz_type, biz_no, step, day, at, remark, operator_id, reverses_id, content, posted_at
        from fresh where not exists (select from fault)
      ), moved as (
        update ledger_account a set balance_fen = r.after, last_seq = r.seq
        from (select distinct on (account_id) account_id, after, seq from run order by account_id, seq desc) r
        where a.id = r.account_id and a.id = any(array(select id from found)) and not exists (select from fault)
      ), posted as (
        insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
        select r.account_id, r.seq, e.team_id, e.id, e.day, e.at, r.dc, r.amount, r.after
        from run r join fresh e on e.n = r.n where not exists (select from fault)
      ), note as materialized (
        select b.* from json_to_recordset(p_bills) as b(n int, id bigint, team_id bigint, bill_no varchar(22), opened boolean,
          txn_id bigint, type varchar(32), direction varchar(3), counter_type varchar(12), counter_id bigint,
          counter_name varchar(60), order_no varchar(32), amount_fen bigint, fee_fen bigint, net_fen bigint, channel varchar(16),
          merchant_number_id bigint, channel_trade_no varchar(64), channel_refund_no varchar(64), status varchar(12), recon_state varchar(12), at timestamptz)
        join fresh e on e.n = b.n where not exists (select from fault)
      ), billed as (
        insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, channel_refund_no, status, recon_state, at)
        select id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, channel_refund_no, status, recon_state, at
        from note where not opened
      ), attached as (
        update bill b set txn_id = o.txn_id, status = 'success', channel_trade_no = coalesce(o.channel_trade_no, b.channel_trade_no)
        from note o where o.opened and b.team_id = o.team_id and b.id = o.id and b.status = 'processing' and b.txn_id is null
          and b.type = o.type and b.direction = o.direction and b.merchant_number_id = o.merchant_number_id
          and b.amount_fen = o.amount_fen and b.fee_fen = o.fee_fen
        returning b.id
      )
      select json_build_object(
        'known', (select json_agg(known) from known),
        'faults', (select json_agg(fault order by n) from fault),
        'unattached', (select count(*) from note where opened) - (select count(*) from attached)) into outcome;
    return outcome;
  end $$`,
];
