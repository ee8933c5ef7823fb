/**
 * Flows of transactions that are not yet counted in the flows of open days (0092; docs/decisions/0085). The flows are sums by station, day,
 * entry type, account and second. Figures then need not read postings. `ledger_post` writes the flows. A trigger writes them for reversals,
 * and for calls of the earlier function that run during the upgrade. Creating the trigger waits for transactions in progress, so every
 * later posting has its flow. The last statement adds the flows of earlier uncounted postings.
 */
/** Number of ids in a second (`server/core/ids.ts`). */
const SECOND_IDS = 4_096_000;
const SECOND_OF = (id: string) => `${id} / ${SECOND_IDS} * ${SECOND_IDS}`;
const SUMS = (
  dc: string,
  fen: string,
) => `coalesce(sum(${fen}) filter (where ${dc} = 'D'), 0), coalesce(sum(${fen}) filter (where ${dc} = 'C'), 0),
      count(*) filter (where ${dc} = 'D'), count(*) filter (where ${dc} = 'C')`;

export const statements: readonly string[] = [
  `create table ledger_new_flow (
    from_id bigint not null,
    team_id bigint not null,
    day date not null,
    biz_type varchar(32) not null,
    code varchar(32) not null,
    debit_fen bigint not null,
    credit_fen bigint not null,
    debits int not null,
    credits int not null
  )`,
  'create index ledger_new_flow_from on ledger_new_flow (from_id)',
  // The lateral subqueries prevent the planner from reading whole tables: it expects few rows in new partitions.
  `create function note_ledger_flows() returns trigger language plpgsql as $$
  begin
    if current_setting('multistation.flows', true) = 'written' then
      return null;
    end if;
    insert into ledger_new_flow (from_id, team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
    with type as materialized (
      select x.team_id, x.txn_id, t.biz_type from (select distinct team_id, txn_id from added) x cross join lateral (
        select case when t.reverses_id is null then t.biz_type
          else (select o.biz_type from ledger_txn o where o.team_id = t.team_id and o.id = t.reverses_id) end as biz_type
        from ledger_txn t where t.team_id = x.team_id and t.id = x.txn_id offset 0) t
    ), account as materialized (
      select a.id, a.code from ledger_account a where a.id = any(array(select distinct account_id from added))
    )
    select ${SECOND_OF('p.txn_id')}, p.team_id, p.day, t.biz_type, a.code, ${SUMS('p.dc', 'p.amount_fen')}
    from added p join type t on t.team_id = p.team_id and t.txn_id = p.txn_id join account a on a.id = p.account_id
    group by 1, 2, 3, 4, 5;
    return null;
  end $$`,
  `create trigger ledger_posting_flows after insert on ledger_posting referencing new table as added
    for each statement execute function note_ledger_flows()`,
  `create or replace function ledger_post(p_entries json, p_lines json, p_bills json) returns json language plpgsql set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    outcome json;
    -- Quotation marks inside a text are escaped, so only the property can match.
    reverses boolean := p_entries::text ~ '"reverses_id":[0-9]';
  begin
      if not reverses then
        perform set_config('multistation.flows', 'written', true);
      end if;
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
        select l.n, l.i, l.code, l.dc, l.amount, l.delta, l.heeds, l.own, h.id as account_id, h.floor_fen, h.frozen,
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
      ), flowed as (
        insert into ledger_new_flow (from_id, team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
        select ${SECOND_OF('e.id')}, e.team_id, e.day, e.biz_type, r.code, ${SUMS('r.dc', 'r.amount')}
        from run r join fresh e on e.n = r.n where not reverses and not exists (select from fault) group by 1, 2, 3, 4, 5
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
      perform set_config('multistation.flows', '', true);
    return outcome;
  end $$`,
  `insert into ledger_new_flow (from_id, team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select greatest(${SECOND_OF('p.txn_id')}, (select until_id from ledger_counted)), p.team_id, p.day,
      coalesce(o.biz_type, t.biz_type), a.code, ${SUMS('p.dc', 'p.amount_fen')}
    from ledger_posting p join ledger_account a on a.id = p.account_id
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
    where t.id >= (select until_id from ledger_counted)
      and p.day > coalesce((select closed_until from ledger_watermark), '-infinity')
    group by 1, 2, 3, 4, 5`,
];
