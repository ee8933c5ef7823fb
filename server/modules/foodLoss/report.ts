import { sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import { ORDER_STATUS_TEXT } from '../../../contract/finance';
import type { foodLossEndpoints } from '../../../contract/foodLoss';
import {
  foodLossCase,
  LOSS,
  LOSS_REASON_TEXT,
  LOSS_SPEAKER_TEXT,
  type LossSpeaker,
} from '../../../contract/foodLoss.states';
import type { Text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { notify } from '../notice';
import { peopleNames } from '../people';
import { presentOf, readSetting } from '../site';
import { assertTeamInScope, teamNames } from '../team';
import { addFiles, sortFiles, usableEvidence } from './evidence';
import { holdReporter } from './forget';
import { type HoldResult, holdFor } from './holds';
import { dueIn, linkTo, losses } from './kind';
import { type Db, insertLoss, type Tools } from './store';
import { WORDS } from './words';

/** Reports of food losses (异常上报). Creating a report checks the order and holds the order's settlement. */

type In<A extends keyof typeof foodLossEndpoints> = ParsedOf<(typeof foodLossEndpoints)[A]>;

type Said = Omit<In<'foodLoss.Report/create'>, 'orderNo'>;
type ReportTools = Tools & Pick<ActorContext, 't'>;

/** The person who made a report. The id 0 means that the reporter used an app. */
interface Maker {
  readonly id: number;
  readonly name: string;
}

/** Finds and locks the newest order with this number. @throws Refusal 40401 (unknown order) */
export async function lockOrder(db: Db, orderNo: string) {
  const order = await db
    .selectFrom('customer_order')
    .select(['team_id', 'order_no', 'rider_id', 'merchant_id', 'app_user_id', 'status', 'goods_fen', 'delivery_fen'])
    .select(['paid_fen', 'delivered_at', 'cancelled_at'])
    .where(sql<boolean>`(team_id, id) in (select team_id, order_id from newest_order(${orderNo}))`)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw refuse(40401);
  return order;
}
export type LossOrder = Awaited<ReturnType<typeof lockOrder>>;

/**
 * Checks that the loss is reported within the allowed number of hours after the end of the order.
 *
 * @throws Refusal 42201 the order ended too long ago
 */
async function assertInTime(ctx: Tools, { status, delivered_at, cancelled_at }: LossOrder): Promise<void> {
  const { lossReportHours } = await readSetting(ctx.db, 'business');
  const endedAt = delivered_at ?? cancelled_at;
  if (endedAt && endedAt.getTime() + lossReportHours * HOUR_MS < ctx.clock.now().getTime())
    throw refuse(42201, { state: ORDER_STATUS_TEXT[status] });
}

/** Returns the maximum claim: the price of the goods, plus the delivery fee if the order was lost. It never exceeds the payment. */
const claimable = (order: LossOrder, reason: In<'foodLoss.Report/create'>['reason']): number =>
  Math.min(order.paid_fen, order.goods_fen + (reason === 'lost' ? order.delivery_fen : 0));

/** Returns the reporter's name. @throws Refusal 40001 the order has no such party · 42201 the user has deleted the account */
async function nameOf(ctx: ReportTools, order: LossOrder, speaker: LossSpeaker, maker: Maker): Promise<string> {
  if (speaker === 'staff') return maker.name;
  if (speaker === 'team') return (await teamNames(ctx.db, [order.team_id])).get(order.team_id) ?? '';
  if (speaker === 'user') await holdReporter(ctx.db, order.app_user_id);
  const id = { rider: order.rider_id, merchant: order.merchant_id, user: order.app_user_id }[speaker];
  if (id === null) throw invalid([{ field: 'reporterType', rule: 'party', message: ctx.t(WORDS.noParty) }]);
  return (await peopleNames(ctx.db, { [speaker]: [id] })).get(`${speaker} ${id}`) ?? ctx.t(LOSS_SPEAKER_TEXT[speaker]);
}

/**
 * Opens a case for a locked order, and holds the order's settlement unless the money is already available or held.
 *
 * @returns the case, and whether it holds the settlement
 * @throws Refusal 40001 (wrong items or reporter), 42201 (too late, or the user's account is deleted), 42302 (claim too high),
 * 42303 (too few pictures), 42306 (order already has an open case)
 */
export async function openLoss(ctx: ReportTools, order: LossOrder, input: Said, maker: Maker) {
  await assertInTime(ctx, order);
  const most = claimable(order, input.reason);
  if (input.claimFen > most) throw refuse(42302, { x: yuanText(most) });
  const lossFen = input.items.reduce((sum, item) => sum + item.lossFen, 0);
  const wholeFen = order.goods_fen + order.delivery_fen;
  if (lossFen > wholeFen || lossFen === 0) {
    const message = ctx.t(WORDS.items, { x: yuanText(lossFen), y: yuanText(wholeFen) });
    throw invalid([{ field: 'items', rule: 'items', message }]);
  }
  const { photos, documents } = await sortFiles(ctx.db, input.reason, input.photos);
  const reporterName = await nameOf(ctx, order, input.reporterType, maker);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('FL', day, id);
  await insertLoss(ctx.db, {
    ...{ id, created_at: at, no, team_id: order.team_id, order_no: order.order_no },
    ...{ rider_id: order.rider_id, merchant_id: order.merchant_id, user_id: order.app_user_id },
    ...{ reporter_type: input.reporterType, reporter_name: reporterName, reason: input.reason },
    ...{ description: input.description, items: JSON.stringify(input.items), loss_fen: lossFen },
    ...{ claim_fen: input.claimFen, wanted_remedy: input.wantedRemedy, state: 'submitted' },
    ...{ due_at: dueIn(ctx, LOSS.acceptHours), maker_id: maker.id, maker_name: maker.name },
  });
  const party = input.reporterType;
  await addFiles(ctx, id, { party, kind: 'photo', files: photos, note: '' }, maker.name);
  if (documents.length > 0)
    await addFiles(ctx, id, { party, kind: 'document', files: documents, note: '' }, maker.name);
  const hold = await holdFor(ctx, { team_id: order.team_id, order_no: order.order_no, no });
  const actor = { accountId: maker.id, name: maker.name };
  await losses.addStep({ db: ctx.db, clock: ctx.clock, ids: ctx.ids, actor }, id, 'submit', {
    note: input.description.slice(0, LOSS.reason.max),
  });
  const reason = LOSS_REASON_TEXT[input.reason];
  await notify(ctx, {
    event: 'foodLossNew',
    teamId: order.team_id,
    title: WORDS.newTitle,
    content: WORDS.newText,
    params: { no, order: order.order_no, reason, x: yuanText(lossFen) },
    link: linkTo(id),
  });
  return { id, no, hold };
}

const CREATED = {
  held: WORDS.created,
  heldBefore: WORDS.createdHeldBefore,
  available: WORDS.createdAvailable,
} as const satisfies Readonly<Record<HoldResult, Text>>;

/**
 * Creates a report that a staff member enters.
 *
 * @throws Refusal 40001 (wrong items, reporter or files), 40302 (out of scope), 40401 (unknown order), and those of {@link openLoss}
 */
export async function createReport(ctx: ActorContext, input: In<'foodLoss.Report/create'>) {
  const order = await lockOrder(ctx.db, input.orderNo);
  await assertTeamInScope(ctx, order.team_id);
  ctx.audit({ objectNo: input.orderNo, after: { orderNo: input.orderNo, reason: input.reason } });
  await usableEvidence(ctx, input.photos);
  const { id, no, hold } = await openLoss(ctx, order, input, { id: ctx.actor.accountId, name: ctx.actor.name });
  const after = { teamId: order.team_id, orderNo: order.order_no, reason: input.reason, claimFen: input.claimFen };
  ctx.audit({ objectId: id, objectNo: no, after });
  return {
    id,
    no,
    state: 'submitted' as const,
    stateText: foodLossCase.stateText('submitted', ctx.locale),
    version: 1,
    message: ctx.t(CREATED[hold], { no }),
  };
}
