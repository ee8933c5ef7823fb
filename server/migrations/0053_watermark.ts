/**
 * Stores closed days as a watermark (DOMAIN §9 decision 17): `closed_until` and all earlier days are closed, with or without rows. Days
 * that were closed after an open day are reopened. Days without a row before the first close get their roll-ups. Every transaction gets its
 * posting time, which is derived from the id for existing transactions. `ledger_post` refuses closed days by the watermark and stores the
 * payment platform's number of a refund.
 */

/** Query for the days up to `closed_until` that have postings but are not recorded as closed. */
const LATE = `(select distinct p.day from ledger_posting p
  where p.day <= (select closed_until from ledger_watermark)
    and not exists (select from day_close c where c.day = p.day and c.state = 'closed'))`;

export const statements: readonly string[] = [
  `create table ledger_watermark (
    id smallint primary key default 1 check (id = 1),
    closed_until date,
    strict_since timestamptz not null
  )`,
  `create table ledger_reopening (
    id bigint primary key,
    from_day date not null,
    until_day date not null check (until_day >= from_day),
    at timestamptz not null,
    by_id bigint not null,
    reason varchar(200) not null
  )`,
  'create index ledger_reopening_from on ledger_reopening (from_day)',
  // An id contains the milliseconds since 2026. We change the column's type to rewrite the table, because the table refuses updates.
  'alter table ledger_txn add column posted_at timestamptz',
  `alter table ledger_txn alter column posted_at type timestamptz
    using timestamptz '2026-01-01 00:00:00+00' + (id / 4096) * interval '1 millisecond'`,
  'alter table ledger_txn alter column posted_at set not null',
  'create index ledger_txn_posted on ledger_txn using brin (posted_at)',
  'create index order_event_received on order_event using brin (received_at)',
  'alter table bill add column channel_refund_no varchar(64)',
  `insert into ledger_watermark (closed_until, strict_since)
    select case when d.first_open > d.first_closed or d.first_open is null then least(d.last_closed, d.first_open - 1) end,
      coalesce((select max(posted_at) from ledger_txn), '-infinity')
    from (
      select c.first_closed, c.last_closed, least(
        (select min(day) from day_close where state = 'open'),
        (select min(p.day) from ledger_posting p where p.day > c.first_closed
          and not exists (select from day_close k where k.day = p.day))) as first_open
      from (select min(day) as first_closed, max(day) as last_closed from day_close where state = 'closed') c
    ) d`,
  `update day_close set state = 'open' where state = 'closed' and day > coalesce((select closed_until from ledger_watermark), '-infinity')`,
  `delete from ledger_day where day > coalesce((select closed_until from ledger_watermark), '-infinity')`,
  `delete from ledger_flow where day > coalesce((select closed_until from ledger_watermark), '-infinity')`,
  `insert into ledger_day (team_id, day, code, debit_fen, credit_fen, postings)
    select case when grouping(p.team_id) = 1 then 0 else p.team_id end, p.day, a.code,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0), coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0), count(*)
    from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.day in ${LATE}
    group by grouping sets ((p.team_id, p.day, a.code), (p.day, a.code))
    having grouping(p.team_id) = 1 or p.team_id <> 0`,
  `insert into ledger_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select p.team_id, p.day, coalesce(o.biz_type, t.biz_type), a.code,
      coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0), coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0),
      count(*) filter (where p.dc = 'D'), count(*) filter (where p.dc = 'C')
    from ledger_posting p
    join ledger_account a on a.id = p.account_id
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
    where p.day in ${LATE} group by 1, 2, 3, 4`,
  `insert into day_close (day, debit_fen, credit_fen, diff_fen, open_items, state, by_id, at)
    select p.day, coalesce(sum(amount_fen) filter (where dc = 'D'), 0), coalesce(sum(amount_fen) filter (where dc = 'C'), 0), 0, 0,
      'closed', 0, now()
    from ledger_posting p where p.day in ${LATE} group by p.day
    on conflict (day) do nothing`,
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
      ), billed as (
        insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, channel_refund_no, status, recon_state, at)
        select b.id, b.team_id, bill_no, txn_id, type, direction, counter_type, counter_id, counter_name, order_no,
          amount_fen, fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, channel_refund_no, status, recon_state, b.at
        from json_to_recordset(p_bills) as b(n int, id bigint, team_id bigint, bill_no varchar(22),
          txn_id bigint, type varchar(32), direction varchar(3), counter_type varchar(12), counter_id bigint,
          counter_name varchar(60), order_no varchar(32), amount_fen bigint, fee_fen bigint, net_fen bigint, channel varchar(16),
          merchant_number_id bigint, channel_trade_no varchar(64), channel_refund_no varchar(64), status varchar(12), recon_state varchar(12), at timestamptz)
        join fresh e on e.n = b.n where not exists (select from fault)
      )
      select json_build_object(
        'known', (select json_agg(known) from known),
        'faults', (select json_agg(fault order by n) from fault)) into outcome;
    return outcome;
  end $$`,
];
