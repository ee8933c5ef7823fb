import type { PolicyStep } from '../../../contract/insurePolicy.states';
import { text } from '../../../contract/text';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import type { PolicyOutcome } from '../../core/platforms/insurer';
import { notify } from '../notice';
import { type InsurerTools, openInsurer, requestOf } from './insurer';
import { linkTo, policies } from './kind';
import { postPremium, postRefund } from './money';
import {
  duePolicies,
  findProduct,
  insuredById,
  lockPolicy,
  markSent,
  movePolicy,
  type PolicyRow,
  type ProductRow,
  type Tools,
  turning,
} from './store';

/** Talking to insurers: outside of transactions, so that what was written down before a call outlives a process that ends in it. */

/** Policies of one run of the job. */
const RUN = 200;
const FIRST_MS = 5 * SECOND_MS;
const LONGEST_MS = 10 * MINUTE_MS;
/** The insurer is asked after 5 s, 10 s, 20 s and so on, at most every ten minutes. */
const nextAsk = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10)));

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

/** Asks for cover, or what became of the request. What the insurer has never heard of is sent again under the same number. */
async function ask(tools: InsurerTools, row: PolicyRow, product: ProductRow): Promise<PolicyOutcome | null> {
  const insurer = openInsurer(tools, product);
  // Declared by list: the agreement covers who is on it, and our number is the policy's.
  if (!insurer) return row.surrender_at ? { kind: 'surrendered' } : { kind: 'insured', insurerNo: row.no };
  if (row.surrender_at) return insurer.surrender(row.no);
  if (row.sent_at === null) {
    if (!(await markSent(tools.db, row.id, tools.clock.now()))) return null;
    return insurer.insure(await requestOf(tools, row, product));
  }
  const known = await insurer.ask(row.no);
  return known.kind === 'absent' ? insurer.insure(await requestOf(tools, row, product)) : known;
}

/** A step of the system, in a transaction that has locked the policy. */
async function step(
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
  // A premium per order is posted when the cover is over and the orders are known.
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

/** Writes down what the insurer says. An answer that arrives twice or after the end changes nothing. */
function settlePolicy(tools: Tools, id: number, outcome: PolicyOutcome): Promise<void> {
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

/** Begins or ends the cover of one policy. */
function turn(tools: Tools, id: number, to: 'begin' | 'end'): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await lockPolicy(own.db, id);
    if (!row || row.state !== (to === 'begin' ? 'insured' : 'inForce')) return;
    if (to === 'begin') {
      await step(own, row, 'begin', { state: 'inForce' });
      return;
    }
    const paid = row.premium_unit === 'order' ? await postPremium(own, row) : null;
    const more = paid ? { txNo: paid.tx_no, amountFen: paid.premium_fen } : {};
    await step(own, row, 'end', { state: 'ended', ...paid }, more);
  });
}

/** Asks insurers about what is due, and begins and ends covers. May run as often as it likes. */
export async function pursuePolicies(tools: InsurerTools): Promise<void> {
  const now = tools.clock.now();
  const products = new Map<number, ProductRow | undefined>();
  const faults: unknown[] = [];
  for (const row of await duePolicies(tools.db, now, RUN)) {
    if (!products.has(row.product_id)) products.set(row.product_id, await findProduct(tools.db, row.product_id));
    const product = products.get(row.product_id);
    try {
      const outcome = product ? await ask(tools, row, product) : null;
      if (outcome) await settlePolicy(tools, row.id, outcome);
    } catch (error) {
      // One policy that cannot be asked about must not keep the others waiting.
      faults.push(error);
      await settlePolicy(tools, row.id, { kind: 'unknown' });
    }
  }
  for (const to of ['begin', 'end'] as const)
    for (const id of await turning(tools.db, to, now, RUN)) await turn(tools, id, to);
  if (faults.length > 0) throw faults[0];
}

export const PURSUE_MS = 5 * SECOND_MS;
