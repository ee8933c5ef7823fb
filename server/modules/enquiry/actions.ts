import type { ParsedOf } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { enquiryLifecycle } from '../../../contract/enquiry.states';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { assertWhole, seesAllStations } from '../../core/access/whole-scope';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { conflict, refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import { assertTeamInScope } from '../team';
import { forgetGround } from './ground';
import { answerOf } from './receive';
import { deleteBlock, findRule, insertBlock } from './rule-store';
import { type EnquiryDetail, findEnquiry, followEnquiry, lockEnquiry, quoteEnquiry } from './store';

/** Actions of staff on enquiries and on the shops that send them. */

const WORDS = {
  quoted: text('{no} 已报价 ¥{x}', 'Quoted ¥{x} for {no}', 'Cotado ¥{x} para {no}', '{no} 已報價 ¥{x}'),
  followed: text('{no} 已标记跟进', '{no} marked as followed up', '{no} marcada como acompanhada', '{no} 已標記跟進'),
  blocked: text('店铺“{name}”已屏蔽', 'Shop {name} blocked', 'Loja {name} bloqueada', '店鋪「{name}」已封鎖'),
  unblocked: text(
    '店铺“{name}”已解除屏蔽',
    'Shop {name} unblocked',
    'Loja {name} desbloqueada',
    '店鋪「{name}」已解除封鎖',
  ),
  isBlocked: text('已屏蔽', 'Blocked', 'Bloqueada', '已封鎖'),
  isOpen: text('未屏蔽', 'Not blocked', 'Não bloqueada', '未封鎖'),
  shopBlock: text('屏蔽', 'Block', 'Bloqueio', '封鎖'),
} as const;

/** Validity of a manual quote in minutes, if the enquiry has no price rule or the rule no longer exists. */
const VALID_MINUTES = 10;

type Input<A extends keyof typeof enquiryEndpoints> = ParsedOf<(typeof enquiryEndpoints)[A]>;

/**
 * Checks that an enquiry is in the caller's data scope. Enquiries without a station require the data scope of all stations.
 *
 * @throws Refusal 40302 (out of scope, or an unknown id if the caller does not see all stations), 40401 (unknown id)
 */
async function inScope(ctx: ActorContext, row: EnquiryDetail | undefined): Promise<EnquiryDetail> {
  if (!row) throw refuse(seesAllStations(ctx) ? 40401 : 40302);
  if (seesAllStations(ctx)) return row;
  if (row.teamId === null) throw refuse(40302);
  await assertTeamInScope(ctx, row.teamId);
  return row;
}

export const requireEnquiry = async (ctx: ActorContext, id: number) => inScope(ctx, await findEnquiry(ctx.db, id));
const requireLocked = async (ctx: ActorContext, id: number) => inScope(ctx, await lockEnquiry(ctx.db, id));

/**
 * Checks that staff can still quote an enquiry.
 *
 * @throws Refusal 42201 (state does not allow it), 42321 (enquiry has expired), 42322 (an order was placed)
 */
function assertWaits({ state, expireAt }: EnquiryDetail, now: Date): void {
  if (state === 'converted') throw refuse(42322);
  if (state === 'expired' || (state === 'manual' && expireAt !== null && expireAt <= now)) throw refuse(42321);
  if (!enquiryLifecycle.allowed(state, 'quote')) {
    throw refuse(42201, { state: enquiryLifecycle.states[state].text });
  }
}

/**
 * Stores a manual quote.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state), 42321 (expired), 42322 (an
 * order was placed), 42323 (price below cost without a reason)
 */
export async function quoteByHand(ctx: ActorContext, input: Input<'enquiry.Enquiry/quote'>) {
  const { id, version, quoteFen, etaMin, remark = '', reason = '' } = input;
  const row = await requireLocked(ctx, id);
  const now = ctx.clock.now();
  ctx.audit({ objectId: id, objectNo: row.no });
  assertWaits(row, now);
  if (version !== row.version) {
    throw conflict(
      { version: row.version, quoteFen: row.quoteFen, etaMin: row.etaMin },
      row.quotedByName,
      row.quotedAt,
    );
  }
  const isBelowCost = row.costFen !== null && quoteFen < row.costFen;
  if (isBelowCost && reason === '') throw refuse(42323);
  const rule = row.ruleId === null ? undefined : await findRule(ctx.db, row.ruleId);
  const expireAt = new Date(now.getTime() + (rule?.tariff.validMinutes ?? VALID_MINUTES) * MINUTE_MS);
  const { to } = enquiryLifecycle.transition('quote');
  await quoteEnquiry(ctx.db, row, {
    quote_fen: quoteFen,
    eta_min: etaMin,
    expire_at: expireAt,
    remark,
    below_cost_reason: isBelowCost ? reason : '',
    quoted_by: ctx.actor.accountId,
    quoted_by_name: ctx.actor.name,
    quoted_at: now,
    answer: JSON.stringify(answerOf({ ...row, state: to, quoteFen, etaMin, expireAt })),
  });
  ctx.audit({
    objectId: id,
    objectNo: row.no,
    before: { state: row.state },
    after: { state: to, quote: yuan(quoteFen), etaMin },
    ...(reason && { reason }),
  });
  return {
    id,
    no: row.no,
    state: to,
    stateText: enquiryLifecycle.stateText(to, ctx.locale),
    version: version + 1,
    message: ctx.t(WORDS.quoted, { no: row.no, x: ctx.t(yuanText(quoteFen)) }),
  };
}

/** Stores a staff note on an enquiry and replaces the earlier note. @throws Refusal 40302 (out of scope), 40401 (unknown id) */
export async function follow(ctx: ActorContext, { id, note }: Input<'enquiry.Enquiry/follow'>) {
  const row = await requireLocked(ctx, id);
  await followEnquiry(ctx.db, row, { note, byName: ctx.actor.name, at: ctx.clock.now() });
  ctx.audit({ objectId: id, objectNo: row.no, before: { note: row.followNote }, after: { note } });
  return {
    id,
    no: row.no,
    state: row.state,
    stateText: enquiryLifecycle.stateText(row.state, ctx.locale),
    version: row.version + 1,
    message: ctx.t(WORDS.followed, { no: row.no }),
  };
}

export async function followMany(ctx: ActorContext, { ids, note }: Input<'enquiry.Enquiry/bulkFollow'>) {
  const nameOf = async (id: number) => (await findEnquiry(ctx.db, id))?.no ?? '';
  // Sort the ids so that parallel calls lock rows in the same order and cannot deadlock.
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  const { answer, done, detail } = await forEachRecord(ctx, wanted, (id) => follow(ctx, { id, note }), nameOf);
  ctx.audit({ after: { note }, detail: { ids: done, ...detail } });
  return answer;
}

/** Blocks a shop. @throws Refusal 40302 (not all stations in the data scope), 40401 (unknown enquiry), 40903 (already blocked) */
export async function blockShop(ctx: ActorContext, input: Input<'enquiry.Enquiry/blockShop'>) {
  assertWhole(ctx);
  const { shopId, shopName } = await requireEnquiry(ctx, input.id);
  const id = ctx.ids.next();
  const isNew = await insertBlock(ctx.db, {
    id,
    shop_id: shopId,
    shop_name: shopName,
    reason: input.reason,
    created_at: ctx.clock.now(),
    created_by: ctx.actor.accountId,
    created_by_name: ctx.actor.name,
  });
  if (!isNew) throw refuse(40903, { field: WORDS.shopBlock });
  ctx.afterCommit(async () => forgetGround());
  ctx.audit({ objectId: id, objectNo: shopId, after: { shopName, blocked: true }, reason: input.reason });
  return {
    id,
    no: shopId,
    state: 'blocked',
    stateText: ctx.t(WORDS.isBlocked),
    version: 1,
    message: ctx.t(WORDS.blocked, { name: shopName || shopId }),
  };
}

/** Unblocks a shop. @throws Refusal 40302 (not all stations in the data scope), 40401 (unknown id) */
export async function unblockShop(ctx: ActorContext, { id }: Input<'enquiry.Enquiry/unblockShop'>) {
  assertWhole(ctx);
  const block = await deleteBlock(ctx.db, id);
  if (!block) throw refuse(40401);
  ctx.afterCommit(async () => forgetGround());
  const { shopId, shopName, reason } = block;
  ctx.audit({ objectId: id, objectNo: shopId, before: { shopName, blocked: true, reason }, after: { blocked: false } });
  return {
    id,
    no: shopId,
    state: 'open',
    stateText: ctx.t(WORDS.isOpen),
    version: 1,
    message: ctx.t(WORDS.unblocked, { name: shopName || shopId }),
  };
}
