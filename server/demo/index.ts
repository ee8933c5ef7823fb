import { type Insertable, type Kysely, sql } from 'kysely';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import type { Ids } from '../core/ids';
import { addDays, wallTime } from '../core/money/days';
import type { FilePort, SecretBox } from '../core/platforms/ports';
import { seedIdentities } from '../modules/account';
import { rollUp } from '../modules/order';
import { countRecentOrders } from '../modules/riderWork';
import { makeAccounts, makeIdentities } from './access';
import { makeAnnouncements } from './announcements';
import { makeRecords, makeSwitches } from './content';
import { chargeDemoPeriods, makeCostRules } from './costs';
import { makeEnquiries } from './enquiries';
import { makeFoodLosses } from './foodLosses';
import { makeFranchise } from './franchise';
import { makeFranchiseeAdjusts } from './franchiseeFunds';
import { makeHourToReach } from './hourToReach';
import { makeInformation } from './information';
import { insertRows, withoutIndexes } from './insert';
import { planInsurance } from './insurance';
import { makeMoney } from './money';
import { makeNotices } from './notices';
import {
  browsing,
  byTeam,
  drawOrder,
  firstSessions,
  momentsOfDays,
  orderNoOf,
  type Session,
  sessionBefore,
  stationDraw,
  type Town,
} from './orders';
import { type DemoUser, makeMerchants, makeRiders, planUsers, writeUsers } from './people';
import { makeFeePlans, makeFranchisees } from './reference';
import { makeRiderWork } from './riderWork';
import { makeServiceNotices } from './serviceNotices';
import { makeSiteSafety } from './siteSafety';
import { makeStations } from './stations';
import { makeTermChanges } from './terms';
import { makeUserLives } from './userLives';
import { DEMO_DAYS, type DemoSize, type Making, SIZES, ZONE } from './world';

export { makeAccountAndApp } from './accountAndApp';
export { makeExports, type ToolsAt } from './exports';
export { demoJobs } from './live';
export { makeMiniPrograms } from './miniPrograms';
export { configurePayment } from './payments';
export { makePlatformStatements } from './recon';
export { makeMonthlyStatements } from './statements';
export { makeTransfers } from './transfers';
export { makeWithdrawals } from './withdrawals';

/**
 * Fills an empty database with the demo's data (DOMAIN §7). The same size and `now` give the same data, except encrypted values and, with
 * several lanes, ids. `now` is the only source of time. DOMAIN assumes 11:40, but every other time of day works. Orders follow the day's
 * hourly weights until `now`, and each order has its state at `now`. `demoJobs` continue from there.
 *
 * `createOwner` creates the owner's account before or after this call. The owner's account is one of the accounts of DOMAIN §7. Demo
 * accounts have no password: users sign in with a code sent to the account's phone, which the local outbox shows. Phone numbers begin
 * with 1990000.
 *
 * @param options.secrets encrypts identity cards, tokens and other secrets
 * @param options.files stores the contents of generated files; without it, for example, stations have no logo
 * @throws Error when the database already has stations
 */
export async function seedDatabase(
  db: Kysely<Database>,
  options: {
    readonly size: DemoSize;
    readonly now: Date;
    readonly secrets: SecretBox;
    readonly ids: Ids;
    readonly files?: FilePort;
    /** Number of lanes that process orders concurrently. For the small data set the default is one, so that even ids are reproducible. */
    readonly lanes?: number;
    /** Called from time to time with the completed share, from 0 to 1. */
    readonly onProgress?: (share: number) => void;
  },
): Promise<void> {
  const { size, now, secrets, ids, files } = options;
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const there = await transaction.selectFrom('team').select('team.id').limit(1).executeTakeFirst();
    if (there) throw new Error('demo data go into an empty database only');
    const { day, minutes } = wallTime(now, ZONE);
    await fill(
      { db: transaction, ids, secrets, files: files ?? null, now, today: day, size: SIZES[size] },
      Math.floor(minutes / 60),
      options.onProgress ?? (() => undefined),
      options.lanes ?? (size === 'small' ? 1 : 2),
    );
  });
  // Without statistics, PostgreSQL's planner chooses slow plans.
  await sql`analyze`.execute(db);
}

const ROLL_UP_DAYS = 31;

/** The tables with the most rows. In larger data sets, most of their indexes are dropped during the fill. */
const BUSY_TABLES = [
  'customer_order',
  'order_event',
  'settle_line',
  'ledger_txn',
  'ledger_posting',
  'bill',
  'app_user',
] as const;
/** Indexes that are not dropped: releases and channel fees need them during the fill. */
const NEEDED_INDEXES = ['settle_line_due', 'bill_merchant_number'];
/**
 * Number of last days in which riders' instalments and corrections are processed. Both read postings. In larger data sets, the indexes of
 * postings are dropped until the fill reaches these days.
 */
const LOOKED_BACK_DAYS = 8;

async function fill(making: Making, hour: number, progress: (share: number) => void, lanes: number): Promise<void> {
  const { db, ids, now } = making;
  const identities = await seedIdentities({ db, ids, clock: fixedClock(now.toISOString()) });
  const extra = await makeIdentities(making);
  const feePlans = await makeFeePlans(making);
  const franchiseeIds = await makeFranchisees(making);
  const plans = await makeStations(making, {
    franchiseeIds,
    feePlans,
    adminIdentityId: identities.get('stationAdmin') ?? 0,
  });
  await makeCostRules(making);
  const staff = await makeAccounts(making, { identities, extra, plans, franchiseeIds });
  await makeSwitches(making, plans);
  const riders = await makeRiders(making, plans, hour);
  const merchants = await makeMerchants(making, plans);
  const users = planUsers(making, plans);
  const stations = plans.flatMap(({ station }) => (station ? [station] : []));
  const town: Town = {
    stationAt: stationDraw(stations),
    riders: byTeam(riders),
    merchants: byTeam(merchants),
    users: byTeam(users),
  };
  // For few rows, recreating the indexes would take longer than writing the rows with them.
  const isLarge = making.size.orders > 10_000;
  const nothing = async () => undefined;
  const makePostingIndexes = isLarge ? await withoutIndexes(db, ['ledger_posting'], []) : nothing;
  const makeIndexes = isLarge ? await withoutIndexes(db, BUSY_TABLES, NEEDED_INDEXES) : nothing;
  const recent = await makeOrders(making, town, users);
  await writeUsers(making, users);
  progress(0.05);
  const soon = addDays(making.today, -LOOKED_BACK_DAYS);
  const insurance = await planInsurance(making, recent);
  await makeMoney(making, recent, {
    lanes,
    progress: (share) => progress(0.05 + share * 0.8),
    before: async (day) => {
      await (day === soon ? makePostingIndexes() : nothing());
      await insurance.day(day);
    },
  });
  await insurance.finish();
  await makePostingIndexes();
  await makeIndexes();
  if (isLarge) {
    await chargeDemoPeriods(making);
    await makeTermChanges(making, feePlans[1]?.id ?? 0);
  }
  progress(0.85);
  await makeUserLives(making);
  await makeServiceNotices(making);
  await makeAnnouncements(making);
  await makeInformation(
    making,
    plans.filter(({ status }) => status === 'operating').map(({ id }) => id),
  );
  await makeRecords(making, staff, plans);
  await makeNotices(making, staff, plans);
  await makeEnquiries(making, plans);
  await makeHourToReach(making, plans);
  await makeRiderWork(making);
  await makeSiteSafety(making);
  await makeFranchise(making);
  await makeFranchiseeAdjusts(making);
  await makeFoodLosses(making);
  // We process some days at a time, because the memory cannot contain all events of a large data set.
  for (let back = DEMO_DAYS; back >= 0; back -= ROLL_UP_DAYS) {
    const last = Math.max(0, back - ROLL_UP_DAYS + 1);
    const days = { from: addDays(making.today, -back), to: addDays(making.today, -last) };
    await rollUp(db, days.from, days.to, { asOf: now, timeZone: ZONE });
  }
  await countRecentOrders({ db, clock: fixedClock(now.toISOString()) }, making.today);
}

type OrderRow = Insertable<Database['customer_order']>;
type Drawn = NonNullable<ReturnType<typeof drawOrder>>;

/**
 * Writes the orders before the last `moneyDays` days.
 *
 * @returns the orders of the last `moneyDays` days, which are written when their events are posted to the ledger
 */
async function makeOrders(making: Making, town: Town, users: readonly DemoUser[]): Promise<OrderRow[]> {
  const { db, ids, now, size } = making;
  const recent: OrderRow[] = [];
  const firstDay = addDays(making.today, 1 - size.moneyDays);
  const special = exceptions(town, now, size.orders > 10_000 ? { unassigned: 4, late: 3 } : { unassigned: 1, late: 1 });
  const { perDay, ordersPerDay } = momentsOfDays(now, DEMO_DAYS, size.orders - special.length);
  const joining = groupBy(users, ({ joinedAt }) => joinedAt && wallTime(joinedAt, ZONE).day);
  for (const [index, { day, moments }] of perDay.entries()) {
    const drawn = moments.flatMap((at, serial) => drawOrder(town, 0, orderNoOf(day, serial + 1), at, now) ?? []);
    drawn.push(...special.filter(({ row }) => wallTime(row.paid_at as Date, ZONE).day === day));
    drawn.sort((one, other) => (one.row.paid_at as Date).getTime() - (other.row.paid_at as Date).getTime());
    if (index === 0) extremes(drawn.map(({ row }) => row));
    const sessions: Session[] = browsing(users, day, Math.round(users.length / 30), now);
    for (const user of joining.get(day) ?? []) if (user.joinedAt) sessions.push({ user, day, at: user.joinedAt });
    for (const { row, user } of drawn) {
      row.id = ids.next();
      if (!user) continue;
      const paidAt = row.paid_at as Date;
      sessions.push({ user, ...sessionBefore(paidAt, user.joinedAt) });
      if (!user.seen.lastOrderAt || paidAt > user.seen.lastOrderAt) user.seen.lastOrderAt = paidAt;
      // The orders of the last `moneyDays` days are counted when their events are processed.
      if (day >= firstDay) continue;
      user.seen.orders += 1;
      user.seen.paidFen += row.paid_fen;
      user.seen.refundFen += row.refund_fen ?? 0;
    }
    const rows = drawn.map(({ row }) => row);
    if (day >= firstDay) recent.push(...rows);
    else await insertRows(db, 'customer_order', rows);
    await writeSessions(db, sessions);
  }
  // The large data set is for measurements, so the demo's jobs do not advance its time.
  if (size.orders < 1_000_000) await insertRows(db, 'demo_pulse', [{ id: 1, at: now, orders_per_day: ordersPerDay }]);
  return recent;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

async function writeSessions(db: Kysely<Database>, sessions: readonly Session[]): Promise<void> {
  const first = firstSessions(sessions);
  for (const { user, at } of first) {
    const { seen } = user;
    if (!seen.lastAt || at > seen.lastAt) seen.lastAt = at;
  }
  await insertRows(
    db,
    'app_user_day',
    first.map(({ day, user, at }) => ({ day, app_user_id: user.id, home_team_id: user.teamId, first_at: at })),
  );
}

/** Changes one old order to cost nothing and one to be very expensive (DOMAIN §7). */
function extremes(rows: readonly OrderRow[]): void {
  const free = rows.find(({ status }) => status === 'delivered');
  if (free) Object.assign(free, { goods_fen: 0, paid_fen: 0, refund_fen: 0, refunded_at: null });
  const dear = rows.find((row) => row !== free && row.status === 'delivered' && !row.refunded_at);
  if (dear) Object.assign(dear, { goods_fen: 999_499, delivery_fen: 500, paid_fen: 999_999 });
}

/** Picks orders that need attention now, so that the workbench has some at any time of day. */
function exceptions(town: Town, now: Date, wanted: { unassigned: number; late: number }): Drawn[] {
  const found: Drawn[] = [];
  const { day } = wallTime(now, ZONE);
  let serial = 90_000_000;
  const search = (count: number, minutesAgo: number, fits: (row: OrderRow) => boolean) => {
    for (let left = count, tries = 0; left > 0 && tries < 100_000; tries += 1) {
      serial += 1;
      const at = new Date(now.getTime() - (minutesAgo + left * 1.7) * 60_000);
      const drawn = drawOrder(town, 0, orderNoOf(day, serial), at, now);
      if (!drawn || !fits(drawn.row)) continue;
      found.push(drawn);
      left -= 1;
    }
  };
  search(wanted.unassigned, 12, ({ status }) => status === 'paid');
  search(
    wanted.late,
    92,
    ({ status, promised_at }) => status === 'accepted' && (promised_at as Date).getTime() + 31 * 60_000 < now.getTime(),
  );
  return found;
}
