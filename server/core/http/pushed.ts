import type { PUSHED_STATES } from '../../../contract/pushed';
import type { CallContext } from './context';

/** Refused reports that the record of a batch keeps; more would say nothing new. */
const KEPT = 20;

/**
 * Answers a batch of reports that a server signed, and says in the record of the call whose batch it was and what became of it.
 *
 * @param rows one for each report, in their order
 */
export function pushedAnswer<R extends { readonly state: (typeof PUSHED_STATES)[number] }>(
  ctx: CallContext,
  rows: R[],
): { done: number; repeated: number; refused: number; rows: R[] } {
  const count = (state: R['state']) => rows.filter((row) => row.state === state).length;
  const counts = { done: count('done'), repeated: count('repeated'), refused: count('refused') };
  const refused = rows.filter(({ state }) => state === 'refused').slice(0, KEPT);
  ctx.audit({
    objectNo: ctx.client?.name ?? '',
    after: counts,
    ...(refused.length > 0 && { detail: { refused } }),
  });
  return { ...counts, rows };
}
