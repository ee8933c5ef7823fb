import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { UserEvent } from '../../../contract/user.intake';
import { COUPON_STATES, userLifecycle } from '../../../contract/user.states';
import { contentDigest } from '../../core/canonical-json';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { deviceColumns } from '../../core/devices';
import { type RefusedReport, requireNotAhead, requireNotOlder, takeAlone } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { addDays, wallTime } from '../../core/money/days';
import { closedUntil, type Entry, post, walletPay, walletPayout, walletTopUp } from '../ledger';
import { openLossesOfUser, runningOrdersOf } from '../order';
import { merchantNumbers } from '../reference';
import { reportedTeam } from '../team';
import { addCouponCount, changeCoupon, couponStatusAt, lockCoupon, saveTemplate } from './coupon-store';
import { leavesAt } from './leave';
import { changeProfile, phoneTaken } from './profile';
import { changeUser, findUser, lockUser, type StoredUser } from './store';

/**
 * This module processes user events of the ordering system. A repeated event changes nothing. An event with the kind and number of an
 * earlier event but other contents is refused (docs/orders.md).
 */

type Db = Kysely<Database>;
interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timeZone: string;
  /** Maximum age of a money event in days (setting `eventLateDays`, DOMAIN §9 decision 17). */
  readonly lateDays: number;
}
type Of<E extends UserEvent['event']> = Extract<UserEvent, { event: E }>;
type OfUser = Exclude<UserEvent, Of<'couponTemplate'>>;
interface Taken {
  readonly state: 'done' | 'repeated';
}

/** Kinds of events that move money. Events of these kinds are refused if they are older than `lateDays`. */
const MONEY: readonly UserEvent['event'][] = ['toppedUp', 'walletPaid', 'paidOut'];

/** Processes one event in its own transaction, or in the caller's transaction if there is one. */
export const takeUserEvent = (tools: Tools, event: UserEvent): Promise<Taken | RefusedReport> =>
  takeAlone(tools, (own) => take(own, event));

async function take(tools: Tools, event: UserEvent): Promise<Taken> {
  const { db, clock, lateDays } = tools;
  const digest = contentDigest(event);
  const at = new Date(event.at);
  requireNotAhead(at, clock.now());
  if (MONEY.includes(event.event)) requireNotOlder(at, clock.now(), lateDays);
  const userId = event.event === 'couponTemplate' ? 0 : event.userId;
  const added = await db
    .insertInto('user_event')
    .values({ event: event.event, no: event.no, user_id: userId, digest, at, received_at: clock.now() })
    .onConflict((conflict) => conflict.columns(['event', 'no']).doNothing())
    .returning('no')
    .executeTakeFirst();
  if (!added) {
    const known = await db
      .selectFrom('user_event')
      .where('event', '=', event.event)
      .where('no', '=', event.no)
      .select('digest')
      .executeTakeFirstOrThrow();
    if (known.digest !== digest) throw refuse(40902);
    return { state: 'repeated' };
  }
  if (event.event === 'couponTemplate') await saveTemplate(db, { ...event, id: event.templateId, at });
  else await takeOfUser(tools, event, at);
  return { state: 'done' };
}

async function takeOfUser(tools: Tools, event: OfUser, at: Date): Promise<void> {
  if (event.event === 'registered') return register(tools, event, at);
  const user = await lockUser(tools.db, event.userId);
  if (!user) throw refuse(40401);
  // Never store data of a user who left, even if the ordering system still sends data.
  if (user.status === 'cancelled') throw refuse(42201, { state: userLifecycle.states.cancelled.text });
  switch (event.event) {
    case 'signedIn':
      return signIn(tools.db, event, at);
    case 'addressSaved':
      return saveAddress(tools.db, event, at);
    case 'addressRemoved':
      await tools.db
        .deleteFrom('user_address')
        .where('user_id', '=', user.id)
        .where('address_no', '=', event.addressNo)
        .execute();
      return;
    case 'couponUsed':
      return spendCoupon(tools.db, event, at);
    case 'profileChanged':
      return changeProfile(tools.db, user, event, at);
    case 'leaving':
      return leave(tools, user, at);
    case 'staying':
      return stay(tools, user, at);
    default:
      await post(tools, await walletEntry(tools, user, event, at));
  }
}

/**
 * Creates a user.
 * @throws Refusal 40401 when the station does not exist · 40902 when the user exists · 40903 when another user has this phone
 */
async function register({ db }: Tools, event: Of<'registered'>, at: Date): Promise<void> {
  if (event.teamId) await reportedTeam(db, event.teamId);
  const row = { id: event.userId, tel: event.tel ?? null, nickname: event.nickname, source: event.source };
  const added = await db
    .insertInto('app_user')
    .values({
      ...row,
      home_team_id: event.teamId ?? null,
      level: event.level ?? 0,
      points: event.points ?? 0,
      tags: '[]',
      status: 'normal',
      first_login_at: at,
      last_active_at: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw (await findUser(db, event.userId)) ? refuse(40902) : phoneTaken();
}

async function signIn(db: Db, event: Of<'signedIn'>, at: Date): Promise<void> {
  const device = { user_id: event.userId, ...deviceColumns(event, at) };
  await db
    .insertInto('user_device')
    .values({ ...device, first_at: at, logins: 1 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_key']).doUpdateSet((eb) => ({
        ...device,
        last_at: sql<Date>`greatest(user_device.last_at, excluded.last_at)`,
        logins: eb('user_device.logins', '+', 1),
      })),
    )
    .execute();
  await sql`update app_user set last_active_at = greatest(last_active_at, ${at}) where id = ${event.userId}`.execute(
    db,
  );
}

async function saveAddress(db: Db, event: Of<'addressSaved'>, at: Date): Promise<void> {
  const { userId, addressNo, contactName, tel, region, detail, lng, lat, isDefault } = event;
  if (isDefault)
    await db.updateTable('user_address').set({ is_default: false }).where('user_id', '=', userId).execute();
  const row = { contact_name: contactName, tel, region, detail, lng, lat, is_default: isDefault, updated_at: at };
  await db
    .insertInto('user_address')
    .values({ user_id: userId, address_no: addressNo, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_no']).doUpdateSet(row))
    .execute();
}

async function spendCoupon(db: Db, { userId, couponId, orderNo }: Of<'couponUsed'>, at: Date): Promise<void> {
  const coupon = await lockCoupon(db, couponId);
  if (coupon?.user_id !== userId) throw refuse(40401);
  const status = couponStatusAt(coupon, at);
  if (status !== 'unused') throw refuse(42201, { state: COUPON_STATES[status].text });
  await changeCoupon(db, coupon, { status: 'used', order_no: orderNo, used_at: at });
  await addCouponCount(db, userId, -1);
}

/**
 * Records that a user requests deletion.
 * @throws Refusal 42201 wrong state · 42227 running orders · 42241 money in the wallet · 42306 an open food-loss case
 */
async function leave({ db }: Tools, user: StoredUser, at: Date): Promise<void> {
  const { status } = user;
  if (!userLifecycle.allowed(status, 'leave')) throw refuse(42201, { state: userLifecycle.states[status].text });
  if (user.balance_fen > 0) throw refuse(42241);
  const running = await runningOrdersOf(db, user.id);
  if (running > 0) throw refuse(42227, { n: running });
  if ((await openLossesOfUser(db, user.id)) > 0) throw refuse(42306);
  await changeUser(db, user, { status: 'cancelling', cancel_at: leavesAt(at) }, { at, accountId: 0 });
}

async function stay({ db }: Tools, user: StoredUser, at: Date): Promise<void> {
  const { status } = user;
  if (!userLifecycle.allowed(status, 'stay')) throw refuse(42201, { state: userLifecycle.states[status].text });
  await changeUser(db, user, { status: 'normal', cancel_at: null }, { at, accountId: 0 });
}

/**
 * Builds the ledger entry of a wallet event. If the event's day is already closed, the entry is booked on the next open day.
 * @throws Refusal 40401 when there is no such merchant number · 42232 when the amount exceeds the wallet's balance
 */
async function walletEntry(
  { db, timeZone }: Tools,
  user: StoredUser,
  event: Of<'toppedUp'> | Of<'walletPaid'> | Of<'paidOut'>,
  at: Date,
): Promise<Entry> {
  const { day } = wallTime(at, timeZone);
  const closed = await closedUntil(db);
  const bookedOn = closed !== null && day <= closed ? addDays(closed, 1) : day;
  const on = { bizNo: walletNo(event), teamId: user.home_team_id ?? 0, at, day: bookedOn };
  const { amountFen } = event;
  if (event.event !== 'toppedUp' && amountFen > user.balance_fen) throw refuse(42232);
  if (event.event === 'walletPaid') return walletPay({ ...on, remark: event.title }, user.id, amountFen);
  // Disabled numbers are included: the platform has already moved the money of a reported payment.
  const numbers = await merchantNumbers(db);
  const number = numbers.find(({ channel, mchNo }) => channel === event.channel && mchNo === event.mchNo);
  if (!number) throw refuse(40401);
  const bill = {
    ...{ counterType: 'user' as const, counterId: user.id },
    ...{ channel: event.channel, tradeNo: event.tradeNo },
  };
  const moved = { userId: user.id, amountFen, merchantNumberId: number.id };
  return event.event === 'toppedUp'
    ? walletTopUp(on, { ...moved, giftFen: event.giftFen ?? 0 }, bill)
    : walletPayout(on, moved, bill);
}

/** Returns an event's number. A number longer than a transaction's maximum of 32 characters is replaced by a hash of 32 characters. */
const walletNo = ({ event, no }: UserEvent): string =>
  no.length <= 32 ? no : createHash('sha256').update(`${event} ${no}`).digest('hex').slice(0, 32);
