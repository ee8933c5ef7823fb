import type { UserEvent } from '../../../contract/user.intake';
import { openLossesOfUser, runningOrdersOf } from '../../modules/order';
import { demoTel } from '../names';
import type { Random } from '../random';
import { NOTHING, type Traffic, type TrafficTools } from './traffic';

/**
 * Simulates the users' app: users sign in. Occasionally a user registers, saves an address, tops up or pays from the wallet, uses a coupon,
 * or leaves.
 */

const SIGN_INS = 5;
const MODELS = ['P60', 'Mate 50', 'Redmi K70', 'iPhone 15'] as const;
/** The probability of each event in a round (one round per minute). */
const RATES = { registered: 0.3, address: 0.25, topUp: 0.4, payment: 0.25, coupon: 0.2, leaving: 0.02 } as const;
const TOP_UPS = [5_000, 10_000, 20_000] as const;
const MEMBERSHIP_FEN = 1_500;

interface Person {
  readonly id: number;
  readonly teamId: number | null;
}
type Tools = Pick<TrafficTools, 'db' | 'chance' | 'newId'> & { readonly at: string };
/** Function that creates an event, usually about one of `people`. @returns `null` when no such event is possible */
type Habit = (tools: Tools, people: readonly Person[]) => Promise<UserEvent | null> | UserEvent;

const pick = (chance: Random, people: readonly Person[]): number => chance.pick(people).id;

const registered: Habit = ({ chance, newId, at }, people) => {
  const userId = newId();
  const { teamId } = chance.pick(people);
  return {
    ...{ event: 'registered', no: `r${userId}`, userId, at, tel: null, nickname: `新用户${userId % 10_000}` },
    ...{ source: 'wx', teamId },
  };
};

const addressSaved: Habit = ({ chance, newId, at }, people) => ({
  ...{ event: 'addressSaved', no: `d${newId()}`, userId: pick(chance, people), at, addressNo: 'S1' },
  ...{ contactName: '示例用户', tel: demoTel(chance.int(0, 9_999)), region: '示例省示例市' },
  ...{
    detail: `示例路${chance.int(1, 300)} 号`,
    lng: 104 + chance.int(0, 99) / 1_000,
    lat: 30 + chance.int(0, 99) / 1_000,
  },
  isDefault: false,
});

const toppedUp: Habit = async ({ db, chance, newId, at }, people) => {
  const number = await db
    .selectFrom('merchant_number')
    .select(['channel', 'mch_no as mchNo'])
    .where('channel', '=', 'wechat')
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!number) return null;
  const no = `t${newId()}`;
  return {
    ...{ event: 'toppedUp', no, userId: pick(chance, people), at, amountFen: chance.pick(TOP_UPS) },
    ...{ ...number, tradeNo: `SIM${no}` },
  };
};

/** Selects the users whose balance equals an amount, or is at least this amount. */
const withBalance = (db: Tools['db'], people: readonly Person[], operator: '=' | '>=', fen: number) =>
  db
    .selectFrom('app_user')
    .select('id')
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .where('balance_fen', operator, fen);

const walletPaid: Habit = async ({ db, chance, newId, at }, people) => {
  const payers = await withBalance(db, people, '>=', MEMBERSHIP_FEN).execute();
  if (payers.length === 0) return null;
  const userId = chance.pick(payers).id;
  return { event: 'walletPaid', no: `w${newId()}`, userId, at, amountFen: MEMBERSHIP_FEN, title: '会员月卡' };
};

/** Uses a coupon for the latest order of the coupon's user. */
const couponUsed: Habit = async ({ db, chance, newId, at }, people) => {
  const coupons = await db
    .selectFrom('user_coupon')
    .select(['id', 'user_id as userId'])
    .where('status', '=', 'unused')
    .where('valid_to', '>', new Date(at))
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .limit(50)
    .execute();
  if (coupons.length === 0) return null;
  const { id: couponId, userId } = chance.pick(coupons);
  const order = await db
    .selectFrom('customer_order')
    .select('order_no as orderNo')
    .where('app_user_id', '=', userId)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order ? { event: 'couponUsed', no: `c${newId()}`, userId, at, couponId, ...order } : null;
};

/** Creates the event of a user who leaves. Such a user has no money, no running orders and no open food losses. */
const leaving: Habit = async ({ db, chance, newId, at }, people) => {
  const withoutMoney = await withBalance(db, people, '=', 0).limit(20).execute();
  for (const { id: userId } of chance.shuffled(withoutMoney)) {
    const isFree = (await runningOrdersOf(db, userId)) === 0 && (await openLossesOfUser(db, userId)) === 0;
    if (isFree) return { event: 'leaving', no: `v${newId()}`, userId, at };
  }
  return null;
};

/** `leaving` is the first event of a round: it requires an empty wallet, and later events change wallets. */
const HABITS = [
  [RATES.leaving, leaving],
  [RATES.registered, registered],
  [RATES.address, addressSaved],
  [RATES.topUp, toppedUp],
  [RATES.payment, walletPaid],
  [RATES.coupon, couponUsed],
] as const satisfies readonly (readonly [number, Habit])[];

export const userTraffic: Traffic = async ({ db, send, chance, now, newId }) => {
  let users: readonly Person[] = await db
    .selectFrom('app_user')
    .select(['id', 'home_team_id as teamId'])
    .where('status', '=', 'normal')
    .orderBy('last_active_at', 'desc')
    .limit(500)
    .execute();
  if (users.length === 0) return NOTHING;
  const at = now.toISOString();
  const events: UserEvent[] = [];
  for (const [rate, habit] of HABITS) {
    if (users.length === 0 || !chance.chance(rate)) continue;
    const event = await habit({ db, chance, newId, at }, users);
    if (!event) continue;
    events.push(event);
    // Each user has at most one event per round, so that no event depends on another.
    users = users.filter(({ id }) => !('userId' in event) || id !== event.userId);
  }
  for (const { id: userId } of chance.shuffled(users).slice(0, SIGN_INS)) {
    events.push({
      ...{ event: 'signedIn', no: `s${newId()}`, userId, at, deviceKey: `sim-device-${userId}`, platform: 'android' },
      ...{ model: MODELS[userId % MODELS.length] ?? 'P60', appVersion: '3.2.0', ip: '203.0.113.20' },
    });
  }
  return send('user.Intake/push', { events });
};
