import { type RawBuilder, sql } from 'kysely';
import { billBandsWrong, billDaysWrong } from './bill-days';
import { flowsOf } from './flows';
import { COUNTED_WRONG } from './open-days';
import { LONGEST_TRANSACTION_MS } from './store';

/** Checks the closing watermark and the limits of transaction times (DOMAIN §4.3 invariant 11, §9 decision 17). */

const UNTIL = sql`(select closed_until from ledger_watermark)`;
/** The time limits apply only to transactions that were posted after this moment. */
const STRICT = sql`(select strict_since from ledger_watermark)`;
/** Tolerance for clock differences between servers and for long transactions. */
const LENIENT = sql`interval '${sql.raw(String(LONGEST_TRANSACTION_MS / 1_000))} seconds'`;
/** Maximum age of order events that the site settings can allow. */
const LATE = sql`interval '31 days'`;
/**
 * Number of the latest closed days whose sums the nightly check recomputes. The full check (`from` is `null`) recomputes all closed days.
 */
const ADDED_AGAIN = 40;

const bookedSince = (from: string | null) => (from === null ? sql`true` : sql`t.posted_at >= ${from}::date`);
/** Restricts closed days to those whose sums a check recomputes. */
export const lastClosed = (day: RawBuilder<unknown>, from: string | null) =>
  from === null ? sql`${day} <= ${UNTIL}` : sql`${day} <= ${UNTIL} and ${day} > ${UNTIL} - ${sql.lit(ADDED_AGAIN)}`;

interface DayCheck {
  readonly invariant: 11;
  sql(from: string | null): RawBuilder<unknown>;
}

export const DAY_CHECKS: readonly DayCheck[] = [
  {
    invariant: 11,
    sql: () => sql`
      select 'day ' || day as where, state || ', though days are closed until ' || coalesce(${UNTIL}::text, 'none') as text
      from day_close where (state = 'closed') <> (day <= coalesce(${UNTIL}, '-infinity')) order by day`,
  },
  {
    invariant: 11,
    sql: (from) => sql`
      select t.tx_no as where, 'booked ' || t.posted_at || ' into day ' || t.day || ', which was closed ' || c.at as text
      from ledger_txn t join day_close c on c.day = t.day and c.state = 'closed'
      where t.posted_at > c.at + ${LENIENT} and ${bookedSince(from)} order by t.id`,
  },
  {
    invariant: 11,
    sql: (from) => sql`
      select min(t.tx_no) as where, 'day ' || t.day || ' lies before the watermark, has postings and was never closed' as text
      from ledger_txn t
      where t.day <= ${UNTIL} and ${bookedSince(from)} and not exists (select from day_close c where c.day = t.day and c.state = 'closed')
      group by t.day order by t.day`,
  },
  {
    invariant: 11,
    sql: (from) => sql`
      select 'day ' || day as where, 'its roll-up of ' || biz_type || ' in ' || code || ' of station ' || team_id
        || ' differs from its postings by ' || sum(debit_fen) || ' and ' || sum(credit_fen) as text
      from (
        select team_id, day, biz_type, code, debit_fen, credit_fen from ledger_flow where ${lastClosed(sql`day`, from)}
        union all
        select f.team_id, f.day, f.biz_type, f.code, -f.debit_fen, -f.credit_fen from (${flowsOf(lastClosed(sql`p.day`, from))}) f
      ) both_ways
      group by team_id, day, biz_type, code having sum(debit_fen) <> 0 or sum(credit_fen) <> 0 order by day`,
  },
  {
    invariant: 11,
    sql: (from) => sql`
      select 'day ' || day as where, 'its trial balance of ' || code || ' differs from its roll-up by '
        || sum(debit_fen) || ' and ' || sum(credit_fen) as text
      from (
        select day, code, debit_fen, credit_fen from ledger_day where team_id = 0 and ${lastClosed(sql`day`, from)}
        union all
        select day, code, -debit_fen, -credit_fen from ledger_flow where ${lastClosed(sql`day`, from)}
      ) both_ways
      group by day, code having sum(debit_fen) <> 0 or sum(credit_fen) <> 0 order by day`,
  },
  { invariant: 11, sql: () => COUNTED_WRONG },
  { invariant: 11, sql: billDaysWrong },
  { invariant: 11, sql: billBandsWrong },
  {
    invariant: 11,
    sql: (from) => sql`
      select 'day ' || day as where, 'its roll-up of ' || biz_type || ' in ' || code || ' of all stations differs from theirs by '
        || sum(debit_fen) || ' and ' || sum(credit_fen) as text
      from (
        select day, biz_type, code, debit_fen, credit_fen from ledger_flow_total where ${lastClosed(sql`day`, from)}
        union all
        select day, biz_type, code, -debit_fen, -credit_fen from ledger_flow where ${lastClosed(sql`day`, from)}
      ) both_ways
      group by day, biz_type, code having sum(debit_fen) <> 0 or sum(credit_fen) <> 0 order by day`,
  },
  {
    invariant: 11,
    // An order's settlements and refunds cannot happen before its payment.
    sql: (from) => sql`
      select t.tx_no as where, t.biz_type || ' of order ' || t.biz_no || ' happened ' || t.at || ', before its payment ' || p.at as text
      from ledger_txn t
      join ledger_txn_key k on k.team_id = t.team_id and k.biz_type = 'ORDER_PAY' and k.biz_no = t.biz_no and k.step = 1
      join ledger_txn p on p.team_id = k.team_id and p.id = k.txn_id
      where t.biz_type in ('ORDER_SETTLE', 'ORDER_REFUND', 'REFUND_AFTER_SETTLE') and t.at < p.at and t.posted_at > ${STRICT}
        and ${bookedSince(from)} order by t.id`,
  },
  {
    invariant: 11,
    // A pending line must not be due before its settlement was posted, even if the reported delivery was earlier.
    sql: (from) => sql`
      select t.tx_no as where, 'the share of order ' || t.biz_no || ' is due ' || l.due_at || ', before it was booked ' || t.posted_at as text
      from settle_line l
      join ledger_txn_key k on k.team_id = l.team_id and k.biz_type = 'ORDER_SETTLE' and k.biz_no = l.order_no
        and not exists (select from ledger_txn_key r where r.team_id = k.team_id and r.reverses_id = k.txn_id)
      join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id
      where l.due_at < t.posted_at - ${LENIENT} and t.posted_at > ${STRICT} and ${bookedSince(from)} order by t.id`,
  },
  {
    invariant: 11,
    sql: (from) => sql`
      select 'order ' || order_no as where, event || ' happened ' || at || ', was told ' || received_at as text
      from order_event
      where (at < received_at - ${LATE} or at > received_at + ${LENIENT}) and received_at > ${STRICT}
        and ${from === null ? sql`true` : sql`received_at >= ${from}::date`} order by received_at`,
  },
];
