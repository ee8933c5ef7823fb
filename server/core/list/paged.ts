import { LIST_LIMITS } from '../../../contract/limits';
import type { ActorContext } from '../http/context';
import { refuse } from '../http/refusal';

/** Range of rows that a list reads from its store. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Computes the range of rows of a page. @throws Refusal 40005 beyond `LIST_LIMITS.deepestRow` */
export function pageOf({ page, limit }: { readonly page: number; readonly limit: number }): Page {
  const offset = (page - 1) * limit;
  if (offset + limit > LIST_LIMITS.deepestRow) throw refuse(40005);
  return { offset, limit };
}

/**
 * Answers a list (DOMAIN §6.1 **L**).
 * @param load reads the rows of the page; `total` is exact up to `LIST_LIMITS.countCap`, and any larger number means that there are more
 *   rows
 * @throws Refusal 40005 beyond `LIST_LIMITS.deepestRow`
 */
export async function paged<R, S>(
  ctx: Pick<ActorContext, 'clock'>,
  { page, limit }: { readonly page: number; readonly limit: number },
  load: (page: Page) => Promise<{ readonly list: R[]; readonly total: number; readonly summary: S }>,
) {
  const { list, total, summary } = await load(pageOf({ page, limit }));
  return {
    list,
    total: Math.min(total, LIST_LIMITS.countCap),
    totalCapped: total > LIST_LIMITS.countCap,
    page,
    limit,
    summary,
    asOf: ctx.clock.now().toISOString(),
  };
}
