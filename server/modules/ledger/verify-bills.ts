import { sql } from 'kysely';
import { idFloor } from '../../core/database/partitions';
import { billsSince, dayFloor, isBillOf } from './bill-of';
import type { Check } from './verify-withdrawals';

/**
 * Compares bills with the books (invariant 12), and with the payouts and transfers that use the bills. Also checks that the numbers of
 * bills and orders have keys. These keys make the numbers unique across all months.
 */
export const BILL_CHECKS: readonly Check[] = [
  {
    invariant: 12,
    sql: (from) => sql`
      select t.tx_no as where, 'moves ' || sum(m.fen) || ' at a payment platform, its bill says ' || coalesce(min(b.net_fen), 0) as text
      from ledger_posting p
      join ledger_account a on a.id = p.account_id and a.code = 'CHANNEL'
      cross join lateral (select case p.dc when 'D' then p.amount_fen else -p.amount_fen end as fen) m
      join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
      left join bill b on ${isBillOf('b', 't')}
      where ${from === null ? sql`true` : sql`p.day >= ${from}::date`}
      group by t.team_id, t.id, t.tx_no
      having abs(sum(m.fen)) <> coalesce(min(b.net_fen), 0)
        or coalesce(min(b.direction), '') <> case when sum(m.fen) > 0 then 'in' when sum(m.fen) < 0 then 'out' else '' end`,
  },
  {
    invariant: 12,
    // Each number has a row in `bill_number` that prevents a second bill in any month. Old payments may share a number (migration 0054),
    // so the full check accepts the row of any bill.
    sql: (from) => sql`
      select b.bill_no as where, 'nothing keeps its number ' || n.number || ' from being booked again' as text
      from bill b cross join lateral (values
        (case when b.type in ('ORDER_PAY', 'WITHDRAW_PAY', 'CHANNEL_TRANSFER_OUT', 'CHANNEL_TRANSFER_IN') then b.channel_trade_no end),
        (b.channel_refund_no)) n (number)
      where b.merchant_number_id is not null and n.number is not null and ${billsSince('b', from)}
        and not exists (select from key_fill where table_name = 'bill')
        and not exists (select from bill_number k where k.merchant_number_id = b.merchant_number_id and k.type = b.type
          and k.number = n.number ${from === null ? sql`` : sql`and k.bill_id = b.id`})`,
  },
  {
    invariant: 7,
    // Without its key, an order could be paid and settled again in another month.
    sql: (from) => sql`
      select o.order_no as where, 'nothing keeps its number from being used again' as text from customer_order o
      where ${from === null ? sql`true` : sql`o.paid_at >= ${dayFloor(from)} and o.id >= ${idFloor(dayFloor(from))}`}
        and not exists (select from key_fill where table_name = 'customer_order')
        and not exists (select from order_key k where k.order_no = o.order_no and k.team_id = o.team_id and k.order_id = o.id)`,
  },
  {
    invariant: 12,
    // The status of a bill must agree with the state of its payout. A database constraint ensures that exactly the successful bills have a
    // transaction.
    sql: () => sql`
      select b.bill_no as where, 'bill is ' || b.status || ', its payout is ' || p.state as text
      from payout p join bill b on b.id = p.bill_id
      where b.status <> case when p.query_at is not null then 'processing' when p.state = 'success' then 'success' else 'failed' end`,
  },
  {
    invariant: 12,
    sql: () => sql`
      select b.bill_no as where, 'processing without a payout or transfer under way' as text from bill b
      where b.status = 'processing' and not exists (select from payout p where p.bill_id = b.id)
        and not exists (select from merchant_transfer m where m.bill_id = b.id)`,
  },
  {
    invariant: 12,
    sql: () => sql`
      select p.po_no as where, 'payout under way without a bill' as text from payout p
      where p.query_at is not null and p.bill_id is null`,
  },
  {
    invariant: 12,
    sql: () => sql`
      select m.no as where, 'transfer is ' || m.state || ', its bill ' || b.status as text
      from merchant_transfer m join bill b on b.id = m.bill_id
      where b.status <> case when m.state in ('processing', 'byHand', 'unknown') then 'processing' when m.out_tx_no is not null then 'success'
        when m.channel is null then 'closed' else 'failed' end`,
  },
  {
    invariant: 9,
    // Compare the money in transit to each merchant number with the transfers in transit.
    sql: () => sql`
      select 'TRANSFER:' || coalesce(a.owner_id, m.to_id) as where, 'in transit ' || coalesce(a.fen, 0) || ', transfers in transit '
        || coalesce(m.fen, 0) as text
      from (select owner_id, sum(balance_fen) as fen from ledger_account where code = 'TRANSFER' group by 1) a
      full join (select to_id, sum(amount_fen) as fen from merchant_transfer where state = 'inTransit' group by 1) m on m.to_id = a.owner_id
      where coalesce(a.fen, 0) <> coalesce(m.fen, 0)`,
  },
  {
    invariant: 10,
    sql: () => sql`
      select m.no as where, 'transfer is ' || m.state || ', sent ' || t.sent || ' times, received ' || t.received || ' times' as text
      from merchant_transfer m cross join lateral (
        select count(*) filter (where biz_type = 'CHANNEL_TRANSFER_OUT') as sent,
          count(*) filter (where biz_type = 'CHANNEL_TRANSFER_IN') as received
        from ledger_txn_key where team_id = 0 and biz_no = m.no and biz_type in ('CHANNEL_TRANSFER_OUT', 'CHANNEL_TRANSFER_IN')
      ) t
      where t.sent <> (m.out_tx_no is not null)::int or t.received <> (m.in_tx_no is not null)::int`,
  },
];
