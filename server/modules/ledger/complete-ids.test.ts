import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { withTransaction } from '../../core/database/transaction';
import { createIds, idAt } from '../../core/ids';
import { countBills } from './bill-days';
import { BEHIND_MS, countOpenDays } from './open-days';
import { credit, debit, type Entry } from './rules';
import { postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';

/**
 * Tests that the stored sums of open days include a transaction half a minute after its end, and never before its end
 * (docs/decisions/0084).
 */

let l: TestLedger;
before(async () => {
  l = await createTestLedger();
});
after(async () => {
  await l.mustBeSound();
  await l.database.close();
});

/**
 * Leases a node number for the test, as a running process does.
 *
 * @param clock the process's clock; `null` simulates an earlier version of the program, which does not record its clock
 */
async function noteClock(clock: Date | null, node = 1): Promise<void> {
  await l.tools.db
    .updateTable('process_node')
    .set({ holder: 'test', leased_until: sql<Date>`now() + interval '1 hour'`, clock_at: clock })
    .where('node', '=', node)
    .execute();
}
beforeEach(async () => {
  l.clock.advance(MINUTE_MS);
  await l.tools.db.updateTable('process_node').set({ holder: null, clock_at: null }).execute();
});

/** @param lane Entries of different lanes are posted to different accounts, so they do not wait for each other. */
const given = (fen: number, lane = 1): Entry => ({
  ...l.occasion(lane),
  bizType: 'FRANCHISE_IN' as const,
  lines: [debit('CHANNEL', fen, lane), credit('FRANCHISE_FEE', fen)],
});
const untilId = async () =>
  (await l.tools.db.selectFrom('ledger_counted').select('until_id').executeTakeFirstOrThrow()).until_id;
const openTotal = async () =>
  Number(
    (await sql<{ fen: string }>`select coalesce(sum(debit_fen), 0) as fen from ledger_open_total`.execute(l.tools.db))
      .rows[0]?.fen,
  );
/** Records the present time as the clock of node 1, then updates the stored sums. */
async function countNow(): Promise<void> {
  await noteClock(l.clock.now());
  await countOpenDays(l.tools);
}

test('a transaction is counted half a minute after its end', async () => {
  const before = await openTotal();
  await postAll(l.tools, [given(100)]);
  l.clock.advance(30 * SECOND_MS);
  await countNow();
  assert.equal((await openTotal()) - before, 100);
  await l.mustBeSound();
});

test('a transaction in progress holds back its ids, and is counted after its end', async () => {
  const before = await openTotal();
  await withTransaction(l.tools.db, async (db) => {
    await postAll({ ...l.tools, db }, [given(100)]);
    const first = idAt(l.clock.now());
    l.clock.advance(5 * MINUTE_MS);
    await postAll(l.tools, [given(10, 2)]);
    l.clock.advance(MINUTE_MS);
    await countNow();
    assert.ok((await untilId()) <= first);
    assert.equal(await openTotal(), before);
  });
  await countNow();
  assert.equal((await openTotal()) - before, 110);
  await l.mustBeSound();
});

test('a transaction whose ids are counted before it has locked them is posted with later ids', async () => {
  const late = createIds({
    clock: { ...l.clock, now: () => new Date(l.clock.now().getTime() - 10 * MINUTE_MS) },
    node: 2,
  });
  await countNow();
  let made = 0;
  const ids = { next: () => (++made === 1 ? late.next() : l.tools.ids.next()) };
  const [posted] = await postAll({ ...l.tools, ids }, [given(7)]);
  assert.ok((posted?.id ?? 0) >= (await untilId()));
  l.clock.advance(30 * SECOND_MS);
  await countNow();
  await l.mustBeSound();
});

test('a process whose clock is behind gets an error, and the ledger stays correct', async () => {
  const slow = { ...l.clock, now: () => new Date(l.clock.now().getTime() - 10 * MINUTE_MS) };
  await countNow();
  const before = await untilId();
  await assert.rejects(
    postAll({ ...l.tools, ids: createIds({ clock: slow, node: 2 }) }, [given(7)]),
    /counted already/,
  );
  assert.equal(await untilId(), before);
  await l.mustBeSound();
});

test('while a process has stored no clock time, or an old one, transactions are counted after a quarter of an hour', async () => {
  await postAll(l.tools, [given(100)]);
  l.clock.advance(MINUTE_MS);
  for (const clock of [null, new Date(l.clock.now().getTime() - MINUTE_MS)]) {
    await noteClock(l.clock.now());
    await noteClock(clock, 2);
    const before = await untilId();
    await countOpenDays(l.tools);
    assert.equal(await untilId(), Math.max(before, idAt(new Date(l.clock.now().getTime() - BEHIND_MS))));
  }
  await l.mustBeSound();
});

test('bills are counted up to the last counted transaction', async () => {
  await postAll(l.tools, [given(100)]);
  l.clock.advance(30 * SECOND_MS);
  await countNow();
  await countBills(l.tools, 'Asia/Shanghai');
  const counted = await l.tools.db.selectFrom('bill_counted').select('until_id').executeTakeFirstOrThrow();
  assert.equal(counted.until_id, await untilId());
});

test('while eight senders post and a job counts all the time, no transaction is missed or counted twice', async () => {
  const before = await openTotal();
  let isPosting = true;
  const sender = async (lane: number) => {
    const ids = createIds({ clock: l.clock, node: 3 + lane });
    for (let n = 0; n < 30; n += 1) {
      await withTransaction(l.tools.db, async (db) => {
        await postAll({ ...l.tools, db, ids }, [given(1, lane + 1)]);
        // Some transactions take longer, so their ids are old when they commit.
        if (n % 5 === lane % 5) await sql`select pg_sleep(0.02)`.execute(db);
      });
      l.clock.advance(1.5 * SECOND_MS);
    }
  };
  const counter = async () => {
    let counts = 0;
    while (isPosting) {
      await countNow();
      counts += 1;
    }
    return counts;
  };
  const counting = counter();
  await Promise.all(Array.from({ length: 8 }, (_, lane) => sender(lane)));
  isPosting = false;
  assert.ok((await counting) > 10);
  await l.mustBeSound();
  l.clock.advance(30 * SECOND_MS);
  await countNow();
  assert.equal((await openTotal()) - before, 240);
});
