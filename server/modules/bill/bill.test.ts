import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { withParents } from '../../../contract/permissions';
import { statements } from '../../migrations/0029_proposal_team';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { depositIn, type Entry, findOffences, orderPay, orderRefund, postAll } from '../ledger';
import { presentOf } from '../site';

const USER = 901;
const PLACE = { channelFen: 0, merchantNumberId: 1, balanceFen: 0, userId: USER, subsidyFen: 0 };

let t: TestApp;
let owner: string;
let here: number;
let there: number;
/** Paid orders: number, station, amount and the number of days before today. */
const paid: { no: string; teamId: number; fen: number; daysAgo: number }[] = [];

before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  const ground = await prepareGround(t);
  here = (await ground.open()).id;
  there = (await ground.open()).id;
  await t.db
    .insertInto('merchant_number')
    .values({ id: 1, channel: 'wechat', mch_no: '1999990001', name: 'Main', created_at: t.clock.now() })
    .execute();
  for (let n = 0; n < 24; n += 1) {
    paid.push({ no: `O${n}`, teamId: n % 3 === 0 ? there : here, fen: 1_000 + n * 37, daysAgo: n % 8 });
  }
  paid.push({ no: 'OLD', teamId: here, fen: 5_000, daysAgo: 200 });
  await post(
    paid.map(({ no, teamId, fen, daysAgo }) =>
      orderPay(
        { ...occasion(no, teamId, daysAgo) },
        { ...PLACE, channelFen: fen },
        { counterType: 'user', counterId: USER, orderNo: no, channel: 'wechat', tradeNo: `TRADE-${no}` },
      ),
    ),
  );
  await post([
    orderRefund(
      occasion('O1', here, 0, 2),
      { ...PLACE, channelFen: 1_037 },
      { before: 0, amountFen: 500 },
      { counterType: 'user', counterId: USER, orderNo: 'O1', channel: 'wechat' },
    ),
    ...['D1', 'D2', 'D3', 'D4'].map((no, index) =>
      depositIn(occasion(no, here, 0), { subject: 'team', id: here }, 70_000 + index, 1, {
        channel: 'bank',
        tradeNo: no,
      }),
    ),
  ]);
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
  await t.close();
});

function occasion(bizNo: string, teamId: number, daysAgo: number, step = 1) {
  const at = new Date(t.clock.now().getTime() - daysAgo * 86_400_000);
  return { bizNo, teamId, at, day: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10), step };
}
const post = (entries: readonly (Entry | null)[]) =>
  postAll(
    { db: t.db, ids: t.ids, clock: t.clock },
    entries.filter((entry) => entry !== null),
  );
const list = (input: Input<'finance.Bill/getList'> = {}, token = owner) =>
  t.call('finance.Bill/getList', input, { token, locale: 'en-US' });
const billOf = async (keyword: string) => {
  const found = (await list({ keyword })).data.list.at(-1);
  assert.ok(found, keyword);
  return found;
};
const reverse = async (token: string, id: number, reason = 'paid twice by mistake') =>
  t.call('finance.Bill/reverse', { id, reason }, { token, ticket: await t.ticket(token), locale: 'en-US' });
const approve = async (token: string, id: number) =>
  t.call('approval.Proposal/approve', { id, version: 1 }, { token, ticket: await t.ticket(token) });

test('bills are sorted newest first, and sums cover all rows of the filter', async () => {
  const all = await list({ limit: 100 });
  assert.equal(all.code, 100);
  const { list: rows, summary, total } = all.data;
  assert.equal(total, 29);
  assert.deepEqual(
    rows,
    rows.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id),
  );
  const questions: Input<'finance.Bill/getList'>[] = [
    {},
    { direction: 'out' },
    { type: ['ORDER_PAY'] },
    { teamIds: [there] },
    { channel: ['bank'] },
    { amountFenMin: 1_200, amountFenMax: 1_500 },
    { status: ['failed'] },
    { merchantNumberIds: [1], reconState: ['pending'] },
    { atFrom: '2026-02-27', atTo: '2026-02-28' },
  ];
  for (const question of questions) {
    const found: typeof rows = [];
    for (let page = 1; page === 1 || found.length === (page - 1) * 10; page += 1) {
      found.push(...(await list({ ...question, page, limit: 10 })).data.list);
    }
    const { data } = await list({ ...question, limit: 10 });
    const sum = (direction: 'in' | 'out') =>
      found.reduce((fen, row) => fen + (row.direction === direction ? row.amountFen : 0), 0);
    const told = JSON.stringify(question);
    assert.deepEqual(
      [data.summary.inFen, data.summary.outFen, data.summary.count],
      [sum('in'), sum('out'), found.length],
      told,
    );
    assert.equal(data.summary.netFen, sum('in') - sum('out'), told);
  }
  assert.equal(summary.outFen, 500);
});

test('a full number of a bill, an order or a platform payment finds its bill on any day, and a partial number does not', async () => {
  const old = await billOf('OLD');
  assert.equal(old.amountFen, 5_000);
  assert.equal((await billOf('TRADE-OLD')).id, old.id);
  assert.equal((await billOf(old.billNo)).id, old.id);
  assert.equal((await list({ keyword: 'OL' })).data.total, 0);
  assert.equal((await list({ keyword: 'OLD', atFrom: '2026-02-01', atTo: '2026-03-01' })).data.total, 0);
});

test('more than 92 days, a reversed range of days and a maximum below the minimum are refused', async () => {
  assert.equal((await list({ atFrom: '2025-11-01', atTo: '2026-03-01' })).code, 40006);
  assert.equal((await list({ atFrom: '2026-03-01', atTo: '2026-02-01' })).code, 40006);
  assert.equal((await list({ amountFenMin: 2, amountFenMax: 1 })).code, 40001);
});

test('a user of one station sees only its bills, in lists, sums and details', async () => {
  const { account } = await t.account({ rules: withParents([32]), scope: { kind: 'teams', ids: [here] } });
  const token = await t.signIn(account);
  const { data } = await list({ limit: 100 }, token);
  assert.ok(data.list.every(({ teamId }) => teamId === here));
  const own = (await list({ teamIds: [here], limit: 100 })).data;
  assert.deepEqual(data.summary, own.summary);
  assert.equal((await list({ teamIds: [there] }, token)).code, 40302);
  const foreign = await billOf('O0');
  assert.equal(foreign.teamId, there);
  assert.equal((await list({ keyword: 'O0' }, token)).data.total, 0);
  assert.equal((await t.call('finance.Bill/getDetail', { id: foreign.id }, { token })).code, 40302);
  assert.deepEqual(data.list[0]?.actions, []);
});

test('a bill shows its balanced postings and the other transactions of its order', async () => {
  const bill = await billOf('TRADE-O1');
  const { data } = await t.call('finance.Bill/getDetail', { id: bill.id }, { token: owner, locale: 'en-US' });
  const { postings = [] } = data.transaction ?? {};
  assert.deepEqual(
    postings.map(({ dc, accountText, amountFen }) => [dc, accountText, amountFen]),
    [
      ['D', 'Channel funds', 1_037],
      ['C', 'Orders not settled', 1_037],
    ],
  );
  assert.equal(postings[0]?.ownerName, 'Main');
  assert.deepEqual(
    data.linked.map(({ relation, typeText, amountFen }) => [relation, typeText, amountFen]),
    [['sameOrder', 'Order refunded', 500]],
  );
});

test('a reversal needs a second person and mirrors the postings exactly, and the original cannot be reversed twice', async () => {
  const maker = await t.account({ rules: withParents([32, 3206]) });
  const token = await t.signIn(maker.account);
  const bill = await billOf('D2');
  const reversals = async () => (await list({ type: ['REVERSAL'] })).data.list;
  assert.deepEqual(bill.actions, ['reverse']);
  assert.equal((await t.call('finance.Bill/reverse', { id: bill.id, reason: 'paid twice' }, { token })).code, 40303);
  assert.equal((await reverse(token, bill.id, 'no')).code, 40001);
  const proposed = await reverse(token, bill.id);
  assert.equal(proposed.code, 110, proposed.msg);
  assert.equal((await reversals()).length, 0);
  assert.equal((await approve(token, proposed.data.id)).code, 40305);
  assert.equal((await approve(owner, proposed.data.id)).code, 100);

  const [mirror, ...more] = await reversals();
  assert.equal(more.length, 0);
  assert.ok(mirror);
  const original = await billOf('D2');
  assert.deepEqual([mirror.direction, mirror.amountFen, mirror.reversedByNo], ['out', bill.amountFen, null]);
  assert.deepEqual([original.status, original.amountFen], ['success', bill.amountFen]);
  assert.deepEqual([mirror.actions, original.actions], [[], []]);
  const detail = async (id: number) => (await t.call('finance.Bill/getDetail', { id }, { token: owner })).data;
  const lines = async (id: number) =>
    ((await detail(id)).transaction?.postings ?? []).map(
      ({ dc, account, amountFen }) => `${dc} ${account} ${amountFen}`,
    );
  const flipped = (await lines(bill.id)).map((line) => `${line.startsWith('D') ? 'C' : 'D'}${line.slice(1)}`);
  assert.deepEqual((await lines(mirror.id)).toSorted(), flipped.toSorted());
  const { transaction, linked } = await detail(bill.id);
  assert.equal(transaction?.reversedByNo, original.reversedByNo);
  assert.deepEqual(
    linked.map(({ relation, billId }) => [relation, billId]),
    [['reversedBy', mirror.id]],
  );
  assert.equal((await reverse(token, bill.id)).code, 42244);
  assert.equal((await reverse(token, mirror.id)).code, 42201);
});

test('of two proposals to reverse one bill only the first is executed', async () => {
  const one = await t.signIn((await t.account({ rules: withParents([32, 3206]) })).account);
  const bill = await billOf('D3');
  const [first, second] = [await reverse(one, bill.id), await reverse(one, bill.id)];
  assert.equal((await approve(owner, first.data.id)).code, 100);
  assert.equal((await approve(owner, second.data.id)).code, 42244);
  assert.equal((await list({ type: ['REVERSAL'] })).data.total, 2);
});

test('a user’s payment is returned by a refund, never by a reversal', async () => {
  const bill = await billOf('O2');
  assert.deepEqual(bill.actions, []);
  assert.equal((await reverse(owner, bill.id)).code, 42201);
});

test('a step of a withdrawal cannot be reversed, and a proposal to reverse an entry whose money is gone is refused', async () => {
  const maker = await t.signIn((await t.account({ rules: withParents([32, 3206]) })).account);
  const deposit = await billOf('D4');
  const earlier = await reverse(maker, deposit.id);
  assert.equal(earlier.code, 110, earlier.msg);
  const team = { account: 'TEAM_AVAILABLE', ownerId: here, amountFen: 900 } as const;
  const frozen = { account: 'TEAM_FROZEN', ownerId: here, amountFen: 900 } as const;
  await post([
    {
      ...occasion('M1', here, 0),
      bizType: 'MANUAL_IN',
      lines: [
        { account: 'ADJUSTMENT', ownerId: 0, dc: 'D', amountFen: 900 },
        { ...team, dc: 'C' },
      ],
    },
    {
      ...occasion('W1', here, 0),
      bizType: 'WITHDRAW_FREEZE',
      lines: [
        { ...team, dc: 'D' },
        { ...frozen, dc: 'C' },
      ],
    },
    {
      ...occasion('W1', here, 0),
      bizType: 'WITHDRAW_PAY',
      lines: [
        { ...frozen, dc: 'D' },
        { account: 'CHANNEL', ownerId: 1, dc: 'C', amountFen: 900 },
      ],
      bill: { counterType: 'team', counterId: here, tradeNo: 'PAYOUT-1' },
    },
    {
      ...occasion('D4', here, 0, 2),
      bizType: 'DEPOSIT_OUT',
      lines: [
        { account: 'TEAM_DEPOSIT', ownerId: here, dc: 'D', amountFen: 140_003 },
        { account: 'CHANNEL', ownerId: 1, dc: 'C', amountFen: 140_003 },
      ],
    },
  ]);
  const payout = await billOf('PAYOUT-1');
  assert.deepEqual(payout.actions, []);
  assert.equal((await reverse(owner, payout.id)).code, 42201);
  assert.equal((await reverse(maker, deposit.id)).code, 42241);
  assert.equal((await approve(owner, earlier.data.id)).code, 42241);
  const back = depositIn(occasion('D5', here, 0), { subject: 'team', id: here }, 140_003, 1, { tradeNo: 'D5' });
  await post([back]);
  assert.equal((await approve(owner, earlier.data.id)).code, 100);
});

test('a user without the permission to reverse is refused, and so is a bill outside the scope', async () => {
  const reader = await t.signIn((await t.account({ rules: withParents([32]) })).account);
  const bill = await billOf('O5');
  assert.equal((await reverse(reader, bill.id)).code, 40301);
  const elsewhere = await t.account({ rules: withParents([32, 3206]), scope: { kind: 'teams', ids: [there] } });
  assert.equal((await reverse(await t.signIn(elsewhere.account), bill.id)).code, 40302);
});

test('only users with the bill’s station in scope get notices of, read and decide a reversal, whose records are about money', async () => {
  const reverser = (id: number) => t.account({ rules: withParents([32, 3206]), scope: { kind: 'teams', ids: [id] } });
  const [maker, inside, outside] = [await reverser(here), await reverser(here), await reverser(there)];
  const token = async ({ account }: { account: string }) => t.signIn(account);
  const bill = await billOf('D1');
  const proposed = await reverse(await token(maker), bill.id);
  assert.equal(proposed.code, 110, proposed.msg);
  const { id } = proposed.data;
  const { account_ids: told } = await t.db
    .selectFrom('notice_outbox')
    .select('account_ids')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [told.includes(inside.id), told.includes(outside.id), told.includes(maker.id)],
    [true, false, false],
  );

  const box = async (by: { account: string }, name: 'forMe' | 'byMe' | 'decided') => {
    const { list: rows, summary } = (
      await t.call('approval.Case/getList', { box: name, types: ['proposal'] }, { token: await token(by) })
    ).data;
    const { forMe, byMe } = summary.types.find(({ type }) => type === 'proposal') ?? {};
    return { has: rows.some((row) => row.id === id), forMe, byMe };
  };
  assert.deepEqual(await box(outside, 'forMe'), { has: false, forMe: 0, byMe: 0 });
  assert.equal((await box(inside, 'forMe')).has, true);
  // A user whose scope changes to another station still sees their own proposals.
  await t.db
    .updateTable('identity')
    .set({ data_scope: JSON.stringify({ kind: 'teams', ids: [there] }), version: 2 })
    .where('id', 'in', (eb) =>
      eb.selectFrom('account_identity').select('identity_id').where('account_id', '=', maker.id),
    )
    .execute();
  assert.equal((await box(maker, 'byMe')).has, true);

  const reject = async (by: { account: string }) =>
    t.call(
      'approval.Proposal/reject',
      { id, version: 1, note: 'The customer paid once' },
      { token: await token(by), ticket: await t.ticket(await token(by)) },
    );
  assert.deepEqual([(await approve(await token(outside), id)).code, (await reject(outside)).code], [40302, 40302]);
  const kept = await t.db.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([kept.status, kept.team_id], ['pending', here]);
  // The migration gives an existing proposal the station of its bill.
  await t.db.updateTable('proposal').set({ team_id: null }).where('id', '=', id).execute();
  for (const statement of statements.slice(1)) await t.database.pool.query(statement);
  const learnt = await t.db.selectFrom('proposal').select('team_id').where('id', '=', id).executeTakeFirstOrThrow();
  assert.equal(learnt.team_id, here);
  const rejected = await reject(inside);
  assert.equal(rejected.code, 100, rejected.msg);
  assert.deepEqual([(await box(inside, 'decided')).has, (await box(outside, 'decided')).has], [true, false]);
  const record = await t.db
    .selectFrom('operation_record')
    .select(['action', 'money'])
    .where('request_id', '=', rejected.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(record, { action: 'reject', money: true });
});

test('figures of the list are read from the daily totals, also with days, a page and an order in the request', async () => {
  const { day } = await presentOf(t);
  await sql`update bill_counted set until_id = ${Number.MAX_SAFE_INTEGER}, time_zone = 'Asia/Shanghai'`.execute(t.db);
  await sql`insert into bill_day_total values (${day}, 'ORDER', 'in', 'wechat', 1, 700, 0, 12345)`.execute(t.db);
  for (const input of [{}, { atFrom: day, atTo: day }, { page: 1, limit: 20, sortField: 'at' as const }]) {
    assert.equal((await list(input)).data.summary.count, 12_345, JSON.stringify(input));
  }
  await sql`delete from bill_day_total`.execute(t.db);
  await sql`update bill_counted set until_id = 0`.execute(t.db);
});
