import { type Kysely, sql } from 'kysely';
import type { OrderEvent } from '../../contract/order';
import type { Clock } from '../core/clock';
import type { Database } from '../core/database/schema';
import type { Ids } from '../core/ids';
import type { Job } from '../core/jobs';
import { addDays, momentOf, wallTime } from '../core/money/days';
import { coverOrders } from '../modules/insurance';
import { WORKING_STATES } from '../modules/people';
import { askForOrders } from './enquiries';
import { insertRows } from './insert';
import { eventsOfOrder, laterEvents, NIGHT_HOURS, night, tell } from './money';
import {
  browsing,
  byTeam,
  drawOrder,
  eventsOf,
  firstSessions,
  momentsOf,
  orderNoOf,
  ordersOn,
  type Session,
  sessionBefore,
  stationDraw,
  type Town,
} from './orders';
import { type DemoUser, isOnline } from './people';
import { random } from './random';
import { stateDay } from './recon';
import { type Station, ZONE } from './world';

/** Number of days for which the demo creates missing orders after a stop. Orders before these days are not created. */
const LONGEST_SLEEP_DAYS = 31;

/** Jobs that advance the demo's time. They do nothing in a database that the generator has not filled. */
export const demoJobs: readonly Job[] = [
  { name: 'demo', everyMs: 45_000, run: pulse },
  { name: 'demo-statements', everyMs: 600_000, run: yesterdaysStatements },
];

/**
 * Creates yesterday's trade statements of the platforms, but not before 10:05. The platforms provide the statements from 10:00. The
 * function does nothing in a database that the generator has not filled.
 */
async function yesterdaysStatements(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const state = await db.selectFrom('demo_pulse').select('demo_pulse.id').executeTakeFirst();
  if (state) await stateDay({ db, ids, ports: {} }, addDays(wallTime(clock.now(), ZONE).day, -1), clock.now());
}

async function pulse(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const state = await db
    .selectFrom('demo_pulse')
    .select(['demo_pulse.at', 'demo_pulse.orders_per_day as ordersPerDay'])
    .executeTakeFirst();
  const now = clock.now();
  if (!state || now <= state.at) return;
  const placed: OrderEvent[] = [];
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await beat(transaction, now);
    const town = await readTown(transaction, now);
    const span = { from: state.at, to: now, ordersPerDay: state.ordersPerDay };
    const events = await settle(transaction, town, now);
    placed.push(...(await order(transaction, ids, town, span)));
    events.push(...placed);
    await tellByDay({ db: transaction, ids, now }, state.at, events);
    // Events with `isHistory` create no insurance policies, so we create the policies for these acceptances here.
    const accepted = events.flatMap((event) =>
      event.event === 'accepted' && isBetween(new Date(event.at), state.at, now)
        ? [{ riderId: event.riderId, teamId: event.teamId, orderNo: event.orderNo, at: new Date(event.at) }]
        : [],
    );
    await coverOrders({ db: transaction, clock, ids }, accepted, ZONE);
    await transaction.updateTable('demo_pulse').set({ at: now }).where('id', '=', 1).execute();
  });
  await askForOrders({ db, clock, ids }, placed);
}

/** Updates the heartbeat of each working rider who is online in this hour. */
async function beat(db: Kysely<Database>, now: Date): Promise<void> {
  const { day, minutes } = wallTime(now, ZONE);
  const riders = await workingRiders(db);
  const online = riders.filter(({ id, teamId }) => isOnline(id, teamId, day, Math.floor(minutes / 60)));
  await sql`update rider set heartbeat_at = ${now} where id = any(${online.map(({ id }) => id)}::bigint[])`.execute(db);
}

async function workingRiders(db: Kysely<Database>): Promise<{ id: number; teamId: number }[]> {
  return await db
    .selectFrom('rider')
    .where('rider.status', 'in', [...WORKING_STATES])
    .select(['rider.id', 'rider.team_id as teamId'])
    .orderBy('rider.id')
    .execute();
}

interface LiveTown extends Town {
  readonly people: readonly DemoUser[];
}

/** Reads the operating stations with their working riders, active merchants, and users in the state `normal`. */
export async function readTown(db: Kysely<Database>, now: Date): Promise<LiveTown> {
  const teams = await db
    .selectFrom('team')
    .innerJoin('team_area', (join) =>
      join.onRef('team_area.team_id', '=', 'team.id').on('team_area.phase', '=', 'current'),
    )
    .where('team.status', '=', 'operating')
    .where('team.deleted_at', 'is', null)
    .select([
      'team.id',
      'team.lng',
      'team.lat',
      'team.promise_min as promiseMin',
      'team.opened_at as openedAt',
      'team_area.polygon',
    ])
    .orderBy('team.id')
    .execute();
  const stations: Station[] = teams.map(({ id, lng, lat, promiseMin, openedAt, polygon }) => ({
    id,
    polygon,
    centre: { lng: lng ?? 0, lat: lat ?? 0 },
    promiseMin: promiseMin ?? 45,
    from: openedAt ?? now,
    to: new Date(8.64e15),
    weight: 1 + (id % 7) / 5,
  }));
  const merchants = await db
    .selectFrom('merchant')
    .where('merchant.status', '=', 'active')
    .select(['merchant.id', 'merchant.team_id as teamId'])
    .orderBy('merchant.id')
    .execute();
  const users = await db
    .selectFrom('app_user')
    .where('app_user.status', '=', 'normal')
    .select(['app_user.id', 'app_user.home_team_id as teamId'])
    .orderBy('app_user.id')
    .execute();
  const people: DemoUser[] = users.map((user) => ({
    ...user,
    joinedAt: null,
    seen: { lastAt: null, lastOrderAt: null, orders: 0, paidFen: 0, refundFen: 0 },
  }));
  return {
    stationAt: stationDraw(stations),
    riders: byTeam(await workingRiders(db)),
    merchants: byTeam(merchants),
    users: byTeam(people),
    people,
  };
}

/** Computes the next events of orders. Orders of the last 24 hours may also get a refund after they are completed. */
async function settle(db: Kysely<Database>, town: LiveTown, now: Date): Promise<OrderEvent[]> {
  const open = await db
    .selectFrom('customer_order')
    .where('customer_order.paid_at', '>', addHours(now, -24 * LONGEST_SLEEP_DAYS))
    // Orders of `npm run simulate` are excluded, because that command sends their later events itself.
    .where('customer_order.order_no', 'like', 'OD%')
    .where((eb) =>
      eb.or([
        eb('customer_order.status', 'in', ['paid', 'accepted']),
        eb.and([eb('customer_order.refunded_at', 'is', null), eb('customer_order.paid_at', '>', addHours(now, -24))]),
      ]),
    )
    .selectAll()
    .orderBy('customer_order.id')
    .execute();
  return open.flatMap((row) => {
    const promiseMin = (row.promised_at.getTime() - row.paid_at.getTime()) / 60_000;
    const order = { orderNo: row.order_no, paidAt: row.paid_at, paidFen: row.paid_fen, promiseMin };
    const events = eventsOf(order, town.riders.get(row.team_id) ?? [], now);
    const { cost_snapshot: _cost, ...known } = row;
    const later = {
      ...known,
      rider_id: row.rider_id ?? events.riderId,
      accepted_at: events.acceptedAt,
      delivered_at: events.deliveredAt,
      cancelled_at: events.cancelledAt,
      refunded_at: events.refundedAt,
      refund_fen: events.refundFen,
    };
    return laterEvents(later, row);
  });
}

/** Creates the orders, sessions and new users of the elapsed time. @returns the events of the orders */
async function order(
  db: Kysely<Database>,
  ids: Ids,
  town: LiveTown,
  span: { readonly from: Date; readonly to: Date; readonly ordersPerDay: number },
): Promise<OrderEvent[]> {
  const { to, ordersPerDay } = span;
  const from = new Date(Math.max(span.from.getTime(), addHours(to, -24 * LONGEST_SLEEP_DAYS).getTime()));
  const sessions: Session[] = [];
  const rows = [];
  const lastDay = wallTime(to, ZONE).day;
  for (let day = wallTime(from, ZONE).day; day <= lastDay; day = addDays(day, 1)) {
    for (const [index, at] of momentsOf(day, ordersOn(day, ordersPerDay)).entries()) {
      if (at < from || at >= to) continue;
      const drawn = drawOrder(town, 0, orderNoOf(day, index + 1), at, to);
      if (!drawn) continue;
      rows.push(drawn.row);
      if (drawn.user) sessions.push({ user: drawn.user, ...sessionBefore(at, null) });
    }
    sessions.push(
      ...browsing(town.people, day, Math.round(town.people.length / 30), to).filter(({ at }) => at >= from),
    );
  }
  sessions.push(...(await join(db, ids, town, from, to)));
  const first = firstSessions(sessions).map(({ day, user, at }) => ({
    day,
    app_user_id: user.id,
    home_team_id: user.teamId,
    first_at: at,
  }));
  await sql`
    insert into app_user_day (day, app_user_id, home_team_id, first_at)
    select day, app_user_id, home_team_id, first_at
    from json_populate_recordset(null::app_user_day, ${JSON.stringify(first)}::json)
    on conflict do nothing`.execute(db);
  return rows.flatMap(eventsOfOrder);
}

/** Processes events since `from` day by day. Before each day's events it runs `night`, which releases money and charges fees. */
async function tellByDay(
  on: { db: Kysely<Database>; ids: Ids; now: Date },
  from: Date,
  events: OrderEvent[],
): Promise<void> {
  const dayOf = (at: Date) => wallTime(at, ZONE).day;
  const today = dayOf(on.now);
  for (let day = dayOf(from); day <= today; day = addDays(day, 1)) {
    // On the first day, `night` has work to do only if one of the times in `NIGHT_HOURS` is after `from`.
    if (day !== dayOf(from) || NIGHT_HOURS.some((minutes) => isBetween(momentOf(day, minutes, ZONE), from, on.now))) {
      await night(on, day);
    }
    const upTo = day === today ? on.now : momentOf(addDays(day, 1), 0, ZONE);
    const isFirst = day === dayOf(from);
    const start = isFirst ? new Date(0) : momentOf(day, 0, ZONE);
    await tell(
      on,
      events.filter(({ at }) => new Date(at) >= start && new Date(at) < upTo),
    );
  }
}

function isBetween(at: Date, from: Date, to: Date): boolean {
  return from < at && at <= to;
}

/** Creates new users: per day, about 0.3 % of the existing number of users. */
async function join(db: Kysely<Database>, ids: Ids, town: LiveTown, from: Date, to: Date): Promise<Session[]> {
  const sessions: Session[] = [];
  const lastDay = wallTime(to, ZONE).day;
  for (let day = wallTime(from, ZONE).day; day <= lastDay; day = addDays(day, 1)) {
    for (const at of momentsOf(day, Math.ceil(town.people.length * 0.003), 'joining')) {
      if (at < from || at >= to) continue;
      const teamId = town.stationAt(at, random(`home ${at.getTime()}`))?.id ?? null;
      const user = {
        id: ids.next(),
        teamId,
        joinedAt: at,
        seen: { lastAt: null, lastOrderAt: null, orders: 0, paidFen: 0, refundFen: 0 },
      };
      sessions.push({ user, day, at });
    }
  }
  await insertRows(
    db,
    'app_user',
    sessions.map(({ user, at }) => ({
      id: user.id,
      tel: null,
      nickname: `新用户${user.id % 10_000}`,
      source: 'wx' as const,
      home_team_id: user.teamId,
      tags: '[]',
      status: 'normal' as const,
      first_login_at: at,
      last_active_at: at,
      created_at: at,
      updated_at: at,
    })),
  );
  return sessions;
}

function addHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000);
}
