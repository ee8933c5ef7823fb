import type { Kysely } from 'kysely';
import type { OrderEvent } from '../../contract/order';
import { percentOf } from '../../contract/shares';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import type { Ids } from '../core/ids';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { applyEvents, takeEvents } from '../modules/intake';
import {
  channelFee,
  compactAccounts,
  depositIn,
  type Entry,
  paymentFees,
  postAll,
  releaseDue,
  setCredit,
} from '../modules/ledger';
import type { OrderRow } from '../modules/order';
import { planAdjusts } from './adjusts';
import { planFundAudits } from './fundAudits';
import { insertRows } from './insert';
import { hash } from './random';
import { type Making, ZONE } from './world';

/** Creates the demo's money. The product's own functions apply the order events and post all entries. This file never writes a balance. */

type Db = Kysely<Database>;

/** Invented accounts of the demo at the payment platforms. */
const MERCHANT_NUMBERS = [
  { channel: 'wechat', mch_no: '1999990001', name: '示例配送（小程序）', role: 'both' },
  { channel: 'wechat', mch_no: '1999990002', name: '示例配送（APP）', role: 'collect' },
  { channel: 'alipay', mch_no: '2088999900000001', name: '示例配送（支付宝）', role: 'both' },
  { channel: 'bank', mch_no: '6222999900000001', name: '示例配送（对公账户）', role: 'payout' },
] as const;
/** Maximum number of events in a batch. */
const CHUNK = 1_000;
/**
 * Number of days between two rewrites of the table of ledger accounts. The fill is one transaction, which leaves many dead rows in this
 * table. A rewrite removes them.
 */
const COMPACT_DAYS = 4;
const FEE_BP = 60;
/** Minutes after midnight at which settlements are released, and at which statements of the previous day are available (DOMAIN §4.5). */
const RELEASE_AT = 240;
const STATEMENT_AT = 600;
export const NIGHT_HOURS = [RELEASE_AT, STATEMENT_AT];

/** Lists the events that led to an order's state, as the ordering system would send them. */
export function eventsOfOrder(row: OrderRow): OrderEvent[] {
  const about = { orderNo: row.order_no, teamId: row.team_id };
  const told = (at: Date | string | null | undefined): string | null => (at ? new Date(at).toISOString() : null);
  const number = MERCHANT_NUMBERS[row.source === 'app' ? 1 : hash(`channel ${row.order_no}`) % 100 < 22 ? 2 : 0];
  const promoted = hash(`promoted ${row.merchant_id}`) % 5 === 0;
  const events: OrderEvent[] = [
    {
      event: 'paid',
      ...about,
      at: told(row.paid_at) ?? '',
      userId: row.app_user_id,
      merchantId: row.merchant_id ?? null,
      type: row.type,
      source: row.source,
      goodsFen: row.goods_fen,
      deliveryFen: row.delivery_fen,
      paidFen: row.paid_fen,
      ...(number && { channel: number.channel, mchNo: number.mch_no }),
      tradeNo: `DEMO${row.order_no}`,
      distanceM: row.distance_m,
      lng: row.lng,
      lat: row.lat,
      promisedAt: told(row.promised_at) ?? '',
      merchantFeeFen: percentOf(row.goods_fen, 1_500),
      ...(promoted && { promotionFeeFen: percentOf(row.goods_fen, 150) }),
    },
  ];
  return [...events, ...laterEvents(row)];
}

/** The times of an order that are already recorded. Other times are new events. */
type Seen = Partial<Pick<OrderRow, 'accepted_at' | 'delivered_at' | 'cancelled_at' | 'refunded_at'>>;

/** Lists the events of an order after its payment, except those that are already recorded. */
export function laterEvents(row: OrderRow, seen: Seen = {}): OrderEvent[] {
  const about = { orderNo: row.order_no, teamId: row.team_id };
  const events: OrderEvent[] = [];
  const tell = (key: keyof Seen, make: (at: string) => OrderEvent) => {
    const at = row[key];
    if (at && !seen[key]) events.push(make(new Date(at).toISOString()));
  };
  tell('accepted_at', (at) => ({ event: 'accepted', ...about, at, riderId: row.rider_id ?? 0 }));
  // Only hour-to-reach orders have the events `arrived` and `picked`.
  if (row.source === 'hourToReach' && !seen.delivered_at) events.push(...onTheWay(row));
  tell('delivered_at', (at) => ({ event: 'delivered', ...about, at }));
  tell('cancelled_at', (at) => ({ event: 'cancelled', ...about, at }));
  if ((row.refund_fen ?? 0) > 0) tell('refunded_at', (at) => refundOf(row, at));
  return events;
}

/** Builds the rider's arrival and pick-up. Each happens at its share of the time from acceptance to delivery. */
function onTheWay({ order_no: orderNo, team_id: teamId, accepted_at, delivered_at }: OrderRow): OrderEvent[] {
  if (!accepted_at || !delivered_at) return [];
  const [from, to] = [new Date(accepted_at).getTime(), new Date(delivered_at).getTime()];
  const after = (share: number) => new Date(from + Math.floor((to - from) * share)).toISOString();
  return [
    { event: 'arrived', orderNo, teamId, at: after(0.35) },
    { event: 'picked', orderNo, teamId, at: after(0.5) },
  ];
}

/** Builds a refund. After a delivery, the order's merchant bears 60 % of the refund. */
function refundOf(row: OrderRow, at: string): OrderEvent {
  const amountFen = row.refund_fen ?? 0;
  const share = percentOf(amountFen, 6_000);
  const bearers =
    row.delivered_at && row.merchant_id && share > 0 ? [{ party: 'merchant' as const, amountFen: share }] : [];
  return {
    event: 'refunded',
    orderNo: row.order_no,
    teamId: row.team_id,
    at,
    refundNo: `${row.order_no}-R1`,
    amountFen,
    bearers,
  };
}

const byMoment = (one: OrderEvent, other: OrderEvent) => Date.parse(one.at) - Date.parse(other.at);

/**
 * Processes events in the order of their times.
 *
 * @throws Error when an event is refused, because the generator must follow the product's rules
 */
export async function tell(
  on: { db: Db; ids: Ids; now: Date },
  events: OrderEvent[],
  take: typeof applyEvents = applyEvents,
): Promise<void> {
  const sorted = events.toSorted(byMoment);
  const tools = { db: on.db, ids: on.ids, clock: fixedClock(on.now.toISOString()), isHistory: true };
  for (let start = 0; start < sorted.length; start += CHUNK) {
    const chunk = sorted.slice(start, start + CHUNK);
    const results = await take(tools, chunk, ZONE);
    for (const [index, result] of results.entries()) {
      if (result.state === 'refused') throw new Error(`${result.why.message}: ${JSON.stringify(chunk[index])}`);
    }
  }
}

/**
 * Function that processes events in lanes (see {@link laneTeller}). Lanes run concurrently. The events of one lane are processed in the
 * order of their times.
 */
type TellLanes = (events: OrderEvent[]) => Promise<void>;

/**
 * Creates a function that processes lanes concurrently. While the database posts the events of one lane, this process prepares the events
 * of another lane. The database and this process therefore use two cores at the same time. Stations that share their franchisee's account
 * are in one lane. No other account belongs to two stations.
 *
 * @param lanes number of lanes; with one lane, ids depend only on the order of the events
 */
async function laneTeller(on: { db: Db; ids: Ids; now: Date }, lanes: number): Promise<TellLanes> {
  if (lanes === 1) return (events) => tell(on, events);
  const teams = await on.db.selectFrom('team').select(['team.id', 'team.franchisee_id as franchiseeId']).execute();
  const laneOf = new Map(teams.map(({ id, franchiseeId }) => [id, hash(String(franchiseeId ?? id)) % lanes]));
  return async (events) => {
    const own = Array.from({ length: lanes }, (_, lane) =>
      events.filter(({ teamId }) => (laneOf.get(teamId) ?? 0) === lane),
    );
    const ends = await Promise.allSettled(own.map((some) => tell(on, some, takeEvents)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
}

/**
 * Creates merchant numbers and paid-in reserves. Then processes the recent orders day by day, with the nightly jobs and finance's decisions
 * at 10:00.
 *
 * @param how.lanes see {@link laneTeller}
 * @param how.before called before each day
 */
export async function makeMoney(
  making: Making,
  orders: readonly OrderRow[],
  how: {
    readonly lanes: number;
    readonly progress: (share: number) => void;
    readonly before: (day: string) => Promise<void>;
  },
): Promise<void> {
  const { db, ids, now, today, size } = making;
  if (size.moneyDays === 0) return;
  const tellLanes = await laneTeller(making, how.lanes);
  // Automatic download is off, because the simulators have no record of the demo's orders. `recon.ts` generates the statements of the
  // merchant numbers.
  const numbers = MERCHANT_NUMBERS.map((number) => ({
    ...{ id: ids.next(), enabled: true, auto_fetch: false, created_at: now },
    ...number,
  }));
  await insertRows(db, 'merchant_number', numbers);
  const first = addDays(today, 1 - size.moneyDays);
  const tools = { db, ids, clock: fixedClock(now.toISOString()), isHistory: true };
  const [app, , , bank] = numbers;
  await payReserves(tools, first, { app: app?.id ?? 0, bank: bank?.id ?? 0 }, size.adjusts > 0);
  const audits = await planFundAudits(making);
  const adjusts = await planAdjusts(making);
  const days = byDay(orders);
  for (let day = first, at = 0; day <= today; day = addDays(day, 1), at += 1) {
    if (at % COMPACT_DAYS === COMPACT_DAYS - 1) await compactAccounts(db);
    await how.before(day);
    await night({ ...tools, now }, day);
    const events = days(day);
    how.progress(at / size.moneyDays);
    if (audits === null && adjusts === null) await tellLanes(events);
    else {
      // The decisions at 10:00 change balances, so earlier orders must be posted before them and later orders after them.
      const ten = momentOf(day, STATEMENT_AT, ZONE).toISOString();
      await tellLanes(events.filter(({ at }) => at < ten));
      await audits?.(day);
      await adjusts?.(day);
      await tellLanes(events.filter(({ at }) => at >= ten));
    }
  }
}

/**
 * Creates a function that returns the events of a day. The caller must request the days in order. All events of an order are created when
 * the day of its payment is requested, because the events of several months would fill the memory.
 *
 * @param orders sorted by their time of payment
 */
function byDay(orders: readonly OrderRow[]): (day: string) => OrderEvent[] {
  const waiting = new Map<string, OrderEvent[]>();
  let next = 0;
  return (day) => {
    for (let row = orders[next]; row && dayOf(row.paid_at) <= day; row = orders[next]) {
      next += 1;
      for (const event of eventsOfOrder(row)) {
        const on = dayOf(event.at);
        const known = waiting.get(on);
        if (known) known.push(event);
        else waiting.set(on, [event]);
      }
    }
    const events = waiting.get(day) ?? [];
    waiting.delete(day);
    return events;
  };
}

const dayOf = (at: Date | string): string => wallTime(new Date(at), ZONE).day;

/** Runs the jobs of a day that are due at `now`: at 04:00 the releases, at 10:00 the channel fees of the previous day. */
export async function night(on: { db: Db; ids: Ids; now: Date }, day: string): Promise<void> {
  const tools = { db: on.db, ids: on.ids, clock: fixedClock(on.now.toISOString()), isHistory: true };
  const released = momentOf(day, RELEASE_AT, ZONE);
  if (released <= on.now) while ((await releaseDue(tools, released, ZONE)) > 0);
  const at = momentOf(day, STATEMENT_AT, ZONE);
  if (at > on.now) return;
  const before = addDays(day, -1);
  const time = { from: momentOf(before, 0, ZONE), to: momentOf(day, 0, ZONE) };
  const fees = await paymentFees(on.db, { ...time, rateBp: FEE_BP });
  const entries: Entry[] = fees.flatMap(({ teamId, merchantNumberId, fen: fee }) => {
    const bizNo = `F${before.replaceAll('-', '')}-${merchantNumberId}`;
    return fee === 0
      ? []
      : [channelFee({ bizNo, teamId, at, day }, merchantNumberId, fee, { counterId: merchantNumberId })];
  });
  await postAll(tools, entries);
}

/** Maximum reserve in fen in the demo, because one station's largest possible amount would dominate the total of all stations. */
const MOST_FEN = 6_000_000;
/** A reserve in fen that soon falls below the warning limit. */
const SCARCE_FEN = 130_000;

async function payReserves(
  tools: { db: Db; ids: Ids; clock: ReturnType<typeof fixedClock>; isHistory: boolean },
  day: string,
  merchantNumbers: { readonly app: number; readonly bank: number },
  isLifelike: boolean,
): Promise<void> {
  const at = momentOf(day, 1, ZONE);
  const teams = await tools.db
    .selectFrom('team')
    .where('team.status', 'not in', ['draft', 'deleted'])
    .select(['team.id', 'team.code', 'team.deposit_fen as depositFen', 'team.credit_limit_fen as creditFen'])
    .orderBy('team.id')
    .execute();
  for (const { id, creditFen } of teams) await setCredit(tools, id, creditFen);
  const entries = teams
    .filter(({ depositFen }) => depositFen > 0)
    .map((team, index) => {
      const isScarce = index % 5 === 2;
      return isLifelike ? { ...team, depositFen: Math.min(team.depositFen, isScarce ? SCARCE_FEN : MOST_FEN) } : team;
    })
    .map(({ id, code, depositFen }, index) =>
      depositIn(
        { bizNo: `DEMO-${code}`, teamId: id, at, day },
        { subject: 'team', id },
        depositFen,
        // One station in four pays by bank transfer.
        index % 4 === 3 ? merchantNumbers.bank : merchantNumbers.app,
        {},
      ),
    );
  await postAll(tools, entries);
}
