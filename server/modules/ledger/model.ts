import assert from 'node:assert/strict';
import { ACCOUNTS } from '../../../contract/ledger';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { Refusal } from '../../core/http/refusal';
import { checked, deltaOf, type Entry } from './rules';

/** A minimal in-memory ledger. Tests compare this ledger with the rules and with the database. */

interface Journal {
  readonly id: number;
  readonly entry: Entry;
  readonly reverses: number | undefined;
}

/** The books of a few owners. The keys of `balances` are `code:owner`. */
export class ModelBook {
  readonly balances = new Map<string, number>();
  readonly journal: Journal[] = [];
  readonly credit = new Map<number, number>();

  private floorOf(key: string): number {
    const [code, owner] = key.split(':') as [keyof typeof ACCOUNTS, string];
    const { floor } = ACCOUNTS[code];
    if (floor === 'none' || floor === 'alarm') return Number.NEGATIVE_INFINITY;
    return floor === 'credit' ? -(this.credit.get(Number(owner)) ?? 0) : 0;
  }

  /** Posts all entries or none. @returns the ids of the transactions, or the code of the refusal */
  post(entries: readonly Entry[]): number | number[] {
    const next = new Map(this.balances);
    try {
      for (const entry of entries.map(checked)) {
        if (entry.reversesId !== undefined && this.journal.some(({ reverses }) => reverses === entry.reversesId))
          return 42244;
        for (const line of entry.lines) {
          const key = `${line.account}:${line.ownerId}`;
          const balance = (next.get(key) ?? 0) + deltaOf(line);
          // The model does not split accounts by station or order. `mustBeSound` of `History` checks the total escrow of all orders
          // instead.
          const floor = this.floorOf(key);
          const isCredit = floor < 0 && Number.isFinite(floor);
          const lowest = isCredit && ENTRY_TYPES[entry.bizType].withoutCredit ? 0 : floor;
          if (deltaOf(line) < 0 && balance < lowest) return 42241;
          next.set(key, balance);
        }
      }
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
    for (const [key, balance] of next) this.balances.set(key, balance);
    return entries.map((entry) => {
      const id = this.journal.length + 1;
      this.journal.push(Object.freeze({ id, entry: Object.freeze(checked(entry)), reverses: entry.reversesId }));
      return id;
    });
  }

  balance(account: string, owner: number): number {
    return this.balances.get(`${account}:${owner}`) ?? 0;
  }

  /** Asserts the invariants of the books that apply to the model (DOMAIN §4.3). */
  mustBeSound(): void {
    const sums = new Map<string, number>();
    let sides = 0;
    for (const { entry } of this.journal) {
      let sum = 0;
      for (const line of entry.lines) {
        sum += line.dc === 'D' ? line.amountFen : -line.amountFen;
        const key = `${line.account}:${line.ownerId}`;
        sums.set(key, (sums.get(key) ?? 0) + deltaOf(line));
      }
      assert.equal(sum, 0, `${entry.bizType} ${entry.bizNo} does not balance`);
    }
    for (const [key, balance] of this.balances) {
      assert.equal(balance, sums.get(key) ?? 0, `${key} is not the sum of its postings`);
      assert.ok(balance >= this.floorOf(key), `${key} lies below its floor`);
      const [code] = key.split(':') as [keyof typeof ACCOUNTS];
      sides += ACCOUNTS[code].side === 'A' ? balance : -balance;
    }
    assert.equal(sides, 0, 'assets and liabilities differ');
  }
}
