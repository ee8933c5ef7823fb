import { sql } from 'kysely';
import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { foodLossEndpoints } from '../../../contract/foodLoss';
import { splitByShares, sumBp, WHOLE_BP } from '../../../contract/foodLoss.split';
import { foodLossCase, LOSS, LOSS_SPEAKER_TEXT, type LossParty } from '../../../contract/foodLoss.states';
import type { Text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import type { CaseEffect } from '../case';
import { insurerCollect, post } from '../ledger';
import { notify } from '../notice';
import { orderSnapshot } from '../order';
import { merchantNumbers } from '../reference';
import { presentOf, readSetting } from '../site';
import { couponTemplates } from '../user';
import { usableEvidence } from './evidence';
import { dueIn, linkTo, losses } from './kind';
import { tellAsked, tellParties } from './notices';
import { advanceLoss, failureOf, refundDue, reviseLoss, tryToPay } from './pay';
import {
  answerAppeals,
  type DecisionRow,
  decisionsOf,
  insertAppeal,
  insertDecision,
  type LossRow,
  partyId,
  standingShares,
  type Tools,
} from './store';
import { FAIL_TEXT, WORDS } from './words';

/** Steps with a form, such as decisions, appeals and refunds. */

type In<A extends keyof typeof foodLossEndpoints> = ParsedOf<(typeof foodLossEndpoints)[A]>;
type Effect = CaseEffect<LossRow['state']>;
type Decision = Omit<In<'foodLoss.Report/decide'>, 'id' | 'version' | 'urgentPay'>;

const fault = (
  ctx: Pick<ActorContext, 't'>,
  field: string,
  message: Text,
  params: Record<string, string> = {},
): FieldError => ({
  field,
  rule: 'decision',
  message: ctx.t(message, params),
});

/**
 * Returns the maximum that a case may pay. It is the lowest of the claim, the tenant's limit, and the limit of the order (DOMAIN §4.3
 * invariant 8).
 */
export async function mostFen(
  ctx: Pick<ActorContext, 'db'>,
  row: Pick<LossRow, 'claim_fen' | 'team_id' | 'order_no' | 'paid_fen'>,
): Promise<number> {
  const { lossMaxCompFen } = await readSetting(ctx.db, 'business');
  const order = await orderSnapshot(ctx.db, row.team_id, row.order_no);
  const { rest } = await ctx.db
    .selectFrom('food_loss')
    .where('team_id', '=', row.team_id)
    .where('order_no', '=', row.order_no)
    .select(sql<number>`coalesce(sum(paid_fen), 0)::bigint`.as('rest'))
    .executeTakeFirstOrThrow();
  const others = rest - row.paid_fen;
  const ofOrder = order ? order.paidFen + lossMaxCompFen - order.refundFen - others : lossMaxCompFen;
  return Math.max(0, Math.min(row.claim_fen, lossMaxCompFen, ofOrder));
}

/**
 * Checks that the order has the decision's parties, and that the payee can be paid in this way.
 *
 * @throws Refusal 40001 (wrong party or way of payment), 42301 (shares do not total 100 %), 42302 (compensation too high)
 */
async function checkDecision(ctx: ActorContext, row: LossRow, said: Decision): Promise<void> {
  if (sumBp(said.liabilities) !== WHOLE_BP) throw refuse(42301);
  const most = await mostFen(ctx, row);
  if (said.compFen > most) throw refuse(42302, { x: yuanText(most) });
  const errors: FieldError[] = [];
  const parties = said.liabilities.map(({ party }) => party);
  if (new Set(parties).size < parties.length) errors.push(fault(ctx, 'liabilities', WORDS.twice));
  if (parties.some((party) => isMissing(row, party))) errors.push(fault(ctx, 'liabilities', WORDS.noParty));
  if (isMissing(row, said.payTo)) errors.push(fault(ctx, 'payTo', WORDS.noParty));
  if (said.payTo !== 'user' && said.payWay !== 'balance') errors.push(fault(ctx, 'payWay', WORDS.way));
  if (said.payWay === 'coupon') {
    const coupon = (await couponTemplates(ctx.db)).find(({ id }) => id === said.couponTemplateId);
    const isFace = keepsCoupon(row, said) || coupon?.faceFen === said.compFen;
    if (!isFace || parties.includes('user')) errors.push(fault(ctx, 'couponTemplateId', WORDS.coupon));
  }
  if (said.payWay === 'originalRoute') await checkRoute(ctx, row, said.compFen);
  if (errors.length > 0) throw invalid(errors);
}

const isMissing = (row: LossRow, party: LossParty): boolean =>
  (party === 'rider' || party === 'merchant') && partyId(row, party) === null;

/**
 * Checks that a refund does not exceed the amount that the user paid through the payment platform, less earlier refunds.
 *
 * @throws Refusal 42302 (compensation too high)
 */
async function checkRoute(ctx: ActorContext, row: LossRow, compFen: number): Promise<void> {
  const order = await orderSnapshot(ctx.db, row.team_id, row.order_no);
  const most = Math.max(0, (order?.paidFen ?? 0) - (order?.balanceFen ?? 0) - (order?.refundFen ?? 0));
  if (compFen > most) throw refuse(42302, { x: yuanText(most) });
}

/** Checks whether a new decision leaves the coupon of the advance unchanged. */
const keepsCoupon = (row: LossRow, said: Decision): boolean =>
  row.advanced &&
  row.pay_way === 'coupon' &&
  row.coupon_template_id === said.couponTemplateId &&
  row.comp_fen === said.compFen;

/**
 * Checks the way of payment of a new decision after an advance. A refund by the original route cannot be an advance. A coupon has one face
 * value and cannot be taken back, so it must stay unchanged. With another way of payment, the user would get the coupon and the payment.
 *
 * @throws Refusal 40001 (way of payment not allowed)
 */
function checkAdvanced(ctx: ActorContext, row: LossRow, said: Decision): void {
  if (said.payWay === 'originalRoute') throw invalid([fault(ctx, 'payWay', WORDS.urgent)]);
  if (said.payWay !== 'coupon' && row.pay_way === 'coupon') throw invalid([fault(ctx, 'payWay', WORDS.givenCoupon)]);
  if (said.payWay === 'coupon' && !keepsCoupon(row, said)) throw invalid([fault(ctx, 'payWay', WORDS.advancedCoupon)]);
}

/** Stores a decision as the next revision and notifies the parties. @returns the changed columns of the case */
async function store(ctx: ActorContext, row: LossRow, said: Decision, urgent: boolean) {
  const revision = row.revision + 1;
  const { accountId, name } = ctx.actor;
  await insertDecision(
    ctx.db,
    {
      ...{ loss_id: row.id, revision, comp_fen: said.compFen, pay_to: said.payTo, pay_way: said.payWay, urgent },
      ...{ opinion: said.opinion, punish: said.punish, by_id: accountId, by_name: name, at: ctx.clock.now() },
    },
    splitByShares(said.compFen, said.liabilities).map(({ party, shareBp, fen }) => ({
      ...{ loss_id: row.id, revision, party, party_id: partyId(row, party), share_bp: shareBp, decided_fen: fen },
    })),
  );
  const { lossAppealHours } = await readSetting(ctx.db, 'business');
  await tellParties(ctx, row, { ...said, revision }, lossAppealHours);
  return {
    revision,
    comp_fen: said.compFen,
    pay_to: said.payTo,
    pay_way: said.payWay,
    coupon_template_id: said.payWay === 'coupon' ? said.couponTemplateId : null,
    punish: said.punish,
    decider_id: accountId,
    due_at: dueIn(ctx, lossAppealHours),
  };
}

const told = (said: Decision) => ({
  compFen: said.compFen,
  payTo: said.payTo,
  payWay: said.payWay,
  liabilities: said.liabilities.map(({ party, shareBp }) => `${party} ${shareBp}`),
});

/**
 * Decides a case.
 *
 * @throws Refusal 40001 (wrong values), 40301 (no permission for an urgent payment), 40303 (an urgent payment requires the second
 *   verification), 42301 (shares do not total 100 %), 42302 (compensation too high), and for an urgent payment the codes of
 *   {@link advanceLoss}
 */
export function decide(ctx: ActorContext, { id, version, urgentPay, ...said }: In<'foodLoss.Report/decide'>) {
  if (urgentPay) {
    if (!ctx.can(6009)) throw refuse(40301);
    ctx.requireSecond();
  }
  return losses.run(ctx, 'decide', { id, version, note: said.opinion }, async (_ctx, { row }): Promise<Effect> => {
    await checkDecision(ctx, row, said);
    if (urgentPay && said.payWay === 'originalRoute') throw invalid([fault(ctx, 'urgentPay', WORDS.urgent)]);
    const set = await store(ctx, row, said, urgentPay);
    const done = { params: { x: yuanText(said.compFen) }, amountFen: said.compFen, after: told(said) };
    if (!urgentPay) return { ...done, set };
    const { paidFen, txNo } = await advanceLoss(ctx, { ...row, ...set } as LossRow, ctx.actor.accountId);
    return {
      ...done,
      after: { ...done.after, paidFen },
      set: { ...set, advanced: true, paid_fen: paidFen, tx_nos: JSON.stringify(txNo ? [txNo] : []) },
      lines: [{ step: 'payNow', amountFen: paidFen, ...(txNo && { txNo }) }],
    };
  });
}

/**
 * Returns the end of the decision's appeal window, even if another party has already appealed. Returns `null` if no window is open.
 *
 * @param hours duration by the settings
 */
export function windowEnd(
  { state, due_at: dueAt }: Pick<LossRow, 'state' | 'due_at'>,
  decision: Pick<DecisionRow, 'at'> | undefined,
  hours: number,
): Date | null {
  if (state === 'decided') return dueAt;
  return state === 'appealing' && decision ? new Date(decision.at.getTime() + hours * HOUR_MS) : null;
}

async function isWindowOver(ctx: Tools, row: LossRow): Promise<boolean> {
  const [decision] = (await decisionsOf(ctx.db, row.id)).toReversed();
  const { lossAppealHours } = await readSetting(ctx.db, 'business');
  const end = windowEnd(row, decision, lossAppealHours);
  return end === null || end <= ctx.clock.now();
}

/**
 * Stores the appeal of a liable party for a locked case.
 *
 * @param byName name of the person who recorded the appeal, in an app or as staff
 * @returns the changed columns of the case
 * @throws Refusal 40001 the party is not liable · 42304 the window has ended · 42305 the party has already appealed
 */
export async function takeAppeal(
  tools: Tools & Pick<ActorContext, 't'>,
  row: LossRow,
  said: Pick<In<'foodLoss.Report/appeal'>, 'party' | 'ground' | 'files'>,
  byName: string,
) {
  if (await isWindowOver(tools, row)) throw refuse(42304);
  const isLiable = (await standingShares(tools.db, row)).some(({ party }) => party === said.party);
  if (!isLiable) throw invalid([fault(tools, 'party', WORDS.notLiable)]);
  await insertAppeal(tools.db, {
    ...{ id: tools.ids.next(), loss_id: row.id, party: said.party, ground: said.ground },
    ...{ files: JSON.stringify(said.files), at: tools.clock.now(), by_name: byName, answer: null },
    ...{ decided_by: null, decided_at: null },
  });
  await notify(tools, {
    event: 'foodLossAppeal',
    teamId: row.team_id,
    title: WORDS.appealTitle,
    content: WORDS.appealText,
    // Leave out the ground of the appeal. Notices are not blanked when a user deletes the account, so the text would remain.
    params: { no: row.no, party: LOSS_SPEAKER_TEXT[said.party] },
    link: linkTo(row.id),
  });
  return { due_at: dueIn(tools, LOSS.decideHours) };
}

/**
 * Records an appeal.
 *
 * @throws Refusal 40001 (party is not liable, or a file is not usable), 42304 (window has ended), 42305 (party has already appealed)
 */
export function appeal(ctx: ActorContext, { id, version, ...said }: In<'foodLoss.Report/appeal'>) {
  return losses.run(ctx, 'appeal', { id, version, note: said.ground }, async (_ctx, { row }): Promise<Effect> => {
    await usableEvidence(ctx, said.files);
    const set = await takeAppeal(ctx, row, said, ctx.actor.name);
    return { keepsDecision: true, set, after: { party: said.party } };
  });
}

/**
 * Decides an appeal.
 *
 * @throws Refusal 40001 (wrong decision), 40305 (caller made the decision in force), 42301 (shares do not total 100 %), 42302
 *   (compensation too high), and, if an advance is revised, the codes of the ledger
 */
export function decideAppeal(ctx: ActorContext, input: In<'foodLoss.Report/decideAppeal'>) {
  const { id, version, result, answer, decision: said } = input;
  return losses.run(ctx, 'decideAppeal', { id, version, note: answer }, async (_ctx, { row }): Promise<Effect> => {
    if (row.decider_id === ctx.actor.accountId) throw refuse(40305);
    const by = { result, answer, by: ctx.actor.name, at: ctx.clock.now() };
    if (result === 'dismissed') {
      await answerAppeals(ctx.db, row.id, by);
      const effect = await pay(ctx, row);
      return { ...effect, after: { result, ...effect.after } };
    }
    if (!said) throw invalid([fault(ctx, 'decision', WORDS.decision)]);
    await checkDecision(ctx, row, said);
    if (row.advanced) checkAdvanced(ctx, row, said);
    await answerAppeals(ctx.db, row.id, by);
    const set = await store(ctx, row, said, row.advanced);
    const after = { result, ...told(said) };
    if (!row.advanced) return { set, after, amountFen: said.compFen };
    const { paidFen, txNo } = await reviseLoss(ctx, row, { ...row, ...set } as LossRow, ctx.actor.accountId);
    const tx_nos = JSON.stringify([...row.tx_nos, ...(txNo ? [txNo] : [])]);
    const paid = { after: { ...after, paidFen }, amountFen: paidFen, ...(txNo && { txNo }) };
    return { set: { ...set, paid_fen: paidFen, tx_nos }, ...paid };
  });
}

/**
 * Pays a final decision as the effect of a person's step. A refund by the original route waits until staff record its number.
 *
 * @throws Refusal 42201 (the recorded refund cannot be paid)
 */
async function pay(ctx: ActorContext, row: LossRow, channelRefundNo?: string): Promise<Effect> {
  const now = ctx.clock.now();
  if (row.pay_way === 'originalRoute' && channelRefundNo === undefined)
    return { to: 'compensating', keepsDecision: true, set: { due_at: refundDue(now) } };
  const outcome = await tryToPay(ctx, row, {
    operatorId: ctx.actor.accountId,
    ...(channelRefundNo && { channelRefundNo }),
  });
  if ('why' in outcome) {
    if (channelRefundNo !== undefined) throw refuse(42201, { state: FAIL_TEXT[outcome.why] });
    return {
      to: 'compFailed',
      keepsDecision: true,
      set: failureOf(ctx, row, outcome.why),
      lines: [{ step: 'fail', note: ctx.t(FAIL_TEXT[outcome.why]) }],
    };
  }
  const { paidFen, txNos, insurer } = outcome.paid;
  return {
    to: 'closed',
    keepsDecision: true,
    set: {
      ...{ paid_fen: paidFen, tx_nos: JSON.stringify(txNos), due_at: null, fail_reason: null, closed_at: now },
      ...insurer,
    },
    params: { x: yuanText(paidFen) },
    lines: [{ step: 'pay', amountFen: paidFen, ...(txNos.at(-1) && { txNo: txNos.at(-1) ?? '' }) }],
    after: { paidFen },
  };
}

/**
 * Records the payment platform's number of a refund by the original route, and posts the payment.
 *
 * @throws Refusal 42201 (cannot be paid now, for example because a balance is too low), 42248 (refund number is already booked)
 */
export function recordRefund(ctx: ActorContext, { id, version, channelRefundNo }: In<'foodLoss.Report/recordRefund'>) {
  return losses.run(ctx, 'recordRefund', { id, version, note: channelRefundNo }, (_ctx, { row }) =>
    pay(ctx, row, channelRefundNo),
  );
}

/**
 * Records that the insurer paid its share to a merchant number.
 *
 * @throws Refusal 40401 (unknown or disabled number), 42201 (insurer owes nothing), 42246 (day is closed)
 */
export function collectInsurer(ctx: ActorContext, input: In<'foodLoss.Report/collect'>) {
  const { id, version, voucherNo, merchantNumberId } = input;
  return losses.run(ctx, 'collect', { id, version, note: voucherNo }, async (_ctx, { row }): Promise<Effect> => {
    const paid = { insurerId: row.insurer_id ?? 0, merchantNumberId };
    const fen = row.insurer_owed_fen;
    if (fen === 0) throw refuse(42201, { state: foodLossCase.states[row.state].text });
    const number = (await merchantNumbers(ctx.db)).find((one) => one.id === merchantNumberId);
    if (!number?.enabled) throw refuse(40401);
    const { at, day } = await presentOf(ctx);
    const on = { bizNo: row.no, teamId: row.team_id, at, day, operatorId: ctx.actor.accountId, remark: row.no };
    const bill = { channel: number.channel, tradeNo: voucherNo, orderNo: row.order_no };
    const { txNo } = await post({ db: ctx.db, ids: ctx.ids, clock: ctx.clock }, insurerCollect(on, paid, fen, bill));
    return {
      keepsDecision: true,
      set: { insurer_owed_fen: 0, tx_nos: JSON.stringify([...row.tx_nos, txNo]) },
      params: { x: yuanText(fen) },
      ...{ amountFen: fen, txNo, after: { collected: fen, voucherNo } },
    };
  });
}

/** Retries a failed payment. @throws Refusal 40001 (the payee cannot be paid in this way), 42302 (more than the order can be refunded) */
export function retryPay(ctx: ActorContext, { id, version, payWay }: In<'foodLoss.Report/retryPay'>) {
  return losses.run(ctx, 'retryPay', { id, version }, async (_ctx, { row }): Promise<Effect> => {
    const isOther = payWay !== row.pay_way;
    const isImpossible =
      (row.pay_to !== 'user' && payWay !== 'balance') || (isOther && (payWay === 'coupon' || row.advanced));
    if (isImpossible) throw invalid([fault(ctx, 'payWay', WORDS.way)]);
    if (payWay === 'originalRoute') await checkRoute(ctx, row, row.comp_fen ?? 0);
    const effect = await pay(ctx, { ...row, pay_way: payWay });
    return { ...effect, set: { ...effect.set, pay_way: payWay } };
  });
}

/** Requests evidence from a party. The party must answer within `hours`. @throws Refusal 40001 the order has no such party */
export function askEvidence(ctx: ActorContext, { id, version, from, what, hours }: In<'foodLoss.Report/askEvidence'>) {
  return losses.run(ctx, 'askEvidence', { id, version, note: what }, async (_ctx, { row }): Promise<Effect> => {
    if (isMissing(row, from)) throw invalid([fault(ctx, 'from', WORDS.noParty)]);
    const due = dueIn(ctx, hours);
    await tellAsked(ctx, row, { party: from, what, due });
    const asked = [
      ...row.asked.filter(({ party, answeredAt }) => party !== from || answeredAt !== null),
      { party: from, what, dueAt: due.toISOString(), answeredAt: null },
    ];
    const open = asked.filter(({ answeredAt }) => answeredAt === null).map(({ dueAt }) => Date.parse(dueAt));
    return {
      keepsDecision: true,
      set: {
        asked: JSON.stringify(asked),
        due_at: new Date(Math.max(...open)),
        handler_id: row.handler_id ?? ctx.actor.accountId,
        handler_name: row.handler_name ?? ctx.actor.name,
      },
      done: WORDS.asked,
      params: { party: LOSS_SPEAKER_TEXT[from] },
      after: { from, what, hours },
    };
  });
}
