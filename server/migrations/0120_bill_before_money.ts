/**
 * The bill of a payout or of a transfer between merchant numbers is created before the channel is called (DOMAIN §9 decision 22). The bill
 * is `processing` and has no transaction until the payout or transfer has succeeded. `ledger_post` then attaches the transaction. The bill
 * of a failed payout or transfer never has a transaction. `net = amount - fee` on every bill: the net is the amount that moves at the
 * merchant number.
 */
export const statements: readonly string[] = [
  'alter table bill alter column txn_id drop not null',
  // The accounting day on which a bill was opened, before it had a transaction.
  'alter table bill add column opened_day date',
  'update bill set amount_fen = net_fen + fee_fen where amount_fen <> net_fen + fee_fen',
  'alter table bill add constraint bill_net check (net_fen = amount_fen - fee_fen and net_fen > 0)',
  `alter table bill add constraint bill_outcome check ((status = 'success') = (txn_id is not null))`,
  `alter table bill add constraint bill_opened check (status = 'success' or opened_day is not null)`,
  'drop index bill_sums',
  'create index bill_sums on bill (at) include (net_fen, fee_fen, direction, status)',
  `create index bill_processing on bill (merchant_number_id) where status = 'processing'`,
  // A payment of the channel can belong to only one payout or transfer.
  `create unique index bill_payout_once on bill (merchant_number_id, channel_trade_no, type)
    where type in ('WITHDRAW_PAY', 'CHANNEL_TRANSFER_OUT', 'CHANNEL_TRANSFER_IN')`,
  'alter table payout add column bill_id bigint',
  `update payout p set bill_id = (
    select b.id from bill b where b.type = 'WITHDRAW_PAY' and b.merchant_number_id = p.merchant_number_id and b.channel_trade_no = p.channel_no)
    where p.state = 'success'`,
  // Active payouts have no bill yet. Ids are unique across tables, so the payout's id is also the id of its bill.
  `insert into bill (id, team_id, bill_no, type, direction, counter_type, counter_id, counter_name, amount_fen, fee_fen, net_fen,
      channel, merchant_number_id, channel_trade_no, status, recon_state, at, opened_day)
    select p.id, coalesce(w.team_id, 0), 'BL' || substr(p.po_no, 3), 'WITHDRAW_PAY', 'out', w.subject_type, w.subject_id, w.payee_name,
      w.amount_fen, w.amount_fen - w.net_fen, w.net_fen, p.channel, p.merchant_number_id, p.po_no, 'processing', 'pending',
      p.created_at, (p.created_at at time zone 'Asia/Shanghai')::date
    from payout p join withdraw_apply w on w.id = p.apply_id where p.query_at is not null`,
  'update payout set bill_id = id where query_at is not null',
  'create unique index payout_bill on payout (bill_id) where bill_id is not null',
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
          where e.day <= (select closed_until from ledger_watermark)
        union all select e.n, 'reversed' from fresh e where e.reverses_id is not null and exists (
          select from ledger_txn t where t.team_id = e.team_id and t.reverses_id = e.reverses_id offset 0)
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
