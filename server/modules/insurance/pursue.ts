import { SECOND_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import type { PolicyOutcome } from '../../core/platforms/insurer';
import { type InsurerTools, openInsurer, requestOf } from './insurer';
import { postPremium } from './money';
import { settlePolicy, step } from './settle';
import {
  duePolicies,
  findProduct,
  lockPolicy,
  markSent,
  type PolicyRow,
  type ProductRow,
  type Tools,
  turning,
} from './store';

/** Calls insurers outside of transactions. A request is recorded before the call, and this record must survive a crash during the call. */

/** Maximum number of policies that one run of the job handles. */
const RUN = 200;
/**
 * Requests cover or a surrender, or queries an earlier request for cover. If the insurer does not know the earlier request, this function
 * sends the request again under the same number. Without an interface, the request always succeeds. A policy that was requested through
 * the interface is also queried and surrendered through the interface, even if its product now reports by list.
 *
 * @returns `null` if another run has already sent the request
 */
async function ask(tools: InsurerTools, row: PolicyRow, product: ProductRow): Promise<PolicyOutcome | null> {
  const insurer = openInsurer(tools, product, row.sent_at !== null);
  // Without an interface, riders are reported by list. The agreement covers every rider on the list, and our number is the policy number.
  if (!insurer) return row.surrender_at ? { kind: 'surrendered' } : { kind: 'insured', insurerNo: row.no };
  if (row.surrender_at) return insurer.surrender(row.no);
  if (row.sent_at === null) {
    if (!(await markSent(tools.db, row.id, tools.clock.now()))) return null;
    return insurer.insure(await requestOf(tools, row, product));
  }
  const known = await insurer.ask(row.no);
  return known.kind === 'absent' ? insurer.insure(await requestOf(tools, row, product)) : known;
}

/** Starts or ends the cover of one policy. When a cover with a premium per order ends, also posts the premium. */
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

/**
 * Sends due requests and queries about policies to insurers, and starts and ends covers. An interrupted run can be repeated.
 *
 * @throws the first error of a policy, after all other policies were processed
 */
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
      // Continue with the other policies if the calls for one policy fail.
      faults.push(error);
      await settlePolicy(tools, row.id, { kind: 'unknown' });
    }
  }
  for (const to of ['begin', 'end'] as const)
    for (const id of await turning(tools.db, to, now, RUN)) await turn(tools, id, to);
  if (faults.length > 0) throw faults[0];
}

export const PURSUE_MS = 5 * SECOND_MS;
