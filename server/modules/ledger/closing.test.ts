import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { balancesOf } from './accounts';
import { closeDay, closeOldDays, isOver, reopenDay, trialBalance } from './closing';
import { depositIn, manual, type Occasion } from './entries';
import { addSettleLines, holdLine, lastRelease, releaseDue, releaseLine, reverse } from './lines';
import type { Offence } from './offence';
import { credit, debit, type Entry } from './rules';
import { post, postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { checkBooks, findOffences, lastCheck } from './verify';

const ZONE = 'Asia/Shanghai';
let l: TestLedger;
before(async () => {
  l = await createTestLedger();
});
after(() => l.database.close());
const AGAIN = { byId: 3, reason: 'a bill came late' };
const refused = (code: number) => (error: unknown) => error instanceof Refusal && error.code === code;
const give = (on: Occasion, fen: number) => manual(on, 'TEAM_AVAILABLE', on.teamId, 'in', fen);
/** Formats each row of the trial balance as `code opening debit credit closing`. */
const told = async (day: string, teamId = 0) =>
  (await trialBalance(l.database.db, day, teamId)).map(({ code, ...row }) => `${code} ${Object.values(row).join(' ')}`);

/** Waits until a statement of this database waits for a lock. */
async function someoneWaits({ pool }: TestLedger['database']): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await pool.query(waiting)).rowCount === 0) await new Promise((settle) => setTimeout(settle, 5));
}

test('the trial balance of any past day is the same before and after the day is closed', async () => {
  for (let day = 0; day < 6; day += 1) {
    await postAll(l.tools, [give(l.occasion(7), 100 + day), give(l.occasion(8), 1_000)]);
    await post(l.tools, depositIn(l.occasion(7), { subject: 'team', id: 7 }, 50, 1, {}));
    l.clock.advance(86_400_000);
  }
  const days = ['2026-02-28', '2026-03-01', '2026-03-03', '2026-03-06', '2026-04-01'];
  const before = await Promise.all(days.flatMap((day) => [told(day), told(day, 7)]));
  assert.deepEqual(before[4], [
    'ADJUSTMENT 2201 1102 0 3303',
    'CHANNEL 100 50 0 150',
    'TEAM_AVAILABLE 2201 0 1102 3303',
    'TEAM_DEPOSIT 100 0 50 150',
  ]);
  assert.equal(before[5]?.[0], 'ADJUSTMENT 201 102 0 303');
  // Today is the 7th. The job closes a day three days after its end, so it closes the days up to the 3rd now.
  assert.deepEqual(await closeOldDays(l.tools, ZONE), ['2026-03-01', '2026-03-02', '2026-03-03']);
  assert.deepEqual(await Promise.all(days.flatMap((day) => [told(day), told(day, 7)])), before);
  for (const day of ['2026-03-04', '2026-03-05']) await closeDay(l.tools, day, ZONE, 3);
  assert.deepEqual(await Promise.all(days.flatMap((day) => [told(day), told(day, 7)])), before);
  await l.mustBeSound();
});

test('a closed day accepts no postings until it is reopened', async () => {
  const on = { ...l.occasion(7), day: '2026-03-02' };
  await assert.rejects(post(l.tools, give(on, 5)), refused(42246));
  await assert.rejects(closeDay(l.tools, '2026-03-02', ZONE, 3), refused(42201));
  await assert.rejects(reopenDay(l.tools, '2026-03-06', AGAIN), refused(42201));
  await reopenDay(l.tools, '2026-03-02', AGAIN);
  await post(l.tools, give(on, 5));
  assert.deepEqual(await told('2026-03-02', 7), [
    'ADJUSTMENT 100 106 0 206',
    'CHANNEL 50 50 0 100',
    'TEAM_AVAILABLE 100 0 106 206',
    'TEAM_DEPOSIT 50 0 50 100',
  ]);
  for (const day of ['02', '03', '04', '05']) await closeDay(l.tools, `2026-03-${day}`, ZONE, 3);
  await l.mustBeSound();
});

test('a day cannot be closed before or within minutes after its end', async () => {
  await assert.rejects(closeDay(l.tools, '2026-03-07', ZONE, 3), refused(40006));
  await assert.rejects(closeDay(l.tools, '2026-03-08', ZONE, 3), refused(40006));
});

test('closing waits for concurrent postings into the day, and counts them', async () => {
  const on = { ...l.occasion(9), day: '2026-03-06' };
  let closing: Promise<void> | undefined;
  await withTransaction(l.database.db, async (db) => {
    await post({ ...l.tools, db }, give(on, 77));
    closing = closeDay(l.tools, '2026-03-06', ZONE, 3);
    await someoneWaits(l.database);
  });
  await closing;
  assert.ok((await told('2026-03-06', 9)).includes('TEAM_AVAILABLE 0 0 77 77'));
  await assert.rejects(post(l.tools, give({ ...l.occasion(9), day: '2026-03-06' }, 1)), refused(42246));
  await l.mustBeSound();
});

test('a pending share is released on its due day unless finance holds it, and is pending again after a reversal', async () => {
  const at = l.clock.now();
  const settle = (orderNo: string): Entry => ({
    ...l.occasion(20, orderNo),
    bizType: 'ORDER_SETTLE',
    lines: [debit('ORDER_ESCROW', 10), credit('TEAM_PENDING', 10, 20)],
  });
  const pay = (orderNo: string): Entry => ({
    ...l.occasion(20, orderNo),
    bizType: 'ORDER_PAY',
    lines: [debit('CHANNEL', 10, 1), credit('ORDER_ESCROW', 10)],
  });
  const orders = ['A1', 'A2', 'A3'];
  const posted = await postAll(
    l.tools,
    orders.flatMap((orderNo) => [pay(orderNo), settle(orderNo)]),
  );
  const due = new Date(at.getTime() + 60_000);
  await addSettleLines(
    l.tools,
    orders.map((orderNo) => ({ teamId: 20, orderNo, amountFen: 10, dueAt: due, at })),
  );
  await l.mustBeSound();
  assert.equal(await releaseDue(l.tools, at, ZONE), 0);
  await holdLine(l.database.db, 20, 'A2', 'complaint');
  await assert.rejects(holdLine(l.database.db, 20, 'A2', 'again'), refused(42201));
  assert.equal(await releaseDue(l.tools, due, ZONE), 2);
  assert.equal(await releaseDue(l.tools, due, ZONE), 0);
  await holdLine(l.database.db, 20, 'A2', null);
  assert.equal(await releaseDue(l.tools, due, ZONE), 1);
  await l.mustBeSound();

  const undo = (id: number) =>
    withTransaction(l.database.db, (db) =>
      reverse({ ...l.tools, db }, { teamId: 20, id }, { at: due, day: '2026-03-07', remark: 'mistake', operatorId: 3 }),
    );
  // A line with a much later due day can be released early.
  const far = new Date(due.getTime() + 9 * 86_400_000);
  await postAll(l.tools, [pay('A4'), settle('A4')]);
  await addSettleLines(l.tools, [{ teamId: 20, orderNo: 'A4', amountFen: 10, dueAt: far, at }]);
  const early = { at, day: '2026-03-07', remark: 'asked for', operatorId: 3 };
  await releaseLine(l.tools, { teamId: 20, orderNo: 'A4' }, early);
  assert.deepEqual(await lastRelease(l.database.db), due);

  const release = await l.database.db
    .selectFrom('ledger_txn')
    .select('id')
    .where('biz_type', '=', 'TEAM_RELEASE')
    .where('biz_no', '=', 'A1')
    .executeTakeFirstOrThrow();
  await undo(release.id);
  await l.mustBeSound();
  assert.equal(await releaseDue(l.tools, due, ZONE), 1);
  await l.mustBeSound();
  const balances = await balancesOf(l.database.db, ['TEAM_AVAILABLE', 'TEAM_PENDING'], [20]);
  assert.deepEqual([...balances.values()].sort(), [0, 40]);

  // The station already received its share. Reversing the settlement also reverses the release, and the share is not released again.
  await undo(posted[1]?.id ?? 0);
  await l.mustBeSound();
  assert.equal(await releaseDue(l.tools, due, ZONE), 0);
  const left = await balancesOf(l.database.db, ['TEAM_AVAILABLE', 'TEAM_PENDING'], [20]);
  assert.deepEqual([...left.values()].sort(), [0, 30]);
  await assert.rejects(undo(posted[1]?.id ?? 0), refused(42244));
});

test('a changed channel balance of a closed day is a breach of invariant 9', async () => {
  const undone = new Error('undone');
  const broken: Offence[] = [];
  await assert.rejects(
    l.database.db.transaction().execute(async (db) => {
      const { numAffectedRows } = await sql`
        update ledger_day set debit_fen = debit_fen + 1 where team_id = 0 and code = 'CHANNEL'
          and day = (select min(day) from ledger_day where team_id = 0 and code = 'CHANNEL')`.execute(db);
      assert.equal(numAffectedRows, 1n);
      broken.push(...(await findOffences(db)));
      throw undone;
    }),
    undone,
  );
  assert.deepEqual(
    broken.map(({ invariant, where }) => [invariant, where]),
    [
      [9, 'CHANNEL'],
      [11, 'day 2026-03-01'],
    ],
  );
});

test('the full check compares every closed day with its postings, the nightly check only the latest days', async () => {
  const own = await createTestLedger();
  for (const day of ['2026-03-01', '2026-04-20']) {
    own.clock.set(`${day}T12:00:00+08:00`);
    await post(own.tools, give(own.occasion(7), 100));
    own.clock.advance(86_400_000);
    await closeDay(own.tools, day, ZONE, 3);
  }
  await own.mustBeSound();
  const { db } = own.tools;
  await db.updateTable('day_close').set({ debit_fen: 101 }).where('day', '=', '2026-03-01').execute();
  assert.deepEqual(
    (await findOffences(db)).map(({ invariant, where }) => [invariant, where]),
    [[11, 'day 2026-03-01']],
  );
  assert.deepEqual(await findOffences(db, '2026-04-20'), []);
  await own.database.close();
});

test('the result of the nightly check is stored', async () => {
  assert.equal(await lastCheck(l.database.db), null);
  const { db, clock, ids } = l.tools;
  assert.deepEqual(await checkBooks(db, clock, ids, ZONE), []);
  assert.deepEqual((await lastCheck(db))?.offences, []);
});

test('a day can be closed some minutes after its end on the platform’s clock, and waits for concurrent postings into it', async () => {
  const late = await createTestLedger();
  const at = (time: string) => new Date(`2026-03-02T${time}:00+08:00`);
  const moments = ['00:09', '00:10', '07:59', '08:01'].map(at);
  assert.deepEqual(
    moments.map((moment) => isOver('2026-03-01', ZONE, moment)),
    [false, true, true, true],
  );
  late.clock.set(at('00:11').toISOString());
  const on = { ...late.occasion(7), day: '2026-03-01' };
  let closing: Promise<void> | undefined;
  await withTransaction(late.database.db, async (db) => {
    await post({ ...late.tools, db }, give(on, 5));
    closing = closeDay(late.tools, '2026-03-01', ZONE, 3);
    await someoneWaits(late.database);
  });
  await closing;
  const rows = await trialBalance(late.tools.db, '2026-03-01', 7);
  assert.equal(rows.find(({ code }) => code === 'TEAM_AVAILABLE')?.closingFen, 5);
  await late.mustBeSound();
  await late.database.close();
});
