import type { ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { GAP_STATES } from '../../../contract/insure.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { assertWhole } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { insureAdjust, post } from '../ledger';
import { presentOf } from '../site';
import { lockOpenGap } from './recon';
import { adjustedOf, countGaps, type GapRow, lockMonth } from './recon-store';
import { gapOf, payerBack } from './rules';
import { lockPolicy, type PolicyRow } from './store';

/** Adjusts premiums to the insurer's file (保费调整). An adjustment is posted after a second person has approved it. */

type In = ParsedOf<(typeof insureEndpoints)['safety.Insure/adjustGap']>;

const WORDS = {
  done: text(
    '{no} 的保费已调整 {x} 元',
    'Premium of {no} adjusted by ¥{x}',
    'Prêmio de {no} ajustado em ¥{x}',
    '{no} 的保費已調整 {x} 元',
  ),
  running: WORD.monthNotOver,
  refunded: WORD.surrendered,
  remitted: WORD.remitted,
  tooLate: text(
    '该保费已缴纳，只能说明差异；多缴部分请向保险公司收回',
    'The premium was already remitted, so the difference can only be explained; claim the overpayment from the insurer',
    'O prêmio já foi repassado: explique a diferença e cobre o valor da seguradora',
    '該保費已繳納，只能說明差異；多繳部分請向保險公司收回',
  ),
} as const;

/**
 * Locks the month, then the difference. Remittances of this month wait until the transaction ends.
 *
 * @throws Refusal 40401 (unknown difference), 40901 (changed meanwhile), 42201 (the difference is not open)
 */
async function lockGap(ctx: ActorContext, input: In) {
  const seen = await ctx.db.selectFrom('insure_gap').select('month_id').where('id', '=', input.id).executeTakeFirst();
  const month = seen && (await lockMonth(ctx.db, seen.month_id));
  if (!month) throw refuse(40401);
  return { month, ...(await lockOpenGap(ctx, input)) };
}

/**
 * Computes the amount of an adjustment and the part of it that the payer gets back, in fen.
 *
 * @throws Refusal 42201 (the premium is not posted or was refunded, a surrender is requested, or a remitted premium would decrease)
 */
async function changeOf(ctx: ActorContext, gap: GapRow, policy: PolicyRow | undefined) {
  const amountFen = gapOf(gap);
  if (policy && (policy.tx_no === null || policy.refund_tx_no !== null || policy.surrender_at !== null))
    throw refuse(42201, { state: WORDS.refunded });
  const before = await adjustedOf(ctx.db, gap);
  const dueFen = before.dueFen + (policy?.remit_id === null ? policy.premium_fen : 0);
  if (dueFen + amountFen < 0) throw refuse(42201, { state: WORDS.remitted }, null, ctx.t(WORDS.tooLate));
  const newFen = (policy?.premium_fen ?? 0) + before.fen + amountFen;
  const isShared = policy !== undefined && policy.payer !== 'platform' && amountFen < 0;
  const payerFen = isShared ? payerBack(policy.borne_fen - before.payerFen, newFen) : 0;
  return { amountFen, payerFen };
}

/**
 * Resolves a difference by a premium adjustment, which a second person must approve.
 *
 * @throws Refusal 40302 (the data scope is limited), 42201 (the month is not over), 42246 (the day is closed), and the codes of
 *   {@link lockGap} and {@link changeOf}
 */
export async function adjustGap(ctx: ActorContext, input: In) {
  assertWhole(ctx);
  const { month, gap, no } = await lockGap(ctx, input);
  const { at, day } = await presentOf(ctx);
  if (month.month >= day.slice(0, 7)) throw refuse(42201, { state: WORDS.running }, null, ctx.t(WORDS.running));
  const policy = gap.policy_id === null ? undefined : await lockPolicy(ctx.db, gap.policy_id);
  const { amountFen, payerFen } = await changeOf(ctx, gap, policy);
  const after = { month: month.month, insurer: month.insurerName, amount: yuan(amountFen), reason: input.note };
  await ctx.secondPerson({
    state: { gap: gap.id, version: gap.version, amountFen, payerFen },
    teamId: null,
    change: { objectId: gap.id, objectNo: no, after },
  });
  const teamId = policy?.team_id ?? 0;
  const adjustNo = businessNo('IA', day, gap.id);
  const on = { bizNo: adjustNo, teamId, at, day, operatorId: ctx.actor.accountId, remark: no };
  const premium = {
    payer: policy?.payer ?? ('platform' as const),
    riderId: policy?.rider_id ?? 0,
    insurerId: month.insurerId,
  };
  const { txNo } = await post(ctx, insureAdjust(on, premium, { amountFen, payerFen }));
  const version = gap.version + 1;
  await ctx.db
    .updateTable('insure_gap')
    .set({
      ...{ state: 'adjusted', note: input.note, version, adjust_fen: amountFen, payer_fen: payerFen },
      ...{ team_id: teamId, adjust_no: adjustNo, tx_no: txNo, resolved_at: at, resolved_by_name: ctx.actor.name },
    })
    .where('id', '=', gap.id)
    .execute();
  const left = await countGaps(ctx.db, gap.month_id);
  ctx.audit({ objectId: gap.id, objectNo: no, reason: input.note, after: { ...after, state: 'adjusted', txNo, left } });
  return {
    id: gap.id,
    no,
    state: 'adjusted',
    stateText: ctx.t(GAP_STATES.adjusted.text),
    version,
    message: ctx.t(WORDS.done, { no, x: yuanText(amountFen) }),
  };
}
