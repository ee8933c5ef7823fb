import type { ModelBook } from './model';
import type { Line, Order } from './model-steps';
import type { Entry } from './rules';

/** Helpers of random histories for reversals. */

const NOT_REVERSIBLE = /^(REVERSAL|ORDER_PAY|ORDER_REFUND|WITHDRAW|REFUND_AFTER|CHANNEL_TRANSFER|RECEIVABLE|RECON)/;

/** Finds the transactions whose type a history may reverse. */
export const reversibleIn = ({ journal }: ModelBook) =>
  journal.filter(({ entry }) => !NOT_REVERSIBLE.test(entry.bizType));

/** Checks whether an order was refunded after its settlement, or its share was released. Histories do not reverse such settlements. */
function isTouched({ journal }: ModelBook, lines: readonly Line[], orderNo: string): boolean {
  const isRefunded = journal.some(({ entry }) => entry.bizNo === orderNo && entry.bizType === 'REFUND_AFTER_SETTLE');
  return isRefunded || lines.some((line) => line.orderNo === orderNo && line.state === 'released');
}

/**
 * Checks whether a history may not reverse an entry. The entry may be an outdated settlement or release, because the order was settled or
 * released again later, or a settlement with later entries.
 */
export function isReversalBlocked(
  book: ModelBook,
  { orders, lines }: { readonly orders: readonly Order[]; readonly lines: readonly Line[] },
  { bizType, bizNo, step }: Entry,
): boolean {
  if (bizType === 'ORDER_SETTLE') {
    const settles = orders.find(({ orderNo }) => orderNo === bizNo)?.settles;
    return settles !== step || isTouched(book, lines, bizNo);
  }
  return bizType === 'TEAM_RELEASE' && lines.find(({ orderNo }) => orderNo === bizNo)?.releases !== step;
}

/** Finds the transactions that are reversed with a settlement: the commission from the reserve, and the franchisee's share. */
export function followersIn({ journal }: ModelBook, { bizType, bizNo, step }: Entry) {
  if (bizType !== 'ORDER_SETTLE') return [];
  const undone = new Set(journal.map(({ reverses }) => reverses));
  return journal.filter(
    ({ id, entry }) =>
      ['COMMISSION_DEPOSIT', 'FRANCHISE_SHARE'].includes(entry.bizType) &&
      entry.bizNo === bizNo &&
      entry.step === step &&
      !undone.has(id),
  );
}
