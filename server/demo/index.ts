import { type Insertable, type Kysely, sql } from 'kysely';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { addDays, wallTime } from '../core/days';
import type { Ids } from '../core/ids';
import type { FilePort, SecretBox } from '../core/ports';
import { seedIdentities } from '../modules/account';
import { rollUp } from '../modules/order';
import { makeAccounts, makeIdentities } from './access';
import { makeAnnouncements, makeRecords, makeSwitches } from './content';
import { insertRows } from './insert';
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
import { makeStations } from './stations';
import { DEMO_DAYS, type DemoSize, type Making, SIZES, ZONE } from './world';

export { demoJobs } from './live';

/**
 * Fills an empty database with the demo's world (DOMAIN §7): the same one whenever seed, size and moment are the same.
 * There is no other source of time or chance: ids come from `ids`, the present is `now`. DOMAIN's present is 11:40; the
 * figures fit any other moment of a day as well, since orders lie on the day's curve up to `now` and their fate is told only
 * up to then. `demoJobs` let the time go on from there.
 *
 * The owner's account is made by `createOwner`, before or after; it counts as one of the accounts of DOMAIN §7. Demo
 * accounts have no password: one signs in with a code sent to the account's phone, which the local outbox shows. Every phone
 * begins with 1990000.
 *
 * @param options.secrets seals the identity cards of riders
 * @param options.files keeps the generated pictures; without it stations have no logo
 * @throws Error when the database has stations already
 */
export async function seedDatabase(
  db: Kysely<Database>,
  options: {
    readonly size: DemoSize;
    readonly now: Date;
    readonly secrets: SecretBox;
    readonly ids: Ids;
    readonly files?: FilePort;
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
    );
  });
  // The planner chooses badly until it has seen what lies in the tables.
  await sql`analyze`.execute(db);
}

async function fill(making: Making, hour: number): Promise<void> {
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
  await makeOrders(making, town, users);
  await writeUsers(making, users);
  await makeAnnouncements(making);
  await makeRecords(making, staff, plans);
  await rollUp(db, addDays(making.today, -DEMO_DAYS), making.today, { asOf: now, timeZone: ZONE });
}

type OrderRow = Insertable<Database['customer_order']>;
type Drawn = NonNullable<ReturnType<typeof drawOrder>>;

async function makeOrders(making: Making, town: Town, users: readonly DemoUser[]): Promise<void> {
  const { db, ids, now, size } = making;
  const special = exceptions(town, now, size.orders > 10_000 ? { unassigned: 4, late: 3 } : { unassigned: 1, late: 1 });
  const { perDay, ordersPerDay } = momentsOfDays(now, DEMO_DAYS, size.orders - special.length);
  const drawn: Drawn[] = [];
  for (const { day, moments } of perDay) {
    for (const [index, at] of moments.entries()) {
      const order = drawOrder(town, 0, orderNoOf(day, index + 1), at, now);
      if (order) drawn.push(order);
    }
  }
  drawn.push(...special);
  drawn.sort((one, other) => (one.row.paid_at as Date).getTime() - (other.row.paid_at as Date).getTime());
  const sessions: Session[] = [];
  for (const { row, user } of drawn) {
    row.id = ids.next();
    if (!user) continue;
    sessions.push({ user, ...sessionBefore(row.paid_at as Date, user.joinedAt) });
    user.seen.orders += 1;
    user.seen.paidFen += row.paid_fen;
    user.seen.refundFen += row.refund_fen ?? 0;
  }
  extremes(drawn.map(({ row }) => row));
  await insertRows(
    db,
    'customer_order',
    drawn.map(({ row }) => row),
  );

  for (const user of users) {
    if (user.joinedAt) sessions.push({ user, day: wallTime(user.joinedAt, ZONE).day, at: user.joinedAt });
  }
  for (const { day } of perDay) sessions.push(...browsing(users, day, Math.round(users.length / 30), now));
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
  await insertRows(db, 'demo_pulse', [{ id: 1, at: now, orders_per_day: ordersPerDay }]);
}

/** One order that costs nothing and a very dear one, both long ago (DOMAIN §7). */
function extremes(rows: readonly OrderRow[]): void {
  const free = rows.find(({ status }) => status === 'delivered');
  if (free) Object.assign(free, { goods_fen: 0, paid_fen: 0, refund_fen: 0, refunded_at: null });
  const dear = rows.find((row) => row !== free && row.status === 'delivered' && !row.refunded_at);
  if (dear) Object.assign(dear, { goods_fen: 999_499, delivery_fen: 500, paid_fen: 999_999 });
}

/** Orders that need somebody now, so that the workbench has work at any time of the day. */
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
