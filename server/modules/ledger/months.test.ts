import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DAY_MS } from '../../../contract/units';
import { tamper as tamperWith } from '../../core/database/testing';
import { closeOldDays, reopenDay } from './closing';
import { manual } from './entries';
import { lastSeal, monthToCheck, noteChecked, sealMonths, sealOffences } from './months';
import { post, postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { checkBooks, dayToCheck, findOffences, verifyBooks } from './verify';

/** Tests of sealed months. Each test begins on TODAY. Two stations have a posting on each earlier day since 2026-01-30. */

const ZONE = 'Asia/Shanghai';
const TODAY = '2026-03-10';
let l: TestLedger;

const give = (teamId: number, fen: number) => manual(l.occasion(teamId), 'TEAM_AVAILABLE', teamId, 'in', fen);

beforeEach(async () => {
  l = await createTestLedger('2026-01-30T11:40:00+08:00');
  for (let day = 0; day < 39; day += 1) {
    await postAll(l.tools, [give(7, 100 + day), give(8, 1_000)]);
    l.clock.advance(DAY_MS);
  }
  await closeOldDays(l.tools, ZONE);
});
afterEach(() => l.database.close());

const tamper = (...statements: readonly string[]) => tamperWith(l.database, ...statements);
const said = async (read: readonly string[] | null = null) =>
  (await sealOffences(l.database.db, read)).map(({ invariant, where, text }) => `${invariant} ${where}: ${text}`);
const seals = async () =>
  (
    await l.database.db.selectFrom('ledger_month').select(['month', 'previous', 'digest']).orderBy('month').execute()
  ).map(({ month, previous, digest }) => ({ month, previous, digest }));

test('a month is sealed once all of its days are closed, after the month before it', async () => {
  assert.deepEqual(await sealMonths(l.tools), ['2026-01-01', '2026-02-01']);
  assert.deepEqual(await sealMonths(l.tools), [], 'March is not over');
  const [january, february] = await seals();
  assert.equal(january?.previous, '');
  assert.equal(february?.previous, january?.digest);
  assert.deepEqual(await lastSeal(l.database.db), { month: '2026-02-01', digest: february?.digest });
  const { rows } = await l.database.pool.query(
    `select b.month::text, a.owner_id::int as team, b.balance_fen::int as fen from ledger_month_balance b
     join ledger_account a on a.id = b.account_id and a.code = 'TEAM_AVAILABLE' order by 1, 2`,
  );
  assert.deepEqual(
    rows.map(({ month, team, fen }) => `${month} ${team} ${fen}`),
    // Station 7: January has 100 and 101 fen. February adds 28 days of 102 to 129 fen.
    ['2026-01-01 7 201', '2026-01-01 8 2000', '2026-02-01 7 3435', '2026-02-01 8 30000'],
  );
  assert.deepEqual(await verifyBooks(l.database.db), []);
});

test('every change in a sealed month is found and located', async () => {
  await sealMonths(l.tools);
  const of = (day: string) => `(select p.txn_id from ledger_posting p where p.day = '${day}' limit 1)`;
  const changes: readonly (readonly [string, RegExp])[] = [
    [
      `update ledger_posting set at = at + interval '1 microsecond' where txn_id = ${of('2026-02-11')}`,
      /^11 day 2026-02-11: /,
    ],
    [
      `update ledger_posting set amount_fen = 5 where txn_id = ${of('2026-02-12')} and dc = 'C'`,
      /^11 day 2026-02-12: /,
    ],
    [`update ledger_txn set remark = 'other' where id = ${of('2026-01-31')}`, /^11 day 2026-01-31: /],
    [`delete from ledger_posting where txn_id = ${of('2026-02-14')}`, /^11 day 2026-02-14: /],
    [`update ledger_posting set day = '2026-02-16' where txn_id = ${of('2026-02-15')}`, /^11 day 2026-02-1[56]: /],
    [
      `update ledger_month_balance set balance_fen = balance_fen + 1 where month = '2026-01-01'`,
      /^11 month 2026-01: its balances/,
    ],
    [
      `update ledger_month set postings = postings + 1 where month = '2026-01-01'`,
      /^11 month 2026-01: its seal was changed/,
    ],
    [
      `update ledger_month set digest = repeat('0', 64) where month = '2026-01-01'`,
      /^11 month 2026-02: its seal does not follow/,
    ],
  ];
  const tables = ['ledger_posting', 'ledger_txn', 'ledger_month', 'ledger_month_balance'];
  await tamper(...tables.map((table) => `create table kept_${table} as table ${table}`));
  for (const [change, expected] of changes) {
    assert.deepEqual(await said(), []);
    await tamper(change);
    const found = await said();
    assert.ok(
      found.some((line) => expected.test(line)),
      `${change}\n${found.join('\n')}`,
    );
    await tamper(
      ...tables.flatMap((table) => [`truncate ${table}`, `insert into ${table} select * from kept_${table}`]),
    );
  }
});

test('money added to a closed month with a matching balance is found without reading that month', async () => {
  await sealMonths(l.tools);
  await tamper(
    `update ledger_posting set amount_fen = amount_fen + 500 where txn_id = (select min(txn_id) from ledger_posting where day = '2026-02-11')`,
    `update ledger_posting p set balance_after_fen = p.balance_after_fen + 500 from ledger_posting f
      where f.txn_id = (select min(txn_id) from ledger_posting where day = '2026-02-11') and p.account_id = f.account_id and p.seq >= f.seq`,
    `update ledger_account a set balance_fen = (select balance_after_fen from ledger_posting p where p.account_id = a.id order by seq desc limit 1)`,
  );
  const found = (await findOffences(l.database.db, TODAY)).filter(({ text }) => text.includes('sealed'));
  assert.deepEqual(found.map(({ invariant, where }) => `${invariant} ${where}`).sort(), [
    '3 ADJUSTMENT:0',
    '3 TEAM_AVAILABLE:7',
  ]);
});

test('before the first seal, a changed posting of weeks ago is found through the balances', async () => {
  await tamper(
    `update ledger_posting set amount_fen = amount_fen + 500 where txn_id = (select min(txn_id) from ledger_posting where day = '2026-02-11')`,
  );
  const found = await findOffences(l.database.db, TODAY);
  assert.deepEqual(
    found
      .filter(({ text }) => text.includes('moved since'))
      .map(({ where }) => where)
      .sort(),
    ['ADJUSTMENT:0', 'TEAM_AVAILABLE:7'],
  );
});

test('a chain that was rewritten as a whole differs from a seal that was stored elsewhere', async () => {
  await sealMonths(l.tools);
  const noted = await lastSeal(l.database.db);
  assert.ok(noted);
  assert.deepEqual(await sealOffences(l.database.db, [], [noted]), []);
  await tamper('truncate ledger_month, ledger_month_balance');
  await tamper(`update ledger_txn set remark = 'other' where day = '2026-02-11'`);
  await sealMonths(l.tools);
  assert.deepEqual(await sealOffences(l.database.db, null), []);
  const [offence] = await sealOffences(l.database.db, [], [noted]);
  assert.equal(offence?.where, 'month 2026-02');
});

test('reopening a day removes the seals from its month on and stores the last digest', async () => {
  await sealMonths(l.tools);
  const before = await seals();
  await reopenDay(l.tools, '2026-02-20', { byId: 3, reason: 'a bill came late' });
  assert.deepEqual(await seals(), before.slice(0, 1));
  const reopening = await l.database.db.selectFrom('ledger_reopening').select('seal').executeTakeFirstOrThrow();
  assert.equal(reopening.seal, before[1]?.digest);
  await post(l.tools, manual({ ...l.occasion(7), day: '2026-02-20' }, 'TEAM_AVAILABLE', 7, 'in', 5));
  await closeOldDays(l.tools, ZONE);
  assert.deepEqual(await sealMonths(l.tools), ['2026-02-01']);
  assert.notEqual((await seals())[1]?.digest, before[1]?.digest);
  assert.deepEqual(await verifyBooks(l.database.db), []);
  await reopenDay(l.tools, '2026-03-02', { byId: 3, reason: 'another one' });
  assert.equal((await seals()).length, 2, 'an open March leaves February sealed');
});

test('each night reads one sealed month again, the one checked longest ago', async () => {
  await sealMonths(l.tools);
  const { clock, ids } = l.tools;
  const nights: (string | null)[] = [];
  for (let night = 0; night < 3; night += 1) {
    l.clock.advance(DAY_MS);
    nights.push(await monthToCheck(l.database.db));
    assert.deepEqual(await checkBooks(l.database.db, clock, ids, ZONE), []);
  }
  assert.deepEqual(nights, ['2026-01-01', '2026-02-01', '2026-01-01']);
  await noteChecked(l.database.db, '2026-01-01', new Date(0));
  await tamper(`update ledger_txn set remark = 'other' where day = '2026-01-31'`);
  assert.deepEqual(
    (await checkBooks(l.database.db, clock, ids, ZONE)).map(({ where }) => where),
    ['day 2026-01-31'],
  );
});

test('the nightly check starts one day before the earliest posting since the last passed check', async () => {
  const { clock, ids } = l.tools;
  const { db } = l.database;
  const check = () => checkBooks(db, clock, ids, ZONE);
  const next = () => dayToCheck(db, ZONE);
  assert.equal(await next(), null, 'the first check reads all days');
  assert.deepEqual(await check(), []);
  assert.equal(await next(), '2026-03-08', 'the postings of the day before may have been under way');
  l.clock.advance(3 * DAY_MS);
  assert.deepEqual(await check(), []);
  assert.equal(await next(), '2026-03-12');
  // Post an entry on an earlier open day. Then post an entry whose time is before its accounting day.
  await post(l.tools, manual({ ...l.occasion(7), day: '2026-03-09' }, 'TEAM_AVAILABLE', 7, 'in', 5));
  assert.equal(await next(), '2026-03-08');
  const late = { ...l.occasion(7), at: new Date('2026-03-06T17:00:00Z') };
  await post(l.tools, manual(late, 'TEAM_AVAILABLE', 7, 'in', 5));
  assert.equal(await next(), '2026-03-06');
});

test('after failed and missed nights the check still covers everything since the last passed check, and finds an old breach', async () => {
  const { clock, ids } = l.tools;
  const { db } = l.database;
  const check = async () => (await checkBooks(db, clock, ids, ZONE)).map(({ invariant, where }) => [invariant, where]);
  assert.deepEqual(await check(), []);
  await post(l.tools, give(7, 5));
  const { id, tx_no: no } = await db
    .selectFrom('ledger_txn')
    .select(['id', 'tx_no'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  // The transaction does not balance, but all account balances are correct. Only the check of the transaction's own postings finds it.
  const other = `(select account_id from ledger_posting where txn_id = ${id} order by account_id limit 1)`;
  await tamper(`update ledger_posting set txn_id = 0 where txn_id = ${id} and account_id = ${other}`);
  const isNamed = (found: (string | number)[][]) => found.some(([invariant, where]) => invariant === 1 && where === no);
  for (let night = 0; night < 3; night += 1) {
    l.clock.advance(10 * DAY_MS);
    assert.ok(isNamed(await check()), `night ${night}`);
  }
  await tamper(`update ledger_posting set txn_id = ${id} where txn_id = 0`);
  assert.deepEqual(await check(), []);
  const { passed, from_day: from } = await db
    .selectFrom('ledger_check')
    .select(['passed', 'from_day'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  assert.deepEqual([passed, from], [true, '2026-03-08']);
});

test('a sealed month that differs is reported each night until it is repaired', async () => {
  await sealMonths(l.tools);
  const { clock, ids } = l.tools;
  const check = async () => (await checkBooks(l.database.db, clock, ids, ZONE)).map(({ where }) => where);
  await tamper(`update ledger_txn set posted_at = posted_at + interval '1 microsecond' where day = '2026-01-31'`);
  for (let night = 0; night < 3; night += 1) {
    l.clock.advance(DAY_MS);
    assert.deepEqual(await check(), ['day 2026-01-31']);
  }
  await tamper(`update ledger_txn set posted_at = posted_at - interval '1 microsecond' where day = '2026-01-31'`);
  assert.deepEqual(await check(), []);
  assert.equal(await monthToCheck(l.database.db), '2026-02-01');
});
