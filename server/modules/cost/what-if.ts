import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isOrderKind, type ServiceType } from '../../../contract/cost.states';
import type { Clock } from '../../core/clock';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import { addDays, dayRange, shownMs } from '../../core/money/days';
import type { CostSnapshot } from '../ledger';
import { planRules } from '../reference';
import { stationTerms } from '../team';
import type { FeeRule } from './choose';
import { EffectSums, effectOf, type PastOrder, withDraft } from './effect';
import { stationOf } from './order-fees';
import { publishedRules } from './rule-store';

/** What-ifs (历史试算) apply a rule to past orders in the background and store their progress. They can be cancelled until they end. */

type Db = Kysely<Database>;
interface Tools {
  readonly db: Db;
  readonly clock: Clock;
}

/** Number of orders after which the job stores its progress and checks for cancellation. */
const BATCH = 5_000;
/** Maximum number of riders that a result lists. */
const NAMED_RIDERS = 50;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The stored form of a rule to try, without its dates. */
type StoredRule = Omit<FeeRule, 'effectiveFrom' | 'effectiveTo'>;

export interface WhatIfResult {
  readonly orders: number;
  readonly changed: number;
  readonly beforeFen: number;
  readonly afterFen: number;
  readonly platformFen: number;
  readonly stationsFen: number;
  readonly merchantsFen: number;
  readonly ridersFen: number;
  readonly stations: readonly { teamId: number; orders: number; changed: number; changeFen: number }[];
  readonly riders: readonly { riderId: number; orders: number; changeFen: number }[];
}

/**
 * Runs the waiting what-ifs. If the server stops during a what-if, the what-if restarts from its first day.
 *
 * @returns the number of what-ifs that ended
 * @throws the error of a what-if, which then has the state `failed`
 */
export async function runWhatIfs(tools: Tools, timeZone: string): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const next = await tools.db
      .selectFrom('cost_what_if')
      .where('state', 'in', ['waiting', 'running'])
      .select(['id', 'rule', 'from_day as fromDay', 'to_day as toDay', 'scope'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return ended;
    try {
      await runOne(tools, { ...next, rule: next.rule as StoredRule, teamIds: next.scope.teamIds }, timeZone);
    } catch (error) {
      await end(tools, next.id, 'failed', null);
      throw error;
    }
  }
}

interface Wish {
  readonly id: number;
  readonly rule: StoredRule;
  readonly fromDay: string;
  readonly toDay: string;
  readonly teamIds: readonly number[] | null;
}

async function runOne(tools: Tools, wish: Wish, timeZone: string): Promise<void> {
  const { db } = tools;
  const range = dayRange(wish.fromDay, wish.toDay, timeZone);
  const total = await countOrders(db, range, wish.teamIds);
  if (!(await progress(db, wish.id, { total, done: 0 }))) return;
  const tried = await trial(db, wish, range.from);
  let done = 0;
  for (let day = wish.fromDay; day <= wish.toDay; day = addDays(day, 1)) {
    const orders = await ordersOf(db, dayRange(day, day, timeZone), wish.teamIds);
    for (let start = 0; start < orders.length; start += BATCH) {
      const slice = orders.slice(start, start + BATCH);
      for (const row of slice) tried.add(pastOrder(row, timeZone));
      done += slice.length;
      await yieldToEventLoop();
      if (!(await progress(db, wish.id, { total: Math.max(total, done), done }))) return;
    }
  }
  await end(tools, wish.id, 'done', resultOf(tried.sums));
}

/** Reads the rules, terms and plans that a what-if needs. Returns an object that adds up the effects on orders. */
async function trial(db: Db, wish: Wish, since: Date) {
  const draft: FeeRule = { ...wish.rule, effectiveFrom: new Date(0), effectiveTo: null };
  const rules = withDraft(await publishedRules(db, since), draft);
  const teams = wish.teamIds ?? (await db.selectFrom('team').select('team.id').execute()).map(({ id }) => id);
  const termsAt = await stationTerms(db, teams, since);
  const rulesOf = await planRules(db);
  const sums = new EffectSums();
  return {
    sums,
    add(order: PastOrder): void {
      const terms = termsAt(order.teamId, order.at);
      if (!terms) return;
      const station = stationOf(order.teamId, terms.place, rulesOf);
      sums.add(order, effectOf(draft, rules, station, order, terms));
    },
  };
}

const inRange = ({ from, to }: { readonly from: Date; readonly to: Date }, teamIds: readonly number[] | null) => sql`
  o.paid_at >= ${from} and o.paid_at < ${to} and o.id >= ${idFloor(from)} and o.cost_snapshot is not null and o.status <> 'cancelled'
  and ${teamIds === null ? sql`true` : sql`o.team_id = any(${sql.val([...teamIds])}::bigint[])`}`;

async function countOrders(db: Db, range: { from: Date; to: Date }, teamIds: readonly number[] | null) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from customer_order o where ${inRange(range, teamIds)}`.execute(db);
  return rows[0]?.n ?? 0;
}

interface OrderLine {
  readonly teamId: number;
  readonly riderId: number | null;
  readonly merchantId: number | null;
  readonly type: ServiceType;
  readonly goodsFen: number;
  readonly deliveryFen: number;
  readonly paidFen: number;
  readonly distanceM: number;
  readonly paidAt: Date;
  readonly cost: CostSnapshot;
}

async function ordersOf(db: Db, range: { from: Date; to: Date }, teamIds: readonly number[] | null) {
  const { rows } = await sql<OrderLine>`
    select o.team_id as "teamId", o.rider_id as "riderId", o.merchant_id as "merchantId", o.type, o.goods_fen as "goodsFen",
      o.delivery_fen as "deliveryFen", o.paid_fen as "paidFen", o.distance_m as "distanceM", o.paid_at as "paidAt",
      o.cost_snapshot as cost
    from customer_order o where ${inRange(range, teamIds)}`.execute(db);
  return rows;
}

function pastOrder({ merchantId, paidAt, ...row }: OrderLine, timeZone: string): PastOrder {
  const minutes = Math.floor(shownMs(paidAt, timeZone) / MINUTE_MS) % DAY_MINUTES;
  return {
    ...row,
    at: paidAt,
    minutes,
    hasMerchant: merchantId !== null,
    totalFen: row.goodsFen + row.deliveryFen,
    riderIncomeFen: row.cost.riderIncomeFen,
  };
}

/** Stores the progress of a what-if. @returns `false` if the what-if was cancelled */
async function progress(db: Db, id: number, at: { readonly total: number; readonly done: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cost_what_if')
    .set({ ...at, state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function end(tools: Tools, id: number, state: 'done' | 'failed', result: WhatIfResult | null): Promise<void> {
  await tools.db
    .updateTable('cost_what_if')
    .set({ state, result: result && JSON.stringify(result), finished_at: tools.clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Builds the result. Stations and riders with the largest change are the first. */
function resultOf(sums: EffectSums): WhatIfResult {
  const largest = <T extends { readonly changeFen: number }>(one: T, other: T) =>
    Math.abs(other.changeFen) - Math.abs(one.changeFen);
  const { orders, changed, beforeFen, afterFen, platformFen, stationsFen, merchantsFen, ridersFen } = sums;
  return {
    ...{ orders, changed, beforeFen, afterFen, platformFen, stationsFen, merchantsFen, ridersFen },
    stations: [...sums.stations].map(([teamId, sum]) => ({ teamId, ...sum })).sort(largest),
    riders: [...sums.riders]
      .map(([riderId, sum]) => ({ riderId, ...sum }))
      .sort(largest)
      .slice(0, NAMED_RIDERS),
  };
}

export const isTryable = ({ kind }: Pick<FeeRule, 'kind'>): boolean => isOrderKind(kind);
