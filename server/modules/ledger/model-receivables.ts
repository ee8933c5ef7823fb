import assert from 'node:assert/strict';
import { type Occasion, withdrawPay, withdrawReturn, withdrawUnfreeze } from './entries';
import type { ModelBook } from './model';
import { NUMBER, type Withdrawal } from './model-steps';
import { paidFrom, receivableCollect } from './receivables';
import type { Entry } from './rules';

/** Helpers of random histories for receivables and withdrawals. */

interface Owed {
  readonly bizNo: string;
  leftFen: number;
}

/** Receivables of the station in a random test history, oldest first. */
export class OwedRows {
  private readonly rows: Owed[] = [];

  add(bizNo: string, leftFen: number): void {
    this.rows.push({ bizNo, leftFen });
  }

  /** Pays receivables from an income, the oldest first. @returns the entries of these payments */
  collect(incomeFen: number, on: () => Occasion): Entry[] {
    return paidFrom(this.open, incomeFen).map(({ of, fen }) => {
      of.leftFen -= fen;
      return receivableCollect(on(), fen);
    });
  }

  get open(): readonly Owed[] {
    return this.rows.filter(({ leftFen }) => leftFen > 0);
  }

  get sumFen(): number {
    return this.open.reduce((sum, { leftFen }) => sum + leftFen, 0);
  }
}

/** Builds the entry of a withdrawal step. */
export function withdrawalEntry(
  on: Occasion,
  { owner, ...amounts }: Withdrawal,
  entry: 'pay' | 'unfreeze' | 'return',
): Entry {
  const paid = { ...amounts, merchantNumberId: NUMBER };
  if (entry === 'unfreeze') return withdrawUnfreeze(on, owner, amounts.amountFen);
  return entry === 'pay' ? withdrawPay(on, owner, paid, {}) : withdrawReturn(on, owner, paid, {});
}

/** Asserts that the frozen balance of each owner with open applications equals the sum of these applications. */
export function assertFrozen(book: ModelBook, withdrawals: readonly Withdrawal[]): void {
  for (const [subject, account] of [
    ['team', 'TEAM_FROZEN'],
    ['rider', 'RIDER_FROZEN'],
    ['franchisee', 'FRANCHISEE_FROZEN'],
    ['merchant', 'MERCHANT_FROZEN'],
  ] as const) {
    const open = withdrawals.filter(
      ({ state, owner }) => state !== 'paid' && state !== 'closed' && owner.subject === subject,
    );
    const id = open[0]?.owner.id;
    const fen = open.reduce((sum, one) => sum + one.amountFen, 0);
    if (id !== undefined) assert.equal(book.balance(account, id), fen);
  }
}

/** Finds the entries of an order that were not reversed. */
export function standing({ journal }: ModelBook, orderNo: string): Entry[] {
  const undone = new Set(journal.map(({ reverses }) => reverses));
  return journal.filter(({ id, entry }) => entry.bizNo === orderNo && !undone.has(id)).map(({ entry }) => entry);
}
