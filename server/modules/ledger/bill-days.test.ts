import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import { dayRange } from '../../core/money/days';
import { type BillFilter, countBills, countedBills } from './bill-days';
import { billSums, billSumsOfRows } from './bill-reads';
import { type BillToOpen, endBill, openBill, openedBill } from './bills';
import { credit, debit, type Entry } from './rules';
import { post } from './store';
import { createTestLedger, type TestLedger } from './testing';

const ZONE = 'Asia/Shanghai';
const TEAMS = [31, 32, 33];
const NUMBERS = [1, 2];
/** 00:30 in Shanghai is 16:30 of the previous day in UTC, so the two days differ. */
const NOW = '2026-03-01T00:30:00+08:00';

let l: TestLedger;
before(async () => {
  l = await createTestLedger(NOW);
});
after(async () => {
  await l.mustBeSound();
  await l.database.close();
});

interface Step {
  readonly kind: 'pay' | 'open' | 'end' | 'finish' | 'count';
  readonly team: number;
  readonly number: number;
  readonly fen: number;
  readonly daysAgo: number;
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('pay', 'pay', 'pay', 'open', 'end', 'finish', 'count'),
    team: fc.nat(TEAMS.length - 1),
    number: fc.nat(NUMBERS.length - 1),
    fen: fc.integer({ min: 1, max: 9_000 }),
    daysAgo: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 10, maxLength: 40 },
);

const opened: { readonly id: number; readonly entry: Entry }[] = [];

async function run({ kind, team, number, fen, daysAgo }: Step): Promise<void> {
  const on = l.occasion(TEAMS[team]);
  const at = new Date(on.at.getTime() - daysAgo * DAY_MS - (fen % 24) * HOUR_MS);
  const place = { teamId: on.teamId, merchantNumberId: NUMBERS[number] ?? 1, amountFen: fen };
  const facts = { counterType: 'team' as const, counterId: on.teamId, channel: fen % 3 === 0 ? 'alipay' : 'wechat' };
  const deposit: Entry = {
    ...on,
    at,
    bizType: 'DEPOSIT_IN',
    lines: [debit('CHANNEL', fen, place.merchantNumberId), credit('TEAM_DEPOSIT', fen, on.teamId)],
    bill: { ...facts, tradeNo: `B${on.bizNo}` },
  };
  if (kind === 'pay') await post(l.tools, deposit);
  if (kind === 'open') {
    // Bills of this type are normally not opened before their posting. The sums do not depend on the type.
    const type = deposit.bizType as BillToOpen['type'];
    const bill = { ...place, type, direction: 'in' as const, at, day: on.day, facts };
    opened.push({ id: (await openBill(l.tools, bill)).id, entry: deposit });
  }
  if (kind === 'end') {
    const last = opened.pop();
    if (last) await endBill(l.tools.db, last.id, 'failed');
  }
  if (kind === 'finish') {
    const last = opened.pop();
    if (last) {
      const bill = { ...last.entry.bill, opened: await openedBill(l.tools.db, last.id) };
      await post(l.tools, { ...last.entry, at: l.clock.now(), day: on.day, bill });
    }
  }
  if (kind === 'count') {
    // The sums include bills only when they are old enough, so advance the clock by an hour.
    l.clock.advance(HOUR_MS);
    await countBills(l.tools, ZONE);
  }
}

const days = (from: string, to: string) => dayRange(from, to, ZONE);
const FILTERS: readonly BillFilter[] = [
  { teamIds: null },
  { teamIds: null, at: days('2026-02-01', '2026-12-31') },
  { teamIds: null, at: days('2026-02-26', '2026-02-27') },
  { teamIds: [31, 33], at: days('2026-02-24', '2026-02-28') },
  { teamIds: null, type: ['DEPOSIT_IN'], direction: 'in', channel: ['wechat'] },
  { teamIds: null, merchantNumberIds: [2], at: days('2026-02-20', '2026-03-05') },
  { teamIds: [32], status: ['processing', 'failed'] },
  { teamIds: null, status: ['success'] },
  { teamIds: null, amountFenMin: 1_000, amountFenMax: 2_000 },
  { teamIds: null, amountFenMin: 55, amountFenMax: 3_333, at: days('2026-02-24', '2026-02-28'), direction: 'in' },
  { teamIds: null, amountFenMin: 1_234, channel: ['wechat'], type: ['DEPOSIT_IN'] },
  { teamIds: null, amountFenMax: 4_321, status: ['success', 'failed'] },
  { teamIds: [31], amountFenMin: 1_234 },
];

async function assertEqualSums(): Promise<void> {
  for (const filter of FILTERS) {
    const [sums, rows] = [await billSums(l.tools.db, filter), await billSumsOfRows(l.tools.db, filter)];
    assert.deepEqual(sums, rows, JSON.stringify(filter));
  }
}

test('bill totals equal the sums of their rows after any history of payments, open bills, ended bills and counts', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      for (const step of history) await run(step);
      await assertEqualSums();
      // End all open bills, because the check of the books reports an open bill that has no payout or transfer.
      for (const { id } of opened.splice(0)) await endBill(l.tools.db, id, 'failed');
      await assertEqualSums();
      await l.mustBeSound();
    }),
    { numRuns: 8 },
  );
});

test('filters by part of a day or amount band, reconciliation state, or one station’s channel or amount are not served from daily totals', async () => {
  l.clock.advance(HOUR_MS);
  await countBills(l.tools, ZONE);
  const { from, to } = days('2026-02-24', '2026-02-28');
  const others: readonly BillFilter[] = [
    { teamIds: null, at: { from: new Date(from.getTime() + 1), to } },
    { teamIds: null, at: { from, to: new Date(to.getTime() - HOUR_MS) } },
    { teamIds: null, amountFenMin: 1_010, amountFenMax: 1_098 },
    { teamIds: null, amountFenMin: 100, merchantNumberIds: [1] },
    { teamIds: [31], amountFenMin: 100 },
    { teamIds: [31], channel: ['wechat'] },
    { teamIds: null, reconState: ['pending'] },
  ];
  for (const filter of others) assert.equal(await countedBills(l.tools.db, filter), null, JSON.stringify(filter));
  for (const more of [{}, { amountFenMin: 100 }])
    assert.notEqual(await countedBills(l.tools.db, { teamIds: null, at: { from, to }, ...more }), null);
});

test('after a change of the time zone all bills are counted again, by the days of the new zone', async () => {
  await countBills(l.tools, 'America/Sao_Paulo');
  await l.mustBeSound();
  const filter = { teamIds: null, at: dayRange('2026-02-26', '2026-02-27', 'America/Sao_Paulo') };
  assert.notEqual(await countedBills(l.tools.db, filter), null);
  assert.equal(await countedBills(l.tools.db, { ...filter, at: days('2026-02-26', '2026-02-27') }), null);
  assert.deepEqual(await billSums(l.tools.db, filter), await billSumsOfRows(l.tools.db, filter));
});

test('the ledger check reports a day whose count differs from its bills', async () => {
  const wrong = async (by: number) =>
    l.tools.db
      .updateTable('bill_day')
      .set((eb) => ({ net_fen: eb('net_fen', '+', by) }))
      .where('team_id', '=', 31)
      .execute();
  await wrong(1);
  await assert.rejects(
    l.mustBeSound(),
    /its count of DEPOSIT_IN in of station 31 differs from its bills by 1, 0 and 0/,
  );
  await wrong(-1);
});

test('the ledger check reports an amount band whose count differs from its bills', async () => {
  const wrong = async (by: number) =>
    l.tools.db
      .updateTable('bill_day_band')
      .set((eb) => ({ bills: eb('bills', '+', by) }))
      .where('band', '=', 1_200)
      .execute();
  const on = l.occasion(31);
  await post(l.tools, {
    ...on,
    bizType: 'DEPOSIT_IN',
    lines: [debit('CHANNEL', 1_234, 1), credit('TEAM_DEPOSIT', 1_234, on.teamId)],
    bill: { counterType: 'team', counterId: on.teamId, channel: 'wechat', tradeNo: `B${on.bizNo}` },
  });
  l.clock.advance(HOUR_MS);
  await countBills(l.tools, 'America/Sao_Paulo');
  await l.mustBeSound();
  await wrong(1);
  await assert.rejects(
    l.mustBeSound(),
    /its count of DEPOSIT_IN in wechat from 1200 fen differs from its bills by 0, 0 and 1/,
  );
  await wrong(-1);
});
