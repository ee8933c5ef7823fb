import type { PolicyStep } from '../../../contract/insurePolicy.states';
import { text } from '../../../contract/text';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import type { PolicyOutcome } from '../../core/platforms/insurer';
import type { PolicyEvent } from '../../core/platforms/insurer-events';
import { notify } from '../notice';
import { linkTo, policies } from './kind';
import { postPremium, postRefund } from './money';
import { insuredById, lockPolicy, lockPolicyNo, movePolicy, type PolicyRow, type Tools } from './store';

/** Records insurers' decisions about policies, from answers to queries and from events. */

const FIRST_MS = 5 * SECOND_MS;
const LONGEST_MS = 10 * MINUTE_MS;
/** Returns the time of the next query. The delay doubles from 5 s (5 s, 10 s, 20 s …) up to ten minutes. */
export const nextAsk = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10)));

/** Maximum length of a stored reason, in characters. */
const LONGEST_TEXT = 200;

const WORDS = {
  failedTitle: text('投保失败：{name}', 'Policy failed: {name}', 'Apólice falhou: {name}', '投保失敗：{name}'),
  failedText: text(
    '{no}（{name}）：{error}。请核对后重新投保；强制投保站点的骑手在此期间不能接单。',
    '{no} ({name}): {error}. Check and retry; at stations that require insurance the rider gets no orders until then.',
    '{no} ({name}): {error}. Verifique e tente de novo; nas estações com seguro obrigatório o entregador não recebe pedidos até lá.',
    '{no}（{name}）：{error}。請核對後重新投保；強制投保站點的騎手在此期間不能接單。',
  ),
  keptTitle: text('退保未成功：{no}', 'Surrender refused: {no}', 'Cancelamento recusado: {no}', '退保未成功：{no}'),
} as const;

/** Changes columns of a policy and records the step as a step of the system. The transaction must have locked the policy. */
export async function step(
  tools: Tools,
  row: PolicyRow,
  name: PolicyStep,
  set: Parameters<typeof movePolicy>[2],
  more: { readonly note?: string; readonly txNo?: string; readonly amountFen?: number } = {},
): Promise<PolicyRow> {
  await movePolicy(tools.db, row, set);
  await policies.addStep(tools, row.id, name, more);
  return { ...row, ...(set as Partial<PolicyRow>), version: row.version + 1 };
}

async function insured(tools: Tools, row: PolicyRow, insurerNo: string): Promise<void> {
  // A premium per order is posted when the cover ends, because the number of orders is final only then.
  const paid = row.premium_unit === 'order' ? null : await postPremium(tools, row);
  const set = { state: 'insured' as const, insurer_no: insurerNo, error: null, query_at: null, tries: 0, ...paid };
  const more = paid ? { txNo: paid.tx_no, amountFen: paid.premium_fen } : {};
  const held = await step(tools, row, 'confirm', set, more);
  if (held.cover_from <= tools.clock.now()) await step(tools, held, 'begin', { state: 'inForce' });
}

async function refused(tools: Tools, row: PolicyRow, why: string): Promise<void> {
  await step(tools, row, 'fail', { state: 'failed', error: why, query_at: null }, { note: why });
  const [rider] = await insuredById(tools.db, [row.rider_id]);
  await notify(tools, {
    event: 'policyFailed',
    title: WORDS.failedTitle,
    content: WORDS.failedText,
    params: { no: row.no, name: rider?.name ?? '', error: why },
    link: linkTo(row.id),
    teamId: row.team_id,
    dedupe: `policyFailed:${row.id}:${row.version}`,
  });
}

async function surrendered(tools: Tools, row: PolicyRow): Promise<void> {
  const txNo = await postRefund(tools, row, row.checker_id ?? 0);
  const set = { state: 'surrendered' as const, refund_tx_no: txNo, query_at: null, surrender_at: null };
  await step(tools, row, 'cancelled', set, txNo === null ? {} : { txNo, amountFen: row.premium_fen });
}

async function kept(tools: Tools, row: PolicyRow, why: string): Promise<void> {
  await step(tools, row, 'keep', { state: 'insured', query_at: null, surrender_at: null, error: why }, { note: why });
  if (row.checker_id === null) return;
  await notify(tools, {
    type: 'message',
    source: 'rider',
    accountIds: [row.checker_id],
    title: WORDS.keptTitle,
    content: text(why, why, why, why),
    params: { no: row.no },
    link: linkTo(row.id),
  });
}

/** Records the insurer's answer. A repeated answer changes nothing, because a decided policy waits for no answer. */
export function settlePolicy(tools: Tools, id: number, outcome: PolicyOutcome): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await lockPolicy(own.db, id);
    if (!row || row.query_at === null) return;
    const isSurrender = row.surrender_at !== null;
    switch (outcome.kind) {
      case 'insured':
        if (!isSurrender) return insured(own, row, outcome.insurerNo);
        break;
      case 'refused':
        return isSurrender ? kept(own, row, outcome.text) : refused(own, row, outcome.text);
      case 'surrendered':
        if (isSurrender) return surrendered(own, row);
        break;
      default:
        break;
    }
    const query_at = nextAsk(row.tries, own.clock.now());
    await movePolicy(own.db, row, { tries: row.tries + 1, query_at });
  });
}

/**
 * Records an insurer's event about a policy. Events may be repeated and arrive in any order. An event that does not fit the policy's state
 * changes nothing, but a surrender that does not fit is an error.
 *
 * @param tools.db the transaction that marks the event as handled
 * @param productIds products of the agreement that signed the event
 * @throws Error the insurer surrendered a policy whose state is neither `insured` nor `surrendered`, or whose premium is remitted; staff
 *   must check it
 */
export async function takePolicyEvent(tools: Tools, event: PolicyEvent, productIds: readonly number[]): Promise<void> {
  const row = await lockPolicyNo(tools.db, event.no);
  if (!row || !productIds.includes(row.product_id)) return;
  const { state, sent_at: sentAt, surrender_at: askedAt } = row;
  const why = event.message.slice(0, LONGEST_TEXT);
  switch (event.status) {
    case 'insured':
      // An insurer may still accept a rider after a refusal.
      if (state === 'pending' || state === 'failed') await insured(tools, row, event.policyNo);
      return;
    case 'refused':
      // Ignore the refusal of an earlier attempt: a newer request has been sent since.
      if (state === 'pending' && sentAt !== null && event.at >= sentAt) await refused(tools, row, why);
      return;
    case 'surrendered':
      if (state === 'surrendered') return;
      if (state !== 'insured' || row.remit_id !== null) throw new Error(`${row.no} is ${state} and was surrendered`);
      return surrendered(tools, row);
    default:
      if (state === 'insured' && askedAt !== null && event.at >= askedAt) await kept(tools, row, why);
  }
}
