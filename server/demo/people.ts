import type { Insertable } from 'kysely';
import type { Database } from '../core/database/schema';
import type { RiderStatus } from '../core/database/tables/orders';
import { wallTime } from '../core/money/days';
import { idCardColumns } from '../modules/people';
import { insertRows } from './insert';
import { demoTel, idCard, personName, plateNo } from './names';
import { hash, type Random, random } from './random';
import type { StationPlan } from './stations';
import { DAY_MS, DEMO_DAYS, daysAgo, type Making, ZONE } from './world';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Percentage of riders online in each hour (0–23), with two peaks. */
const ONLINE = [4, 3, 2, 2, 2, 3, 8, 20, 32, 40, 48, 62, 64, 50, 40, 38, 44, 58, 64, 60, 48, 34, 18, 8];

/**
 * Decides whether a rider's app is online in this hour. Equal arguments always give the same answer. At one station in twelve, riders are
 * never online.
 */
export function isOnline(riderId: number, teamId: number, day: string, hour: number): boolean {
  if (teamId % 12 === 7) return false;
  return hash(`online ${riderId} ${day} ${hour >> 1}`) % 100 < (ONLINE[hour] ?? 0);
}

export interface DemoRider {
  readonly id: number;
  readonly teamId: number;
}

/**
 * Creates riders (骑手) with the shares of DOMAIN §7. The times of heartbeats are relative to `now`.
 *
 * @returns the riders who deliver orders: riders able to work, and former riders of closed stations
 */
export async function makeRiders(making: Making, plans: readonly StationPlan[], hour: number): Promise<DemoRider[]> {
  const { db, ids, secrets, now, today, size } = making;
  const chance = random('riders');
  const homes = plans.filter(({ status }) => status === 'operating' || status === 'paused' || status === 'frozen');
  const closed = plans.filter(({ status }) => status === 'closed');
  const total = size.riders;
  const share = (percent: number): number => Math.round((total * percent) / 100);
  // Each state has a fixed number of riders. The shuffle distributes the states over the stations.
  const states: RiderStatus[] = chance.shuffled([
    ...Array<RiderStatus>(share(3)).fill('suspended'),
    ...Array<RiderStatus>(share(5)).fill('applying'),
    ...Array<RiderStatus>(share(6)).fill('probation'),
    ...Array<RiderStatus>(share(4)).fill('offboarded'),
    ...Array<RiderStatus>(total - share(3) - share(5) - share(6) - share(4)).fill('active'),
  ]);
  const types = chance.shuffled([
    ...Array<'part'>(share(55)).fill('part'),
    ...Array<'full'>(share(30)).fill('full'),
    ...Array<'crowd'>(total - share(55) - share(30)).fill('crowd'),
  ]);
  const health = chance.shuffled<'expired' | 'expiring' | 'valid'>([
    ...Array<'expired'>(share(4)).fill('expired'),
    ...Array<'expiring'>(share(8)).fill('expiring'),
    ...Array<'valid'>(total - share(4) - share(8)).fill('valid'),
  ]);
  keepEndedApart(states, health);
  const rows: Insertable<Database['rider']>[] = [];
  const cards = new Set<string>();
  for (let index = 0; index < total; index += 1) {
    const id = ids.next();
    const status = states[index] as RiderStatus;
    // Riders who left belonged to a closed station, if the demo has one.
    const candidates = status === 'offboarded' && closed.length > 0 ? closed : homes;
    const home = candidates[index % candidates.length] as StationPlan;
    const certificate = health[index];
    const male = chance.chance(0.86);
    const birth = dayOf(daysAgo(now, 365.25 * (19 + chance.next() * 34)));
    let card = idCard(birth, chance.int(0, 499) * 2 + (male ? 1 : 0));
    while (cards.has(card)) card = idCard(birth, chance.int(0, 499) * 2 + (male ? 1 : 0));
    cards.add(card);
    const joined = daysAgo(
      now,
      status === 'applying'
        ? chance.next() * 6
        : status === 'probation'
          ? chance.next() * 20
          : 25 + chance.next() * 700,
    );
    const works = status === 'active' || status === 'probation';
    const heard = works && isOnline(id, home.id, today, hour);
    const vehicle = chance.pick(['ebike', 'ebike', 'ebike', 'ebike', 'motor', 'car', 'walk'] as const);
    rows.push({
      id,
      rider_no: `R${String(index + 1).padStart(6, '0')}`,
      tel: demoTel(1_000 + index),
      // One rider has a very long name (DOMAIN §7).
      name: index === 3 ? '阿卜杜热西提·买买提明·努尔艾力' : personName(chance).name,
      ...idCardColumns(secrets, id, card),
      team_id: home.id,
      rider_type: types[index] as 'full',
      status,
      status_reason: status === 'suspended' ? suspendedFor(certificate, chance) : null,
      decided_at: status === 'suspended' ? daysAgo(now, 3) : null,
      checker_id: status === 'suspended' ? 0 : null,
      note: null,
      joined_at: status === 'applying' ? null : joined,
      left_at: status === 'offboarded' ? daysAgo(now, chance.next() * 20) : null,
      real_name_state: status === 'applying' ? 'reviewing' : 'passed',
      face_state: status === 'applying' ? 'none' : 'passed',
      face_at: status === 'applying' ? null : daysAgo(now, chance.next() * 3),
      health_state: certificate === 'expired' ? 'expired' : 'valid',
      health_valid_to: dayOf(
        new Date(
          now.getTime() +
            DAY_MS *
              (certificate === 'expired'
                ? -1 - chance.int(0, 40)
                : certificate === 'expiring'
                  ? chance.int(1, 29)
                  : chance.int(31, 360)),
        ),
      ),
      vehicle_type: vehicle,
      plate_no: vehicle === 'walk' ? null : plateNo(home.city.plate, index + 1),
      safety_score: 100 - Math.min(60, Math.floor(Math.abs(chance.normal()) * 9)),
      rating_x100: Math.max(320, 500 - Math.floor(Math.abs(chance.normal()) * 28)),
      train_score: status === 'applying' ? 0 : chance.int(70, 100),
      heartbeat_at: works
        ? new Date(now.getTime() - (heard ? chance.int(2, 80) * 1_000 : chance.int(200, 90_000) * 1_000))
        : null,
      version: 1,
      created_at: joined,
      updated_at: joined,
      created_by: 0,
      updated_by: 0,
    });
  }
  await insertRows(db, 'rider', rows);
  const former = new Set(closed.map(({ id }) => id));
  return rows
    .filter(({ status, team_id }) => status === 'active' || status === 'probation' || former.has(team_id))
    .map(({ id, team_id }) => ({ id, teamId: team_id }));
}

/**
 * Moves expired certificates to riders who are suspended or have left. Otherwise the product's job would suspend active riders with expired
 * certificates as soon as the demo runs.
 */
function keepEndedApart(states: readonly RiderStatus[], health: ('expired' | 'expiring' | 'valid')[]): void {
  const isStopped = (index: number) => states[index] === 'suspended' || states[index] === 'offboarded';
  const stopped = states.flatMap((_, index) => (isStopped(index) ? [index] : []));
  for (const [index, state] of health.entries()) {
    if (state !== 'expired' || isStopped(index)) continue;
    const other = stopped.find((at) => health[at] !== 'expired');
    if (other === undefined) return;
    [health[index], health[other]] = [health[other] ?? 'valid', 'expired'];
  }
}

/** Returns the reason of a suspension as a code, as the product stores it. */
function suspendedFor(certificate: string | undefined, chance: Random): string {
  const why = chance.pick(['auto.violations', 'auto.face'] as const);
  return certificate === 'expired' ? 'auto.certificate' : why;
}

export interface DemoMerchant {
  readonly id: number;
  readonly teamId: number;
}

const DISHES = ['面馆', '火锅', '烧烤', '水果店', '便利店', '奶茶店', '粥铺', '快餐', '药房', '花店'] as const;

/** Creates merchants (商家), to which orders refer. @returns the active merchants */
export async function makeMerchants(making: Making, plans: readonly StationPlan[]): Promise<DemoMerchant[]> {
  const { db, ids, size } = making;
  const chance = random('merchants');
  const homes = plans.filter(({ station }) => station !== null);
  const rows = Array.from({ length: size.merchants }, (_, index) => ({
    id: ids.next(),
    team_id: (homes[index % homes.length] as StationPlan).id,
    name: `示例${chance.pick(DISHES)}${index + 1}号店`,
    tel: demoTel(chance.int(0, 9_999)),
    status: chance.chance(0.96) ? ('active' as const) : ('closed' as const),
  }));
  await insertRows(db, 'merchant', rows);
  return rows.filter(({ status }) => status === 'active').map(({ id, team_id }) => ({ id, teamId: team_id }));
}

export interface DemoUser {
  readonly id: number;
  /** `null` when the user has no station yet. Such a user orders nothing. */
  readonly teamId: number | null;
  /** The first sign-in, if it is within the demo's days. `null` means that the first sign-in was long before these days. */
  readonly joinedAt: Date | null;
  /** Times of the user's last session and last order, number of the user's orders, and their paid and refunded amounts in fen. */
  readonly seen: {
    lastAt: Date | null;
    lastOrderAt: Date | null;
    orders: number;
    paidFen: number;
    refundFen: number;
  };
}

/** Plans users (用户) but does not write them, because their numbers of orders and their paid amounts depend on the orders. */
export function planUsers(making: Making, plans: readonly StationPlan[]): DemoUser[] {
  const { ids, now, size } = making;
  const chance = random('users');
  const homes = plans.filter(({ station }) => station !== null);
  const weights = homes.map(({ station }) => station?.weight ?? 0);
  return Array.from({ length: size.users }, () => ({
    id: ids.next(),
    teamId: chance.chance(0.03) ? null : (homes[chance.weighted(weights)] as StationPlan).id,
    joinedAt: chance.chance(0.35) ? joinMoment(now, chance) : null,
    seen: { lastAt: null, lastOrderAt: null, orders: 0, paidFen: 0, refundFen: 0 },
  }));
}

/** Picks a time in the demo's days between 07:00 and midnight. */
function joinMoment(now: Date, chance: Random): Date {
  for (;;) {
    const at = daysAgo(now, chance.next() * DEMO_DAYS);
    const { minutes } = wallTime(at, ZONE);
    if (minutes >= 7 * 60) return at;
  }
}

const WORDS = ['小满', '南风', '云朵', '阿七', '橙子', '北屿', '青禾', '糖糖', '山海', '月光', '微凉', '一一'] as const;

/** Writes the users with the totals of their orders. Sources have shares of 62, 14, 12, 9 and 3 %. 0.6 % of the users are blacklisted. */
export async function writeUsers(making: Making, users: readonly DemoUser[]): Promise<void> {
  const { db, now, size } = making;
  const chance = random('user rows');
  const shares = [
    ['wx', 62],
    ['ali', 14],
    ['dy', 12],
    ['app', 9],
    ['h5', 3],
  ] as const;
  const sources = chance.shuffled(
    shares.flatMap(([source, percent]) =>
      Array<(typeof shares)[number][0]>(Math.round((size.users * percent) / 100)).fill(source),
    ),
  );
  const black = new Set(
    chance.shuffled(users.map((_, index) => index)).slice(0, Math.max(1, Math.round(size.users * 0.006))),
  );
  await insertRows(
    db,
    'app_user',
    users.map(({ id, teamId, joinedAt, seen }, index) => {
      const first = joinedAt ?? daysAgo(now, 121 + chance.next() * 500);
      const status = black.has(index) ? ('blacklisted' as const) : ('normal' as const);
      return {
        id,
        // Only 10,000 phone numbers are certain never to receive messages. Users beyond the first 7,500 have no number.
        tel: index < 7_500 ? demoTel(2_400 + index) : null,
        nickname:
          index === 5
            ? '一个名字特别长的用户昵称用来检查页面的排版是否正常'
            : `${chance.pick(WORDS)}${chance.int(1, 9_999)}`,
        source: sources[index] ?? 'wx',
        home_team_id: teamId,
        level: Math.min(5, Math.floor(seen.orders / 8)),
        tags: '[]',
        status,
        black_until: status === 'blacklisted' && index % 2 === 0 ? new Date(now.getTime() + 60 * DAY_MS) : null,
        order_count: seen.orders,
        paid_fen: seen.paidFen,
        refund_bp: seen.paidFen > 0 ? Math.min(10_000, Math.round((seen.refundFen * 10_000) / seen.paidFen)) : 0,
        first_login_at: first,
        last_active_at: seen.lastAt ?? first,
        last_order_at: seen.lastOrderAt,
        cancel_at: null,
        version: 1,
        created_at: first,
        updated_at: seen.lastAt ?? first,
        created_by: 0,
        updated_by: 0,
      };
    }),
  );
}
