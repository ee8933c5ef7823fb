import assert from 'node:assert/strict';
import { type FixedClock, fixedClock } from '../../core/clock';
import { createTestDatabase, type TestDatabase } from '../../core/database/testing';
import { createIds } from '../../core/ids';
import type { Tools } from './accounts';
import type { Occasion } from './entries';
import { findOffences } from './verify';

/** A ledger with its own test database. */
export interface TestLedger {
  readonly database: TestDatabase;
  readonly tools: Tools;
  readonly clock: FixedClock;
  /**
   * Returns the station, business number, time and accounting day (UTC+8) of a new entry. The time is the clock's time. Without `bizNo`,
   * the entry gets an unused business number.
   */
  occasion(teamId?: number, bizNo?: string): Occasion;
  /** Asserts that `findOffences` finds no breach of the invariants (DOMAIN §4.3). */
  mustBeSound(): Promise<void>;
}

/** Creates a ledger on a new test database. @param now initial time of the fixed clock */
export async function createTestLedger(now = '2026-03-01T11:40:00+08:00'): Promise<TestLedger> {
  const database = await createTestDatabase();
  const clock = fixedClock(now);
  const tools = { db: database.db, clock, ids: createIds({ clock, node: 1 }) };
  let serial = 0;
  return {
    database,
    tools,
    clock,
    occasion(teamId = 7, bizNo) {
      serial += 1;
      const at = clock.now();
      return {
        bizNo: bizNo ?? `T${serial}`,
        teamId,
        at,
        day: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
      };
    },
    async mustBeSound() {
      assert.deepEqual(await findOffences(database.db), []);
    },
  };
}
