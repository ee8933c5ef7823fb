import { type ClaimState, claimCase } from '../../../contract/insureClaim.states';
import { type Text, text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import { changeLocked } from '../../core/database/change-locked';
import { inTransaction } from '../../core/database/transaction';
import type { ClaimOutcome, ClaimResult } from '../../core/platforms/insurer';
import type { ClaimEvent } from '../../core/platforms/insurer-events';
import { notify } from '../notice';
import { claimLink, claims, mostFor } from './claims';
import { nextAsk } from './settle';
import { type ClaimRow, findPolicy, insuredById, lockClaim, lockClaimNo, type Tools } from './store';

/** Records insurers' decisions about claims as steps of the system. Insurers pay the injured party directly, so nothing is posted. */

const WORDS = {
  title: WORD.claimNoState,
  content: text(
    '保险公司已处理 {no}（{name}）。{note}',
    'The insurer has handled {no} ({name}). {note}',
    'A seguradora tratou {no} ({name}). {note}',
    '保險公司已處理 {no}（{name}）。{note}',
  ),
  rejectedTitle: text(
    '保险公司接口未接收理赔 {no}',
    'The insurer’s interface did not take claim {no}',
    'A interface da seguradora não aceitou o sinistro {no}',
    '保險公司介面未接收理賠 {no}',
  ),
  noInterfaceTitle: text(
    '理赔 {no} 的接口已停用',
    'The interface for claim {no} was switched off',
    'A interface do sinistro {no} foi desativada',
    '理賠 {no} 的介面已停用',
  ),
  noInterfaceText: text(
    '该保险方案已不再通过接口对接。请直接向保险公司提交或跟进，并登记结果。',
    'The product no longer has an interface. Submit the claim to the insurer directly, or ask for its state, and record the result.',
    'O plano não tem mais interface. Entregue o sinistro à seguradora ou consulte o andamento, e registre o resultado.',
    '該保險方案已不再透過介面對接。請直接向保險公司提交或跟進，並登記結果。',
  ),
  rejectedText: text(
    '{note}。请直接向保险公司提交，并登记结果。',
    '{note}. Hand the claim in at the insurer, and record the result.',
    '{note}. Entregue o sinistro à seguradora e registre o resultado.',
    '{note}。請直接向保險公司提交，並登記結果。',
  ),
} as const;

type Step = 'acceptClaim' | 'approveClaim' | 'refuseClaim' | 'payClaim';
type Steps = Readonly<Partial<Record<ClaimState, readonly Step[]>>>;
/** Steps that lead from a state to a result. A result that arrives after a later result has no steps and changes nothing. */
const STEPS: Readonly<Record<ClaimResult['status'], Steps>> = {
  accepted: { submitted: ['acceptClaim'] },
  approved: { submitted: ['acceptClaim', 'approveClaim'], insurerReview: ['approveClaim'] },
  refused: { submitted: ['acceptClaim', 'refuseClaim'], insurerReview: ['refuseClaim'] },
  paid: {
    submitted: ['acceptClaim', 'approveClaim', 'payClaim'],
    insurerReview: ['approveClaim', 'payClaim'],
    approved: ['payClaim'],
  },
};
/** Checks whether earlier results or staff have already granted the claim. */
const isGranted = ({ state, paid_fen }: ClaimRow): boolean =>
  state === 'approved' || state === 'paid' || (state === 'closed' && paid_fen !== null);
const isDenied = ({ state, paid_fen }: ClaimRow): boolean =>
  state === 'refused' || (state === 'closed' && paid_fen === null);

/**
 * Checks that a result is plausible.
 *
 * @throws Error if the result contradicts the claim, or if a granted amount is missing or too high; staff must check the claim
 */
async function assertFits(tools: Tools, row: ClaimRow, { status, paidFen }: ClaimResult): Promise<void> {
  const isGrant = status === 'approved' || status === 'paid';
  if (isGrant ? isDenied(row) : status === 'refused' && isGranted(row))
    throw new Error(`${row.no} is ${row.state}, and the insurer says ${status}`);
  if (!isGrant) return;
  if (paidFen === null || paidFen > (await mostFor(tools.db, row)))
    throw new Error(`${row.no}: ${paidFen} fen is no amount within the sum insured`);
  if (row.state === 'approved' && status === 'paid' && paidFen > (row.paid_fen ?? 0))
    throw new Error(`${row.no}: ${paidFen} fen is more than the approved amount`);
}

/**
 * Records the insurer's decision, and notifies the account that reported the claim. Repeated results, and results from before the latest
 * dispute, change nothing.
 *
 * @throws Error the result is not plausible ({@link assertFits})
 */
async function takeResult(tools: Tools, row: ClaimRow, result: ClaimResult): Promise<void> {
  if (result.round !== row.disputes) return;
  await assertFits(tools, row, result);
  const steps = STEPS[result.status][row.state] ?? [];
  if (steps.length === 0) return;
  const last = steps.at(-1) ?? 'acceptClaim';
  const state = claimCase.steps[last].to;
  const { paidFen, caseNo } = result;
  const note = result.message.slice(0, 200);
  const isOver = last === 'refuseClaim' || last === 'payClaim';
  const now = tools.clock.now();
  await changeLocked(tools.db, 'insure_claim', row, {
    ...{ state, insurer_case_no: caseNo, query_at: isOver ? null : new Date(now.getTime() + HOUR_MS), tries: 0 },
    ...(last !== 'refuseClaim' && paidFen !== null && { paid_fen: paidFen }),
    ...(last === 'payClaim' && { paid_at: now }),
    ...(note && { note }),
  });
  for (const step of steps) {
    const isAmount = paidFen !== null && (step === 'approveClaim' || step === 'payClaim');
    const more = { ...(isAmount && { amountFen: paidFen }), ...(step === last && { note }) };
    await claims.addStep({ db: tools.db, ids: tools.ids, clock: tools.clock }, row.id, step, more);
  }
  await tell(tools, row, { title: WORDS.title, content: WORDS.content, state, note });
}

async function tell(
  tools: Tools,
  row: ClaimRow,
  { state, note, ...words }: { title: Text; content: Text; state: ClaimState; note: string },
): Promise<void> {
  if (row.maker_id === 0) return;
  const [rider] = await insuredById(tools.db, [row.rider_id]);
  await notify(tools, {
    ...{ type: 'message', source: 'rider', accountIds: [row.maker_id], ...words, link: claimLink(row.id) },
    params: { no: row.no, name: rider?.name ?? '', state: claimCase.states[state].text, note },
  });
}

const ASKED: readonly ClaimState[] = ['submitted', 'insurerReview', 'approved'];
/** Checks whether the claim waits for the insurer's decision or payment. */
export const waitsForInsurer = ({ state }: Pick<ClaimRow, 'state'>): boolean => ASKED.includes(state);

/** Result of a query about a claim. `noInterface` means that the product has no interface any more. */
export type QueryOutcome = ClaimOutcome | { readonly kind: 'noInterface' };

/** Records the result of a query about a claim. */
export function settleClaim(tools: Tools, id: number, outcome: QueryOutcome): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await lockClaim(own.db, id);
    if (!row || row.query_at === null) return;
    // Staff have closed the claim since the query, so stop querying.
    if (!waitsForInsurer(row)) return changeLocked(own.db, 'insure_claim', row, { query_at: null });
    if (outcome.kind === 'rejected' || outcome.kind === 'noInterface') {
      await changeLocked(own.db, 'insure_claim', row, { query_at: null });
      const words =
        outcome.kind === 'rejected'
          ? { title: WORDS.rejectedTitle, content: WORDS.rejectedText, note: outcome.text }
          : { title: WORDS.noInterfaceTitle, content: WORDS.noInterfaceText, note: '' };
      return tell(own, row, { ...words, state: row.state });
    }
    const query_at = nextAsk(row.tries, own.clock.now());
    await changeLocked(own.db, 'insure_claim', row, { query_at, tries: row.tries + 1 });
    if (outcome.kind === 'result') await takeResult(own, { ...row, version: row.version + 1 }, outcome.result);
  });
}

/**
 * Records an insurer's event about a claim. Events may be repeated and arrive in any order.
 *
 * @param tools.db the transaction that marks the event as handled
 * @param productIds products of the agreement that signed the event
 * @throws Error the event contradicts the claim; staff must check it
 */
export async function takeClaimEvent(tools: Tools, event: ClaimEvent, productIds: readonly number[]): Promise<void> {
  const row = await lockClaimNo(tools.db, event.no);
  const policy = row && (await findPolicy(tools.db, row.policy_id));
  if (!row || !policy || !productIds.includes(policy.product_id)) return;
  await takeResult(tools, row, event);
}
