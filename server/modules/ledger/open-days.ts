import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { idAt } from '../../core/ids';
import type { Tools } from './accounts';
import { flowsOf } from './flows';
import { LONGEST_TRANSACTION_MS } from './store';
import { isOpenDay } from './watermark';

/**
 * Flows of open days (docs/decisions/0054). A job counts each transaction once, as soon as no transaction with a lower id can appear.
 * Newer transactions are read from the postings. So a figure of an open day reads the transactions of a few minutes only.
 */

type Db = Kysely<Database>;

/** Delay of counting. Ids are made just before their transaction commits, and server clocks differ by less than 5 minutes. */
export const BEHIND_MS = LONGEST_TRANSACTION_MS + 5 * MINUTE_MS;

const UNTIL = sql<number>`(select until_id from ledger_counted)`;
const SUMS = sql`sum(debit_fen), sum(credit_fen), sum(debits), sum(credits)`;
const ADDED = (table: string) => sql`
  debit_fen = ${sql.table(table)}.debit_fen + excluded.debit_fen, credit_fen = ${sql.table(table)}.credit_fen + excluded.credit_fen,
  debits = ${sql.table(table)}.debits + excluded.debits, credits = ${sql.table(table)}.credits + excluded.credits`;

/** Adds flows to the counted ones. */
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

/** Locks the watermark of counted flows, so that one process at a time moves it. @returns the first id that is not counted */
async function lockCounted(db: Db): Promise<number> {
  const { untilId } = await db
    .selectFrom('ledger_counted')
    .select('until_id as untilId')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return untilId;
}

/** Counts the transactions of open days that are old enough, and removes the counts of closed days. Safe to repeat. */
export function countOpenDays(tools: Tools): Promise<void> {
  return inTransaction(tools, async ({ db, clock }) => {
    // The first run counts all that there is.
    await sql`set local statement_timeout = 0`.execute(db);
    const from = await lockCounted(db);
    const to = idAt(new Date(clock.now().getTime() - BEHIND_MS));
    for (const table of ['ledger_open_flow', 'ledger_open_total'] as const) {
      await sql`delete from ${sql.table(table)} where not ${isOpenDay(sql`day`)}`.execute(db);
    }
    if (to <= from) return;
    await addFlows(db, flowsOf(sql`t.id >= ${from} and t.id < ${to} and ${isOpenDay(sql`p.day`)}`));
    await db.updateTable('ledger_counted').set({ until_id: to }).execute();
  });
}

/** Counts reopened days again. Call it after the watermark was set back. */
export async function countAgain(db: Db, day: string): Promise<void> {
  const until = await lockCounted(db);
  for (const table of ['ledger_open_flow', 'ledger_open_total'] as const) {
    await sql`delete from ${sql.table(table)} where day >= ${day}::date`.execute(db);
  }
  await addFlows(db, flowsOf(sql`t.id < ${until} and p.day >= ${day}::date`));
}

/**
 * Selects rows in the form of `ledger_flow` for a range of open days.
 *
 * @param of.teams null = all
 * @param of.byTeam false: if all stations are selected, sums them; `team_id` is then 0
 */
export async function openFlows(
  db: Db,
  of: {
    readonly from: string | null;
    readonly to: string;
    readonly teams: readonly number[] | null;
    readonly byTeam: boolean;
  },
): Promise<RawBuilder<unknown>> {
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
  // The watermark of the query's own snapshot decides. The literal read before only gives the planner a row estimate.
  const { untilId } = await db.selectFrom('ledger_counted').select('until_id as untilId').executeTakeFirstOrThrow();
  const since = sql`t.id >= ${sql.lit(untilId)} and t.id >= ${UNTIL}`;
  return sql`${counted} union all ${flowsOf(sql`${since} and ${inDays(sql`t.day`)} and ${own('t.team_id')}`)}`;
}

/** Selects counts of open days that differ from their postings, for the check of the books. */
export const COUNTED_WRONG = sql`
  select 'day ' || day as where, 'its count of ' || biz_type || ' in ' || code || ' of station ' || team_id
    || ' differs from its postings by ' || sum(debit_fen) || ' and ' || sum(credit_fen) as text
  from (
    select team_id, day, biz_type, code, debit_fen, credit_fen from ledger_open_flow where ${isOpenDay(sql`day`)}
    union all
    select f.team_id, f.day, f.biz_type, f.code, -f.debit_fen, -f.credit_fen
    from (${flowsOf(sql`t.id < ${UNTIL} and ${isOpenDay(sql`p.day`)}`)}) f
    union all
    select -1, day, biz_type, code, debit_fen, credit_fen from ledger_open_total where ${isOpenDay(sql`day`)}
    union all
    select -1, day, biz_type, code, -debit_fen, -credit_fen from ledger_open_flow where ${isOpenDay(sql`day`)}
  ) both_ways
  group by team_id, day, biz_type, code having sum(debit_fen) <> 0 or sum(credit_fen) <> 0 order by day`;
