import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { userEndpoints } from '../../../contract/user';
import { COUPON_STATES } from '../../../contract/user.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { actionAnswer, assertPresent } from './answers';
import {
  addCouponCount,
  changeCoupon,
  couponStatusAt,
  couponTemplates,
  insertCoupons,
  isTemplate,
  lockCoupon,
  takeStock,
} from './coupon-store';
import { lockInScope } from './filter';

/**
 * This module sends and revokes coupons (优惠券). They are sent from their template's stock and can be revoked while unused (DOMAIN
 * §3.4).
 */

type In<A extends keyof typeof userEndpoints> = ParsedOf<(typeof userEndpoints)[A]>;

const WORDS = {
  sent: text('已发放 {n} 张优惠券', 'Coupons sent: {n}', 'Cupons enviados: {n}', '已發放 {n} 張優惠券'),
  revoked: text('已撤销优惠券', 'Coupon revoked', 'Cupom revogado', '已撤銷優惠券'),
  template: text(
    '{name}（满 {y} 元减 {x} 元，剩 {n} 张）',
    '{name} (¥{x} off from ¥{y}, {n} left)',
    '{name} (¥{x} a partir de ¥{y}, restam {n})',
    '{name}（滿 {y} 元減 {x} 元，剩 {n} 張）',
  ),
} as const;

export async function templateList(ctx: ActorContext) {
  const templates = await couponTemplates(ctx.db);
  const list = templates.map((template) => {
    const { name, faceFen, thresholdFen, stock } = template;
    const params = { name, x: yuanText(faceFen), y: yuanText(thresholdFen), n: stock };
    return { ...template, text: ctx.t(WORDS.template, params) };
  });
  return { list };
}

/**
 * Sends coupons to a user.
 * @throws Refusal 40302 (out of scope), 40401 (unknown user or template), 42201 (the user has left), 42234 (not enough stock)
 */
export async function sendCoupon(ctx: ActorContext, input: In<'user.User/sendCoupon'>) {
  const { couponTemplateId, quantity, validDays } = input;
  const user = await lockInScope(ctx, input.id);
  ctx.audit({ objectId: user.id, objectNo: String(user.id), after: { couponTemplateId, quantity, validDays } });
  assertPresent(user);
  const by = { id: ctx.actor.accountId, name: ctx.actor.name };
  await grantCoupons(ctx, { userId: user.id, templateId: couponTemplateId, quantity, validDays, by });
  return actionAnswer(ctx, user, WORDS.sent, { n: quantity });
}

/**
 * Creates coupons for a user from their template's stock.
 *
 * @returns the face value of one coupon in fen
 * @throws Refusal 40401 when the template does not exist · 42234 when the stock is too low
 */
export async function grantCoupons(
  { db, clock, ids }: Pick<ActorContext, 'db' | 'clock' | 'ids'>,
  grant: {
    readonly userId: number;
    readonly templateId: number;
    readonly quantity: number;
    readonly validDays: number;
    readonly by: { readonly id: number; readonly name: string };
  },
): Promise<number> {
  const { userId, templateId, quantity, validDays, by } = grant;
  const template = await takeStock(db, templateId, quantity);
  if (!template) throw refuse((await isTemplate(db, templateId)) ? 42234 : 40401);
  const at = clock.now();
  const rows = Array.from({ length: quantity }, () => ({
    id: ids.next(),
    created_at: at,
    user_id: userId,
    template_id: template.id,
    name: template.name,
    face_fen: template.faceFen,
    threshold_fen: template.thresholdFen,
    valid_from: at,
    valid_to: new Date(at.getTime() + validDays * DAY_MS),
    status: 'unused' as const,
    sent_by_id: by.id,
    sent_by_name: by.name,
  }));
  await insertCoupons(db, rows);
  await addCouponCount(db, userId, quantity);
  return template.faceFen;
}

/**
 * Revokes an unused coupon.
 * @throws Refusal 40302 (out of scope), 40401 (unknown coupon), 40901 (changed meanwhile), 42201 (used, expired or revoked)
 */
export async function revokeCoupon(ctx: ActorContext, { id, version, reason }: In<'user.User/revokeCoupon'>) {
  const coupon = await lockCoupon(ctx.db, id);
  if (!coupon) throw refuse(40401);
  const user = await lockInScope(ctx, coupon.user_id);
  ctx.audit({ objectId: user.id, objectNo: String(user.id), reason });
  const status = couponStatusAt(coupon, ctx.clock.now());
  if (status !== 'unused') throw refuse(42201, { state: COUPON_STATES[status].text });
  if (version !== coupon.version) throw refuse(40901, {}, { changedAt: coupon.created_at.toISOString() });
  await changeCoupon(ctx.db, coupon, { status: 'revoked', revoke_reason: reason });
  await addCouponCount(ctx.db, user.id, -1);
  const after = { couponTemplateId: coupon.template_id, state: 'revoked' };
  ctx.audit({ objectId: user.id, objectNo: String(user.id), before: { state: 'unused' }, after, reason });
  return {
    id,
    state: 'revoked',
    stateText: ctx.t(COUPON_STATES.revoked.text),
    version: version + 1,
    message: ctx.t(WORDS.revoked),
  };
}
