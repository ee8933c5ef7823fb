import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { SECOND_IDS } from '../../core/ids';
import type { Tools } from './accounts';
import { completeUntil, secondOf } from './complete-ids';
import { flowsOf } from './flows';
import { LONGEST_TRANSACTION_MS } from './store';
import { isOpenDay } from './watermark';

/**
 * Sums of open days (docs/decisions/0054, 0085). A trigger adds up new postings by second in `ledger_new_flow`. A job adds each of these
 * rows to the stored sums once, when no transaction with a lower id can appear. Figures of open days are read from both tables, not from
 * the postings.
 */

type Db = Kysely<Database>;

/**
 * Minimum age at which a transaction is added to the stored sums without a check of its lock. Transactions last at most
 * {@link LONGEST_TRANSACTION_MS}, and server clocks differ by less than 5 minutes.
 */
export const BEHIND_MS = LONGEST_TRANSACTION_MS + 5 * MINUTE_MS;

const UNTIL = sql<number>`(select until_id from ledger_counted)`;
const SUMS = sql`sum(debit_fen), sum(credit_fen), sum(debits), sum(credits)`;
const ADDED = (table: string) => sql`
  debit_fen = ${sql.table(table)}.debit_fen + excluded.debit_fen, credit_fen = ${sql.table(table)}.credit_fen + excluded.credit_fen,
  debits = ${sql.table(table)}.debits + excluded.debits, credits = ${sql.table(table)}.credits + excluded.credits`;

/** Adds summed movements to the stored sums of open days. */
async function addFlows(db: Db, flows: RawBuilder<unknown>): Promise<void> {
  await sql`
    with flow as materialized (${flows}), own as (
      insert into ledger_open_flow (team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits)
      select team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from flow
      on conflict (day, team_id, biz_type, code) do update set ${ADDED('ledger_open_flow')}
    )
    insert into ledger_open_total (day, biz_type, code, debit_fen, credit_fen, debits, credits)
    select day, biz_type, code, ${SUMS} from flow group by 1, 2, 3
    on conflict (day, biz_type, code) do update set ${ADDED('ledger_open_total')}`.execute(db);
}

/** Locks the watermark of the stored sums, so that only one process moves it. @returns the first id that the sums do not include */
async function lockCounted(db: Db): Promise<number> {
  const { untilId } = await db
    .selectFrom('ledger_counted')
    .select('until_id as untilId')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return untilId;
}

/**
 * Sums the movements of open days in a range of transaction ids, by station, day, entry type and account.
 *
 * @param from first id of the range. An earlier version of the program may have ended its range inside a second. The rest of that second
 *   is then read from postings.
 * @param to the first id of the second after the range
 */
function newFlows(from: number, to: number): RawBuilder<unknown> {
  const second = secondOf(from + SECOND_IDS - 1);
  const rest =
    from === second
      ? sql``
      : sql`
    union all ${flowsOf(sql`t.id >= ${from} and t.id < ${second} and ${isOpenDay(sql`p.day`)}`)}`;
  return sql`
    select team_id, day, biz_type, code, sum(debit_fen) as debit_fen, sum(credit_fen) as credit_fen, sum(debits) as debits,
      sum(credits) as credits
    from (
      select team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_new_flow
      where from_id >= ${second} and from_id < ${to} and ${isOpenDay(sql`day`)} ${rest}
    ) new_flow group by 1, 2, 3, 4`;
}

/** Adds complete transactions to the stored sums of open days, and deletes the sums of closed days. Adds no transaction twice. */
export function countOpenDays(tools: Tools): Promise<void> {
  return inTransaction(tools, async (own) => {
    const { db } = own;
    // The first run reads the transactions of all open days, which may take longer than the usual limit.
    await sql`set local statement_timeout = 0`.execute(db);
    const from = await lockCounted(db);
    const to = await completeUntil(own, from, BEHIND_MS);
    for (const table of ['ledger_open_flow', 'ledger_open_total'] as const) {
      await sql`delete from ${sql.table(table)} where not ${isOpenDay(sql`day`)}`.execute(db);
    }
    if (to <= from) return;
    await addFlows(db, newFlows(from, to));
    await db.deleteFrom('ledger_new_flow').where('from_id', '<', to).execute();
    await db.updateTable('ledger_counted').set({ until_id: to }).execute();
  });
}

/** Computes the stored sums of reopened days again. Call it after `closed_until` was set back. */
export async function countAgain(db: Db, day: string): Promise<void> {
  const until = await lockCounted(db);
  for (const table of ['ledger_open_flow', 'ledger_open_total'] as const) {
    await sql`delete from ${sql.table(table)} where day >= ${day}::date`.execute(db);
  }
  await addFlows(db, flowsOf(sql`t.id < ${until} and p.day >= ${day}::date`));
}

/**
 * Selects a range of open days as rows of `ledger_flow`.
 *
 * @param of.teams `null` includes all stations
 * @param of.byTeam `false` reads the totals of all stations if `teams` is null; callers must then ignore `team_id`
 */
export function openFlows(of: {
  readonly from: string | null;
  readonly to: string;
  readonly teams: readonly number[] | null;
  readonly byTeam: boolean;
}): RawBuilder<unknown> {
  const { from, to, teams, byTeam } = of;
  const inDays = (day: RawBuilder<unknown>) =>
    sql`${day} <= ${to}::date and ${isOpenDay(day)} ${from === null ? sql`` : sql`and ${day} >= ${from}::date`}`;
  const own = (column: string) =>
    teams === null ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...teams])}::bigint[])`;
  const counted =
    teams === null && !byTeam
      ? sql`select 0::bigint as team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_open_total
          where ${inDays(sql`day`)}`
      : sql`select team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_open_flow
          where ${inDays(sql`day`)} and ${own('team_id')}`;
  return sql`${counted} union all
    select team_id, day, biz_type, code, debit_fen, credit_fen, debits, credits from ledger_new_flow
    where from_id >= ${UNTIL} and ${inDays(sql`day`)} and ${own('team_id')}`;
}

/** Selects stored sums of open days that differ from their postings. The check of the books uses it. */
export const COUNTED_WRONG = sql`
  select 'day ' || day as where, 'its count of ' || biz_type || ' in ' || code || ' of station ' || team_id
    || ' differs from its postings by ' || sum(debit_fen) || ' and ' || sum(credit_fen) as text
  from (
    select team_id, day, biz_type, code, debit_fen, credit_fen from ledger_open_flow where ${isOpenDay(sql`day`)}
    union all
    select team_id, day, biz_type, code, debit_fen, credit_fen from ledger_new_flow
    where from_id >= ${UNTIL} and ${isOpenDay(sql`day`)}
    union all
    select f.team_id, f.day, f.biz_type, f.code, -f.debit_fen, -f.credit_fen from (${flowsOf(isOpenDay(sql`p.day`))}) f
    union all
    select -1, day, biz_type, code, debit_fen, credit_fen from ledger_open_total where ${isOpenDay(sql`day`)}
    union all
    select -1, day, biz_type, code, -debit_fen, -credit_fen from ledger_open_flow where ${isOpenDay(sql`day`)}
  ) both_ways
  group by team_id, day, biz_type, code having sum(debit_fen) <> 0 or sum(credit_fen) <> 0 order by day`;
