import type { ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { INSURE, PRODUCT_STATES } from '../../../contract/insure.states';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { addDays, momentOf } from '../../core/money/days';
import { WORKING_STATES } from '../people';
import { presentOf } from '../site';
import { assertTeamInScope } from '../team';
import { newPolicy } from './cover';
import { policies } from './kind';
import { coverOf, isOfAge, isOffered } from './rules';
import { findProduct, insertPolicies, insuredByNo } from './store';

/** Insures a rider in advance (投保). */

type In<A extends keyof typeof insureEndpoints> = ParsedOf<(typeof insureEndpoints)[A]>;

const WORDS = {
  made: text(
    '保单 {no} 已提交投保',
    'Policy {no} requested from the insurer',
    'Apólice {no} pedida à seguradora',
    '保單 {no} 已提交投保',
  ),
  noRider: text('没有该骑手', 'There is no such rider', 'Não há esse entregador', '沒有該騎手'),
  age: text(
    '年龄须为 {min}–{max} 岁',
    'Age must be {min}–{max}',
    'A idade deve ser de {min} a {max} anos',
    '年齡須為 {min}–{max} 歲',
  ),
  notHere: text(
    '该方案不适用于骑手所在站点',
    'The product is not offered at the rider’s station',
    'O produto não vale na estação do entregador',
    '該方案不適用於騎手所在站點',
  ),
  notWorking: text('骑手不在岗', 'The rider is not on duty', 'O entregador não está em serviço', '騎手不在崗'),
  days: text('今天至 {n} 天内', 'Today or at most {n} days ahead', 'Hoje ou até {n} dias à frente', '今天至 {n} 天內'),
} as const;

/**
 * Requests a policy.
 *
 * @throws Refusal 40001 (rider, product or day do not fit), 40302 (outside the data scope), 40401 (unknown product), 42201 (the product is
 *   disabled), 42297 (the rider already has a policy of this product for that day or month)
 */
export async function createPolicy(ctx: ActorContext, input: In<'safety.Insure/createPolicy'>) {
  const wrong = (field: string, message: Text, params = {}) =>
    invalid([{ field, rule: 'choice', message: ctx.t(message, params) }]);
  const rider = await insuredByNo(ctx.db, input.riderNo);
  if (!rider) throw wrong('riderNo', WORDS.noRider);
  await assertTeamInScope(ctx, rider.teamId);
  if (!(WORKING_STATES as readonly string[]).includes(rider.status)) throw wrong('riderNo', WORDS.notWorking);
  const product = await findProduct(ctx.db, input.productId);
  if (!product) throw refuse(40401);
  if (!product.is_on) throw refuse(42201, { state: PRODUCT_STATES.off.text });
  const { at, day, timeZone } = await presentOf(ctx);
  if (input.coverDate < day || input.coverDate > addDays(day, INSURE.aheadDays))
    throw wrong('coverDate', WORDS.days, { n: INSURE.aheadDays });
  const terms = {
    premiumUnit: product.premium_unit,
    coverEnd: product.cover_end,
    minAge: product.min_age,
    maxAge: product.max_age,
    teamIds: product.team_ids,
  };
  if (!isOffered(terms, rider.teamId)) throw wrong('productId', WORDS.notHere);
  if (!isOfAge(terms, rider.birth, input.coverDate))
    throw wrong('riderNo', WORDS.age, { min: product.min_age, max: product.max_age });
  const from = input.coverDate === day ? at : momentOf(input.coverDate, 0, timeZone);
  const cover = coverOf(terms, input.coverDate, from, timeZone);
  const by = { id: ctx.actor.accountId, name: ctx.actor.name };
  const row = newPolicy(ctx, product, { riderId: rider.id, teamId: rider.teamId, cover, day, firstOrderNo: null, by });
  const made = await insertPolicies(ctx.db, [row]);
  if (made.length === 0) throw refuse(42297);
  await policies.addStep(ctx, row.id, 'submit', { amountFen: product.premium_fen });
  const after = {
    rider: `${rider.name} ${rider.riderNo}`,
    product: product.name,
    day: input.coverDate,
    teamId: rider.teamId,
  };
  ctx.audit({ objectId: row.id, objectNo: row.no, after });
  return policies.answer(ctx, row, 'pending', 1, WORDS.made);
}
