/**
 * Forces `ledger_post` to use an index for every lookup, for any estimate of the planner (docs/decisions/0017). A connection plans the
 * function once. At that time the ledger may be small, and a full scan may seem cheap. With `offset 0` the planner looks up each entry and
 * account separately. Without `enable_seqscan` it uses an index. For accounts, the planner could also choose the index by owner. For the
 * platform's own accounts, a search by owner reads the accounts of all stations. This migration drops that index. Every query of accounts
 * also filters by code, because the code is the first column of the unique key.
 */
export const statements: readonly string[] = [
  `create or replace function ledger_post(p_entries json, p_lines json, p_bills json) returns json language plpgsql set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    outcome json;
  begin
      with entry as materialized (
        select * from json_to_recordset(p_entries) as e(n int, id bigint, tx_no varchar(22),
          biz_type varchar(32), biz_no varchar(32), step int, day date, at timestamptz, team_id bigint, remark varchar(200),
          operator_id bigint, reverses_id bigint, content varchar(22))
      ), known as materialized (
        select e.n, t.id, t.tx_no as "txNo", t.content = e.content as same
        from entry e cross join lateral (
          select t.id, t.tx_no, t.content from ledger_txn t
          where t.team_id = e.team_id and t.biz_type = e.biz_type and t.biz_no = e.biz_no and t.step = e.step offset 0) t
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
          where exists (select from day_close d where d.day = e.day and d.state = 'closed' offset 0)
        union all select e.n, 'reversed' from fresh e where e.reverses_id is not null and exists (
          select from ledger_txn t where t.team_id = e.team_id and t.reverses_id = e.reverses_id offset 0)
      ), written as (
        insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, step, day, at, remark, operator_id, reverses_id, content)
        select id, team_id, tx_no, biz_type, biz_no, step, day, at, remark, operator_id, reverses_id, content
        from fresh where not exists (select from fault)
      ), moved as (
        update ledger_account a set balance_fen = r.after, last_seq = r.seq
        from (select distinct on (account_id) account_id, after, seq from run order by account_id, seq desc) r
        where a.id = r.account_id and a.id = any(array(select id from found)) and not exists (select from fault)
      ), posted as (
        insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
        select r.account_id, r.seq, e.team_id, e.id, e.day, e.at, r.dc, r.amount, r.after
        from run r join fresh e on e.n = r.n where not exists (select from fault)
      ), billed as (
        insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, status, recon_state, at)
        select b.id, b.team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, status, recon_state, b.at
        from json_to_recordset(p_bills) as b(n int, id bigint, team_id bigint, bill_no varchar(22),
          txn_id bigint, type varchar(32), direction varchar(3), counter_type varchar(12), counter_id bigint,
          counter_name varchar(60), order_no varchar(32), amount_fen bigint, fee_fen bigint, net_fen bigint, channel varchar(16),
          merchant_number_id bigint, channel_trade_no varchar(64), status varchar(12), recon_state varchar(12), at timestamptz)
        join fresh e on e.n = b.n where not exists (select from fault)
      )
      select json_build_object(
        'known', (select json_agg(known) from known),
        'faults', (select json_agg(fault order by n) from fault)) into outcome;
    return outcome;
  end $$`,
  'drop index ledger_account_owner',
];
