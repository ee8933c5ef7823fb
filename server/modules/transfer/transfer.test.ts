import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Text } from '../../../contract/text';
import type { RowReader } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { plantFault } from '../../simulators/faults';
import { storeFile } from '../../testing-files';
import { balancesOf, findOffences, freeAtNumber } from '../ledger';
import { openStage, type Person } from '../withdraw/testing';
import { transferExportSources } from './exports';
import { transferJobs } from './jobs';
import { settleTransferNo } from './send';

/** These tests check that transfers need two people, and that faults of the channel do not move money twice. */

const RULES = [2, 30, 38, 3809, 3810];
const FUNDS = 100_000;

let t: Awaited<ReturnType<typeof openStage>>;
let maker: Person;
let checker: Person;
let secondAlipay: number;
before(async () => {
  t = await openStage();
  maker = await t.stage.person(RULES);
  checker = await t.stage.person(RULES);
  secondAlipay = t.ids.next();
  const row = {
    id: secondAlipay,
    channel: 'alipay',
    mch_no: '2088999900000002',
    name: 'second',
    role: 'both' as const,
  };
  await t.db
    .insertInto('merchant_number')
    .values({ ...row, enabled: true, created_at: t.clock.now() })
    .execute();
  for (const channel of ['bank', 'alipay']) await t.stage.fund(channel, 0, FUNDS);
});
after(() => t.close());

/** Signs a person in. Each call needs a new session, because sessions expire when the clock moves. */
async function as({ account }: Person) {
  const token = await t.signIn(account);
  return { token, ticket: await t.ticket(token), locale: 'en-US' as const };
}
const numberOf = (channel: string): number => t.numbers.get(channel) ?? 0;
const balance = async (code: 'CHANNEL' | 'TRANSFER', id: number) =>
  (await balancesOf(t.db, [code], [id])).get(`${code}:${id}`) ?? 0;
const rowOf = (id: number) =>
  t.db.selectFrom('merchant_transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const billOf = async (id: number) => {
  const { bill_id: billId } = await rowOf(id);
  return t.db
    .selectFrom('bill')
    .selectAll()
    .where('id', '=', billId ?? 0)
    .executeTakeFirstOrThrow();
};
const sound = async () => assert.deepEqual(await findOffences(t.db), []);

async function propose(from: number, to: number, amountFen: number, by = maker): Promise<number> {
  const input = { fromId: from, toId: to, amountFen, reason: 'Cover payouts' };
  const answer = await t.call('finance.Transfer/submit', input, await as(by));
  assert.equal(answer.code, 100, answer.msg);
  return answer.data.id;
}
type Step = 'approve' | 'reject' | 'withdraw' | 'bookOut' | 'bookIn' | 'bookReturn' | 'abandon';
async function step(action: Step, id: number, by: Person, more: object = {}) {
  const { version } = await rowOf(id);
  return t.raw(`finance.Transfer/${action}`, { id, version, ...more }, await as(by));
}
const pursue = async () => {
  for (const job of transferJobs(t.ports)) await job.run(t.db, t.clock, t.ids);
};

test('a manual transfer has its bill before the money moves, and is in transit between the two postings', async () => {
  const [bank, wechat] = [numberOf('bank'), numberOf('wechat')];
  const arrivedBefore = await balance('CHANNEL', wechat);
  const id = await propose(bank, wechat, 60_000);
  assert.equal((await step('approve', id, maker)).code, 40305);
  assert.equal((await step('approve', id, checker)).code, 100);
  assert.deepEqual(
    [(await rowOf(id)).state, (await billOf(id)).status, (await billOf(id)).txn_id],
    ['byHand', 'processing', null],
  );
  // The reserved amount cannot be sent a second time.
  assert.equal(await freeAtNumber(t.db, bank), FUNDS - 60_000);
  const more = { fromId: bank, toId: wechat, amountFen: 40_001, reason: 'Cover payouts' };
  assert.equal((await t.call('finance.Transfer/submit', more, await as(maker))).code, 50201);
  await sound();

  const voucher = await storeFile(t, maker.id);
  assert.equal((await step('bookOut', id, maker, { voucherNo: 'BANK-0001', voucher: 1 })).code, 40001);
  assert.equal((await step('bookOut', id, maker, { voucherNo: 'BANK-0001', voucher })).code, 100);
  assert.deepEqual([await balance('TRANSFER', wechat), await balance('CHANNEL', bank)], [60_000, FUNDS - 60_000]);
  await sound();
  const answers = await Promise.all([1, 2, 3].map(() => step('bookIn', id, maker, { voucherNo: 'WX-0001' })));
  assert.equal(answers.filter(({ code }) => code === 100).length, 1);
  assert.deepEqual([await balance('TRANSFER', wechat), await balance('CHANNEL', wechat)], [0, arrivedBefore + 60_000]);
  const { status, amount_fen: amountFen, net_fen: netFen, channel_trade_no: tradeNo } = await billOf(id);
  assert.deepEqual([status, amountFen, netFen, tradeNo], ['success', 60_000, 60_000, 'BANK-0001']);
  await sound();
});

test('returned money is posted at the sending number, and a transfer that was not sent releases its reservation', async () => {
  const [bank, wechat] = [numberOf('bank'), numberOf('wechat')];
  const before = await balance('CHANNEL', bank);
  const back = await propose(bank, wechat, 5_000);
  await step('approve', back, checker);
  await step('bookOut', back, maker, { voucherNo: 'BANK-0002', voucher: await storeFile(t, maker.id) });
  const returned = await step('bookReturn', back, maker, { voucherNo: 'BANK-0003', reason: 'Account closed' });
  assert.equal(returned.code, 100, returned.msg);
  const left = await propose(bank, wechat, 5_000);
  await step('approve', left, checker);
  assert.equal((await step('abandon', left, maker, { reason: 'Not needed any more' })).code, 100);
  assert.deepEqual([(await rowOf(back)).state, (await rowOf(left)).state], ['failed', 'failed']);
  assert.equal((await billOf(left)).status, 'closed');
  assert.deepEqual([await balance('CHANNEL', bank), await freeAtNumber(t.db, bank)], [before, before]);
  await sound();
});

test('Alipay moves money between two accounts of ours, and a lost answer is queried under the same number', async () => {
  const alipay = numberOf('alipay');
  const id = await propose(alipay, secondAlipay, 30_000);
  await plantFault(t.db, { platform: 'alipay', pathPrefix: '/', fault: 'status500', times: 1 });
  const { code } = await step('approve', id, checker);
  assert.equal(code, 100);
  await pursue();
  for (let round = 0; round < 4 && (await rowOf(id)).state !== 'done'; round += 1) {
    t.clock.advance(3_600_000);
    await pursue();
  }
  assert.equal((await rowOf(id)).state, 'done');
  assert.equal((await rowOf(id)).channel, 'alipay');
  assert.deepEqual(
    [await balance('CHANNEL', alipay), await balance('CHANNEL', secondAlipay)],
    [FUNDS - 30_000, 30_000],
  );
  const bills = await t.db
    .selectFrom('bill')
    .select(['status', 'channel_trade_no'])
    .where('type', 'in', ['CHANNEL_TRANSFER_OUT', 'CHANNEL_TRANSFER_IN'])
    .where('merchant_number_id', 'in', [alipay, secondAlipay])
    .execute();
  assert.deepEqual(
    bills.map(({ status }) => status),
    ['success', 'success'],
  );
  await sound();
});

test('an approved transfer is completed after one of its numbers is disabled', async () => {
  const alipay = numberOf('alipay');
  const arrivedBefore = await balance('CHANNEL', secondAlipay);
  const enable = (enabled: boolean) =>
    t.db.updateTable('merchant_number').set({ enabled }).where('id', '=', secondAlipay).execute();
  const id = await propose(alipay, secondAlipay, 1_000);
  await plantFault(t.db, { platform: 'alipay', pathPrefix: '/', fault: 'status500', times: 1 });
  assert.equal((await step('approve', id, checker)).code, 100);
  await enable(false);
  for (let round = 0; round < 4 && (await rowOf(id)).state !== 'done'; round += 1) {
    t.clock.advance(3_600_000);
    await pursue();
  }
  await enable(true);
  assert.equal((await rowOf(id)).state, 'done');
  assert.equal(await balance('CHANNEL', secondAlipay), arrivedBefore + 1_000);
  await sound();
});

test('the sending merchant number cannot be changed while a transfer from it has no answer', async () => {
  const id = await propose(numberOf('alipay'), secondAlipay, 1_000);
  await plantFault(t.db, { platform: 'alipay', pathPrefix: '/', fault: 'wrongSignature', times: 1 });
  assert.equal((await step('approve', id, checker)).code, 100);
  assert.equal((await rowOf(id)).state, 'unknown');
  const changeNumber = async () => {
    const token = await t.signIn();
    const session = { token, ticket: await t.ticket(token), locale: 'en-US' as const };
    const { data } = await t.call('config.Payment/get', { group: 'ali' }, session);
    const values = { ...data.values, pid: '2088999900000004' };
    return t.call('config.Payment/save', { group: 'ali', values, version: data.version }, session);
  };
  const refused = await changeNumber();
  assert.deepEqual([refused.code, refused.msg.includes('1 payouts or transfers in progress')], [42201, true]);
  t.clock.advance(3_600_000);
  await pursue();
  assert.equal((await rowOf(id)).state, 'done');
  await sound();
});

test('transfers need the scope of the whole platform and two enabled numbers', async () => {
  const one = await t.stage.person(RULES, [t.riders[0]?.teamId ?? 1]);
  assert.equal((await t.call('finance.Transfer/getList', {}, await as(one))).code, 40302);
  const bank = numberOf('bank');
  const same = { fromId: bank, toId: bank, amountFen: 1_000, reason: 'Cover payouts' };
  assert.equal((await t.call('finance.Transfer/submit', same, await as(maker))).code, 40001);
  await t.db.updateTable('merchant_number').set({ enabled: false }).where('id', '=', secondAlipay).execute();
  assert.equal((await t.call('finance.Transfer/submit', { ...same, toId: secondAlipay }, await as(maker))).code, 42330);
  await t.db.updateTable('merchant_number').set({ enabled: true }).where('id', '=', secondAlipay).execute();
});

test('the list shows running transfers, and the inbox offers proposals of other people', async () => {
  const id = await propose(numberOf('bank'), numberOf('wechat'), 700);
  const { data } = await t.call('finance.Transfer/getList', { state: ['pending'] }, await as(checker));
  assert.deepEqual(
    data.list.map((row) => [row.id, row.actions]),
    [[id, ['approve', 'reject']]],
  );
  assert.equal(data.summary.pending, 1);
  const inbox = await t.call('approval.Case/getList', {}, await as(checker));
  assert.ok(inbox.data.list.some((row) => row.type === 'transfer' && row.id === id));
  assert.equal((await step('withdraw', id, maker)).code, 100);
});

test('transfers are exported with both numbers and both people, only with the scope of the whole platform', async () => {
  const source = transferExportSources[0];
  assert.ok(source);
  const rules = new Set([38, 3804]);
  const ctx = (scope: ActorContext['actor']['scope']) =>
    ({
      db: t.db,
      clock: t.clock,
      locale: 'en-US',
      t: (words: Text) => words['en-US'],
      actor: { scope, rules },
    }) as never;
  const wish = {
    input: { state: ['done'] },
    upTo: t.clock.now(),
    ids: null,
    columns: new Set(['no']),
    unmasked: false,
  };
  const reader = (await source.open(ctx({ kind: 'all' }), wish)) as RowReader<unknown>;
  const { rows } = await reader.batch(null, 100);
  assert.equal(rows.length, await reader.count(100, null));
  const cells = rows.map((row) =>
    Object.fromEntries(source.columns.map(({ key, value }) => [key, value(row)] as const)),
  );
  const done = await t.db
    .selectFrom('merchant_transfer')
    .selectAll()
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .execute();
  assert.deepEqual(
    cells.map(({ no, amountFen, state, makerName, checkerName }) => [no, amountFen, state, makerName, checkerName]),
    done.map((row) => [row.no, row.amount_fen, 'Received', row.maker_name, row.checker_name]),
  );
  assert.ok(cells.length > 0 && cells.every(({ fromNo, toNo }) => fromNo && toNo));
  await assert.rejects(source.open(ctx({ kind: 'teams', ids: [1] }), wish), { code: 40302 });
});

test('an Alipay message settles an unknown transfer once, with the right amount, a signature and a recent time', async () => {
  const alipay = numberOf('alipay');
  const third = t.ids.next();
  const row = { id: third, channel: 'alipay', mch_no: 'dealing2088999900000003', name: 'third', role: 'both' as const };
  await t.db
    .insertInto('merchant_number')
    .values({ ...row, enabled: true, created_at: t.clock.now() })
    .execute();
  await t.stage.fund('alipay', 0, FUNDS);
  const begin = async (amountFen: number) => {
    const id = await propose(alipay, third, amountFen);
    // The platform executes the transfer, but its answer has an invalid signature.
    await plantFault(t.db, { platform: 'alipay', pathPrefix: '/', fault: 'wrongSignature', times: 1 });
    assert.equal((await step('approve', id, checker)).code, 100);
    assert.equal((await rowOf(id)).state, 'unknown');
    return rowOf(id);
  };
  const one = await begin(7_000);
  const two = await begin(8_000);
  await settleTransferNo(t.stage.tools, one.no, { kind: 'paid', channelNo: 'X', amountFen: 6_999 });
  await settleTransferNo(t.stage.tools, 'TR-OF-ANOTHER', { kind: 'paid', channelNo: 'X', amountFen: 7_000 });
  assert.deepEqual([(await rowOf(one.id)).state, await balance('CHANNEL', third)], ['unknown', 0]);

  t.clock.advance(3 * 60_000);
  const told = await t.db
    .selectFrom('simulated_callback')
    .select('body')
    .where('platform', '=', 'alipay')
    .where('body', 'like', `%${one.no}%`)
    .executeTakeFirstOrThrow();
  const post = (payload: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/callback.AliPay/notify',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      payload,
    });
  for (const [from, to] of [
    ['70.00', '80.00'],
    ['SUCCESS', 'SUCCESt'],
    [one.no, two.no],
    ['utc_timestamp=1', 'utc_timestamp=2'],
  ] as const) {
    assert.ok(told.body.includes(from), from);
    assert.equal((await post(told.body.replace(from, to))).statusCode, 401, from);
  }
  assert.deepEqual([(await rowOf(one.id)).state, (await rowOf(two.id)).state], ['unknown', 'unknown']);
  await t.stage.deliver({ reversed: true, copies: 3 });
  assert.deepEqual([(await rowOf(one.id)).state, (await rowOf(two.id)).state], ['done', 'done']);
  assert.deepEqual(
    [await balance('CHANNEL', alipay), await balance('CHANNEL', third), await balance('TRANSFER', third)],
    [FUNDS - 15_000, 15_000, 0],
  );
  assert.equal((await post(told.body)).body, 'success');
  // For 25 hours we accept a repeated message, even if we have purged its number. After that we refuse it.
  await t.db.deleteFrom('platform_event').where('platform', '=', 'alipay').execute();
  t.clock.advance(25 * 3_600_000);
  assert.equal((await post(told.body)).body, 'success');
  await t.db.deleteFrom('platform_event').where('platform', '=', 'alipay').execute();
  t.clock.advance(5 * 60_000);
  const late = await post(told.body);
  assert.deepEqual([late.statusCode, late.body], [500, 'fail']);
  assert.equal(await balance('CHANNEL', third), 15_000);
  await sound();
});
