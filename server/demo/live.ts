import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { addDays, wallTime } from '../core/days';
import type { Ids } from '../core/ids';
import type { Job } from '../core/jobs';
import { WORKING_STATES } from '../modules/people';
import { insertRows } from './insert';
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
import { type Station, ZONE } from './world';

/** A demo that slept longer wakes up with so many days of orders. */
const LONGEST_SLEEP_DAYS = 31;

/** Lets the demo's time go on; does nothing where the generator has not been. */
export const demoJobs: readonly Job[] = [{ name: 'demo', everyMs: 45_000, run: pulse }];

async function pulse(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const state = await db
    .selectFrom('demo_pulse')
    .select(['demo_pulse.at', 'demo_pulse.orders_per_day as ordersPerDay'])
    .executeTakeFirst();
  const now = clock.now();
  if (!state || now <= state.at) return;
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await beat(transaction, now);
    const town = await readTown(transaction, now);
    await settle(transaction, town, now);
    await order(transaction, ids, town, { from: state.at, to: now, ordersPerDay: state.ordersPerDay });
    await transaction.updateTable('demo_pulse').set({ at: now }).where('id', '=', 1).execute();
  });
}

/** Heartbeats of the riders who are online in this hour. */
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

/** The stations that take orders now with the people around them. */
async function readTown(db: Kysely<Database>, now: Date): Promise<LiveTown> {
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
    seen: { lastAt: null, orders: 0, paidFen: 0, refundFen: 0 },
  }));
  return {
    stationAt: stationDraw(stations),
    riders: byTeam(await workingRiders(db)),
    merchants: byTeam(merchants),
    users: byTeam(people),
    people,
  };
}

/** Tells what has become of the orders that were under way. */
async function settle(db: Kysely<Database>, town: LiveTown, now: Date): Promise<void> {
  const open = await db
    .selectFrom('customer_order')
    .where('customer_order.paid_at', '>', addHours(now, -24 * LONGEST_SLEEP_DAYS))
    .where((eb) =>
      eb.or([
        eb('customer_order.status', 'in', ['paid', 'accepted']),
        eb.and([eb('customer_order.refunded_at', 'is', null), eb('customer_order.paid_at', '>', addHours(now, -24))]),
      ]),
    )
    .select([
      'customer_order.id',
      'customer_order.team_id as teamId',
      'customer_order.order_no as orderNo',
      'customer_order.paid_at as paidAt',
      'customer_order.promised_at as promisedAt',
      'customer_order.paid_fen as paidFen',
      'customer_order.rider_id as riderId',
    ])
    .execute();
  const rows = open.map((row) => {
    const promiseMin = (row.promisedAt.getTime() - row.paidAt.getTime()) / 60_000;
    const events = eventsOf({ ...row, promiseMin }, town.riders.get(row.teamId) ?? [], now);
    return {
      id: row.id,
      team_id: row.teamId,
      status: events.status,
      rider_id: row.riderId ?? events.riderId,
      accepted_at: events.acceptedAt,
      delivered_at: events.deliveredAt,
      cancelled_at: events.cancelledAt,
      refunded_at: events.refundedAt,
      refund_fen: events.refundFen,
    };
  });
  await sql`
    update customer_order target
    set status = fresh.status, rider_id = fresh.rider_id, accepted_at = coalesce(target.accepted_at, fresh.accepted_at),
      delivered_at = coalesce(target.delivered_at, fresh.delivered_at), cancelled_at = fresh.cancelled_at,
      refunded_at = fresh.refunded_at, refund_fen = fresh.refund_fen
    from json_populate_recordset(null::customer_order, ${JSON.stringify(rows)}::json) fresh
    where target.team_id = fresh.team_id and target.id = fresh.id
      and (target.status, target.refunded_at) is distinct from (fresh.status, fresh.refunded_at)`.execute(db);
}

/** Adds the orders and sessions of the time that has passed. */
async function order(
  db: Kysely<Database>,
  ids: Ids,
  town: LiveTown,
  span: { readonly from: Date; readonly to: Date; readonly ordersPerDay: number },
): Promise<void> {
  const { to, ordersPerDay } = span;
  const from = new Date(Math.max(span.from.getTime(), addHours(to, -24 * LONGEST_SLEEP_DAYS).getTime()));
  const sessions: Session[] = [];
  const rows = [];
  const lastDay = wallTime(to, ZONE).day;
  for (let day = wallTime(from, ZONE).day; day <= lastDay; day = addDays(day, 1)) {
    for (const [index, at] of momentsOf(day, ordersOn(day, ordersPerDay)).entries()) {
      if (at < from || at >= to) continue;
      const drawn = drawOrder(town, ids.next(), orderNoOf(day, index + 1), at, to);
      if (!drawn) continue;
      rows.push(drawn.row);
      if (drawn.user) sessions.push({ user: drawn.user, ...sessionBefore(at, null) });
    }
    sessions.push(
      ...browsing(town.people, day, Math.round(town.people.length / 30), to).filter(({ at }) => at >= from),
    );
  }
  await insertRows(db, 'customer_order', rows);
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
}

/** New users: about three in a thousand a day. */
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
        seen: { lastAt: null, orders: 0, paidFen: 0, refundFen: 0 },
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
