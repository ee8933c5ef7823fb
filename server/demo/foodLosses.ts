import { type Insertable, sql } from 'kysely';
import { splitByShares } from '../../contract/foodLoss.split';
import {
  type FoodLossState,
  LOSS,
  LOSS_REASON_TEXT,
  LOSS_REASONS,
  type LossParty,
  type LossReason,
  photosNeeded,
} from '../../contract/foodLoss.states';
import { HOUR_MS } from '../../contract/units';
import { fixedClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { wallTime } from '../core/money/days';
import { businessNo } from '../core/money/numbers';
import { holdFor, partyId, suggestLiability, tryToPay } from '../modules/foodLoss';
import { peopleWith } from './fundAudits';
import { insertRows } from './insert';
import { demoPicture } from './pictures';
import { type Random, random } from './random';
import { type Making, ZONE } from './world';

/**
 * Creates the demo's food losses (DOMAIN §7) for delivered orders of the last weeks. Nine in ten decisions follow the rule's suggestion.
 * The module's own code paid the closed losses. An open loss holds the settlement of its order unless the money is already available.
 */

interface Order {
  readonly team_id: number;
  readonly order_no: string;
  readonly rider_id: number | null;
  readonly merchant_id: number | null;
  readonly user_id: number;
  readonly goods_fen: number;
  readonly paid_at: Date;
  readonly accepted_at: Date | null;
  readonly promised_at: Date;
  readonly delivered_at: Date;
}
type Row = Insertable<Database['food_loss']>;
type Person = Awaited<ReturnType<typeof peopleWith>>[number];

/** States of older losses, with their number per hundred. The newest losses are open. */
const ENDED: readonly (readonly [FoodLossState, number])[] = [
  ['closed', 84],
  ['rejected', 11],
  ['cancelled', 5],
];
const OPEN: readonly FoodLossState[] = [
  'submitted',
  'deciding',
  'supplementing',
  'decided',
  'appealing',
  'compensating',
  'compFailed',
];
/** The share of closed losses that had an appeal. */
const APPEALED = 0.08;
const DESCRIPTIONS: Readonly<Partial<Record<LossReason, string>>> = {
  spilled: '汤汁全部洒在袋子里，餐盒已变形。',
  damaged: '餐盒被压坏，无法食用。',
  missingItem: '少了一份主食，小票上有。',
  late: '比承诺时间晚到，餐品已凉。',
  foreignObject: '菜里发现一小段塑料。',
};

export async function makeFoodLosses(making: Making): Promise<void> {
  const { db, size } = making;
  if (size.foodLosses === 0) return;
  const chance = random('foodLosses');
  const people = await peopleWith(db, 'customerService');
  const owner = await peopleWith(db, 'financeReviewer');
  const staff = [...people, ...owner];
  if (staff.length === 0) return;
  const photo = await picture(making);
  // The newest losses are open: at least one in each open state.
  const orders = await ordersOf(making);
  for (const [at, order] of orders.entries()) {
    const isOpen = at < OPEN.length + Math.floor(size.foodLosses / 20);
    const state = isOpen
      ? (OPEN[at % OPEN.length] ?? 'submitted')
      : (ENDED[chance.weighted(ENDED.map(([, n]) => n))]?.[0] ?? 'closed');
    const reason = LOSS_REASONS[at % LOSS_REASONS.length] ?? 'other';
    await makeOne(making, chance, { order, state, reason, staff, photo });
  }
}

/** Reads a pseudo-random selection of delivered orders that are in the ledger, the newest order first. */
async function ordersOf({ db, size, now }: Making): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select team_id, order_no, rider_id, merchant_id, app_user_id as user_id, goods_fen, paid_at, accepted_at, promised_at, delivered_at
    from customer_order
    where status = 'delivered' and cost_snapshot is not null and settled_at is not null and refund_fen = 0 and rider_id is not null
      and goods_fen > 200 and delivered_at < ${new Date(now.getTime() - HOUR_MS)}
    order by hashtext(order_no), order_no limit ${size.foodLosses}`.execute(db);
  return rows.sort((one, other) => other.delivered_at.getTime() - one.delivered_at.getTime());
}

const picture = async (making: Making): Promise<number | null> =>
  making.files && demoPicture(making, 'foodLoss', '现场照片.png');

interface Plan {
  readonly order: Order;
  readonly state: FoodLossState;
  readonly reason: LossReason;
  readonly staff: readonly Person[];
  readonly photo: number | null;
}

const isDecided = (state: FoodLossState) =>
  state === 'closed' ||
  state === 'decided' ||
  state === 'appealing' ||
  state === 'compensating' ||
  state === 'compFailed';

async function makeOne(making: Making, chance: Random, plan: Plan): Promise<void> {
  const { db, ids, now } = making;
  const { order, state, reason, staff } = plan;
  const isEnded = state === 'closed' || state === 'rejected' || state === 'cancelled';
  const after = (from: Date, hours: number) => new Date(Math.min(now.getTime(), from.getTime() + hours * HOUR_MS));
  // Open losses were reported in the last ten hours, even when the order is older.
  const createdAt = isEnded ? after(order.delivered_at, 0.5) : new Date(now.getTime() - chance.int(10, 600) * 60_000);
  const decidedAt = after(createdAt, chance.int(1, 20));
  const closedAt = isEnded ? after(decidedAt, state === 'closed' ? LOSS.appealHours.initial : 0) : null;
  const [maker, decider] = [chance.pick(staff), chance.pick(staff)];
  const id = ids.next();
  const no = businessNo('FL', wallTime(createdAt, ZONE).day, id);
  const lossFen = chance.int(100, order.goods_fen);
  const dueAt =
    isEnded || state === 'compFailed'
      ? null
      : new Date(now.getTime() + (chance.int(-60, 600) + (state === 'decided' ? 1_440 : 0)) * 60_000);
  const row: Row = {
    ...{ id, created_at: createdAt, no, team_id: order.team_id, order_no: order.order_no },
    ...{ rider_id: order.rider_id, merchant_id: order.merchant_id, user_id: order.user_id },
    ...{ reporter_type: chance.pick(['user', 'user', 'rider', 'team', 'staff'] as const), reporter_name: maker.name },
    ...{ reason, description: DESCRIPTIONS[reason] ?? `${LOSS_REASON_TEXT[reason]['zh-CN']}，顾客来电说明。` },
    items: JSON.stringify([{ name: '招牌套餐', quantity: chance.int(1, 3), lossFen }]),
    ...{
      loss_fen: lossFen,
      claim_fen: lossFen,
      wanted_remedy: 'balance',
      state: isDecided(state) ? 'deciding' : state,
    },
    ...{ due_at: dueAt, maker_id: maker.id, maker_name: maker.name },
    ...(state === 'submitted' ? {} : { handler_id: decider.id, handler_name: decider.name }),
    ...(isEnded && { closed_at: closedAt }),
    ...(state === 'supplementing' && {
      asked: JSON.stringify([
        { party: 'rider', what: '请补充现场照片', dueAt: (dueAt ?? now).toISOString(), answeredAt: null },
      ]),
    }),
  };
  await insertRows(db, 'food_loss', [row]);
  await evidenceOf(making, row, plan);
  if (isDecided(state)) await decide(making, chance, { row, plan, decider, decidedAt });
  const happened = isDecided(state)
    ? [['decide', decidedAt] as const]
    : state === 'rejected'
      ? [['reject', decidedAt] as const]
      : [];
  await insertRows(
    db,
    'case_step',
    [['submit', createdAt] as const, ...happened].map(([step, at]) => ({
      ...{ case_type: 'foodLoss', case_id: id, id: ids.next(), step, at },
      ...{ by_id: step === 'submit' ? maker.id : decider.id, by_name: step === 'submit' ? maker.name : decider.name },
    })),
  );
  if (state === 'closed' && closedAt) await pay(making, id, closedAt);
  else if (!isEnded) await holdFor({ db, ids, clock: fixedClock(now.toISOString()) }, { ...order, no });
}

async function evidenceOf({ db, ids }: Making, row: Row, { photo, reason }: Plan): Promise<void> {
  const about = {
    loss_id: row.id,
    created_at: row.created_at as Date,
    party: row.reporter_type,
    by_name: row.maker_name,
  };
  if (photo === null) return;
  const photos = Array.from({ length: photosNeeded(reason) }, () => ({
    ...{ ...about, id: ids.next(), kind: 'photo' as const, file_id: photo, note: null },
  }));
  await insertRows(db, 'food_loss_evidence', photos);
}

interface Deciding {
  readonly row: Row;
  readonly plan: Plan;
  readonly decider: Person;
  readonly decidedAt: Date;
}

async function decide({ db, ids }: Making, chance: Random, { row, plan, decider, decidedAt }: Deciding): Promise<void> {
  const { order, state, reason, staff } = plan;
  const minutes = (from: Date, to: Date | null) => (to ? Math.floor((to.getTime() - from.getTime()) / 60_000) : null);
  const suggested = suggestLiability({
    ...{ reason, hasRider: order.rider_id !== null, hasMerchant: order.merchant_id !== null },
    ...{
      acceptMin: minutes(order.paid_at, order.accepted_at),
      lateMin: minutes(order.promised_at, order.delivered_at),
    },
  });
  const shares: readonly { party: LossParty; shareBp: number }[] = chance.chance(0.9)
    ? suggested.shares
    : [
        { party: 'team', shareBp: 6_000 },
        { party: 'platform', shareBp: 4_000 },
      ];
  const compFen = row.claim_fen;
  const payWay = state === 'compensating' ? 'originalRoute' : 'balance';
  const about = {
    comp_fen: compFen,
    pay_to: state === 'compensating' ? ('user' as const) : suggested.payTo,
    pay_way: payWay,
  } as const;
  await insertRows(db, 'food_loss_decision', [
    {
      ...{ loss_id: row.id, revision: 1, ...about, urgent: false, opinion: '依据照片和订单时间判定，责任清楚。' },
      ...{ punish: 'none', by_id: decider.id, by_name: decider.name, at: decidedAt },
    },
  ]);
  await insertRows(
    db,
    'food_loss_share',
    splitByShares(compFen, shares).map(({ party, shareBp, fen }) => ({
      ...{ loss_id: row.id, revision: 1, party, share_bp: shareBp, decided_fen: fen, borne_fen: null },
      party_id: partyId(
        { rider_id: order.rider_id, merchant_id: order.merchant_id, team_id: order.team_id, user_id: order.user_id },
        party,
      ),
    })),
  );
  await db
    .updateTable('food_loss')
    .set({
      ...{
        ...about,
        revision: 1,
        punish: 'none',
        decider_id: decider.id,
        state: state === 'closed' ? 'compensating' : state,
      },
      ...{ checker_id: decider.id, checker_name: decider.name, decided_at: decidedAt },
      ...(state === 'compFailed' && { fail_reason: 'held', attempts: LOSS.attempts }),
    })
    .where('id', '=', row.id)
    .execute();
  const party = shares
    .map((share) => share.party)
    .find((one) => one === 'rider' || one === 'merchant' || one === 'team');
  const isAppealed = state === 'appealing' || (state === 'closed' && chance.chance(APPEALED));
  if (!isAppealed || !party) return;
  const judge = staff.find(({ id }) => id !== decider.id) ?? decider;
  await insertRows(db, 'food_loss_appeal', [
    {
      ...{
        id: ids.next(),
        loss_id: row.id,
        party: party as 'rider',
        ground: '取餐时包装已经破损，有照片为证。',
        files: JSON.stringify(plan.photo === null ? [] : [plan.photo]),
      },
      ...{ at: new Date(decidedAt.getTime() + HOUR_MS), by_name: row.maker_name },
      ...(state === 'closed'
        ? {
            result: 'dismissed',
            answer: '证据不足，维持原判责。',
            decided_by: judge.name,
            decided_at: new Date(decidedAt.getTime() + 2 * HOUR_MS),
          }
        : { answer: null, decided_by: null, decided_at: null }),
    },
  ]);
}

/**
 * Pays a food loss through the module's own code at the end of the appeal window, and closes the food loss.
 *
 * @throws Error when the food loss cannot be paid
 */
async function pay({ db, ids }: Making, id: number, at: Date): Promise<void> {
  const tools = { db, ids, clock: fixedClock(at.toISOString()) };
  const row = await db.selectFrom('food_loss').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const outcome = await tryToPay(tools, row, { operatorId: 0 });
  if ('why' in outcome) throw new Error(`the demo's food loss ${row.no} cannot be paid: ${outcome.why}`);
  const { paidFen, txNos, insurer } = outcome.paid;
  await db
    .updateTable('food_loss')
    .set({ state: 'closed', paid_fen: paidFen, tx_nos: JSON.stringify(txNos), due_at: null, closed_at: at, ...insurer })
    .where('id', '=', id)
    .execute();
}
