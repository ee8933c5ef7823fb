import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../../contract/units';
import { withTransaction } from '../../core/database/transaction';
import { SECOND_IDS } from '../../core/ids';
import { statements } from '../../migrations/0330_new_flows';
import { secondOf } from './complete-ids';
import { flowsBetween } from './figures';
import { reverse } from './lines';
import { BEHIND_MS, countAgain, countOpenDays } from './open-days';
import { credit, debit, type Entry } from './rules';
import { postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';

/** Tests of the table `ledger_new_flow`, whose sums are written together with the postings (docs/decisions/0085). */

let l: TestLedger;
before(async () => {
  l = await createTestLedger();
});
beforeEach(() => l.clock.advance(MINUTE_MS));
after(async () => {
  await l.mustBeSound();
  await l.database.close();
});

const given = (fen: number): Entry => ({
  ...l.occasion(1),
  bizType: 'DEPOSIT_IN' as const,
  lines: [debit('CHANNEL', fen, 1), credit('TEAM_DEPOSIT', fen, 1)],
});

const day = () => l.occasion().day;
/** Returns the DEPOSIT_IN sums of the account CHANNEL over all stations. */
async function depositsIn(): Promise<{ readonly debitFen: number; readonly creditFen: number }> {
  const rows = await flowsBetween(l.tools.db, { from: day(), to: day(), teams: null }, 'all');
  const row = rows.find(({ type, code }) => type === 'DEPOSIT_IN' && code === 'CHANNEL');
  return { debitFen: row?.debitFen ?? 0, creditFen: row?.creditFen ?? 0 };
}
const newFlows = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from ledger_new_flow`.execute(l.tools.db)).rows[0]?.n ?? -1;
/** Advances the clock until every posting is old enough for the stored sums, then runs the job. */
async function countAll(): Promise<void> {
  l.clock.advance(BEHIND_MS + 2_000);
  await countOpenDays(l.tools);
}

test('figures include a posting before the job runs, and are equal afterwards', async () => {
  const before = await depositsIn();
  await postAll(l.tools, [given(100), given(23)]);
  const posted = await depositsIn();
  assert.equal(posted.debitFen - before.debitFen, 123);
  assert.ok((await newFlows()) > 0);
  await countAll();
  assert.equal(await newFlows(), 0);
  assert.deepEqual(await depositsIn(), posted);
  await l.mustBeSound();
});

test('entries of one call, station and second become one flow for each account', async () => {
  await countAll();
  await postAll(
    l.tools,
    Array.from({ length: 50 }, () => given(1)),
  );
  assert.equal(await newFlows(), 2);
});

test('a reversal is deducted from the type of the reversed transaction before and after the job', async () => {
  const before = await depositsIn();
  const [posted] = await postAll(l.tools, [given(700)]);
  await withTransaction(l.tools.db, (db) =>
    reverse(
      { ...l.tools, db },
      { teamId: 1, id: posted?.id ?? 0 },
      { ...l.occasion(1), remark: 'wrong', operatorId: 1 },
    ),
  );
  const after = { debitFen: before.debitFen + 700, creditFen: before.creditFen + 700 };
  assert.deepEqual(await depositsIn(), after);
  await l.mustBeSound();
  await countAll();
  assert.deepEqual(await depositsIn(), after);
  await l.mustBeSound();
});

test('a refused posting leaves no flow, and the next one in its transaction has its own', async () => {
  const before = await depositsIn();
  await withTransaction(l.tools.db, async (db) => {
    const own = { ...l.tools, db };
    const twice = given(9);
    await postAll(own, [twice]);
    await assert.rejects(postAll(own, [{ ...twice, lines: given(10).lines }]));
    await postAll(own, [given(1)]);
  });
  assert.equal((await depositsIn()).debitFen - before.debitFen, 10);
  await l.mustBeSound();
});

test('when an earlier version stopped counting within a second, the job counts the rest of this second too', async () => {
  await countAll();
  const posted = await postAll(l.tools, [given(40), given(2)]);
  const last = posted[1]?.id ?? 0;
  const before = await depositsIn();
  await withTransaction(l.tools.db, async (db) => {
    await db.updateTable('ledger_counted').set({ until_id: last }).execute();
    await countAgain(db, day());
  });
  assert.ok(last > secondOf(last) && last < secondOf(last) + SECOND_IDS);
  await countAll();
  assert.deepEqual(await depositsIn(), before);
  await l.mustBeSound();
});

test('the migration adds the flows of postings that the job has not counted, also within one second', async () => {
  await countAll();
  const [first] = await postAll(l.tools, [given(40)]);
  await withTransaction(l.tools.db, (db) =>
    reverse(
      { ...l.tools, db },
      { teamId: 1, id: first?.id ?? 0 },
      { ...l.occasion(1), remark: 'wrong', operatorId: 1 },
    ),
  );
  const before = await depositsIn();
  await withTransaction(l.tools.db, async (db) => {
    await db
      .updateTable('ledger_counted')
      .set({ until_id: first?.id ?? 0 })
      .execute();
    for (const statement of [
      'drop trigger ledger_posting_flows on ledger_posting',
      'drop function note_ledger_flows',
      'drop table ledger_new_flow',
      ...statements,
    ])
      await sql.raw(statement).execute(db);
  });
  assert.deepEqual(await depositsIn(), before);
  await l.mustBeSound();
  await countAll();
  assert.deepEqual(await depositsIn(), before);
  await l.mustBeSound();
});
