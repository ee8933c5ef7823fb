import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { databaseStore } from '../../simulators/database-store';
import { plantFault } from '../../simulators/faults';
import { registerPayee } from '../../simulators/wxpay';
import { TEST_NOW } from '../../testing';
import { findOffences } from '../ledger';
import { settlePayout } from './outcome';
import { alipayOrder } from './receivers';
import { ALIPAY_NUMBER, openStage, type Person } from './testing';

/** These tests make payouts at the simulated channels. Even under faults, a payout is paid at most once and ends in a defined state. */

let t: Awaited<ReturnType<typeof openStage>>;
let reviewer: Person;
let payer: Person;
let next = 0;

before(async () => {
  t = await openStage();
  reviewer = await t.stage.person();
  payer = await t.stage.person();
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  await forgetFaults();
  for (const channel of ['wechat', 'alipay', 'bank']) await t.stage.fund(channel, rider().teamId, 10_000_000);
});
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

/** Returns the rider of the latest application. Each application has another rider, because daily limits apply per person. */
const rider = () => {
  const found = t.riders[next % t.riders.length];
  assert.ok(found);
  return found;
};
const numberOf = (channel: string) => t.numbers.get(channel) ?? 0;

/** The rider's balance in fen before the income and the application of the present test. */
let hadFen = 0;

/** Creates an approved application of the next rider, who earns ¥10 more than its amount. */
async function approved(channel: 'wechat' | 'alipay' | 'bank', account: string, amountFen = 5_000): Promise<number> {
  next += 1;
  const owner = { subject: 'rider' as const, id: rider().id, teamId: rider().teamId };
  hadFen = await t.stage.balance('RIDER_AVAILABLE', owner.id);
  await t.stage.earn(owner, amountFen + 1_000);
  const payeeId = await t.stage.payee(owner, channel === 'bank' ? 'wechat' : channel, account);
  const id = await t.stage.apply(owner, payeeId, amountFen);
  assert.equal((await t.stage.step('approve', id, reviewer)).code, 100);
  return id;
}
const openid = (name: string) => `o-${name}-${t.ids.next()}`;
const fault = (platform: 'wxpay' | 'alipay', kind: Parameters<typeof plantFault>[1]['fault'], times = 1) =>
  plantFault(t.db, {
    platform,
    pathPrefix: platform === 'wxpay' ? '/v3/fund-app' : '/gateway.do',
    fault: kind,
    times,
  });
const forgetFaults = () => t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
const minutes = (n: number) => t.clock.advance(n * 60_000);
/** Counts the transfers that the simulated platform has recorded under our number. */
async function paidAtAlipay(poNo: string): Promise<number> {
  const all = await databaseStore(t.db, 'alipay').list<{ outBizNo: string; amountFen: number }>('transfer');
  return all.filter(({ value }) => value.outBizNo === poNo).length;
}
const payments = async (id: number) => {
  const { no } = await t.stage.row(id);
  const rows = await t.db.selectFrom('ledger_txn').select('biz_type').where('biz_no', '=', no).orderBy('id').execute();
  return rows.map(({ biz_type: type }) => type.replace('WITHDRAW_', ''));
};

/** Lists the bill states of an application's payouts. A bill with a transaction also has the word "posted". */
const bills = async (id: number) => {
  const ids = (await t.stage.payouts(id)).map(({ bill_id: billId }) => billId ?? 0);
  const rows = await t.db
    .selectFrom('bill')
    .select(['status', 'txn_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ status, txn_id: txnId }) => `${status}${txnId === null ? '' : ' posted'}`);
};

describe('a payout', () => {
  it("by Alipay is paid at once, reduces the merchant number's balance and has a bill", async () => {
    const id = await approved('alipay', 'rider@example.com');
    const before = await t.stage.balance('CHANNEL', numberOf('alipay'));
    const answer = await t.stage.step('pay', id, payer);
    assert.equal(answer.code, 100, JSON.stringify(answer));
    assert.equal(answer.data.state, 'paid');
    assert.equal(before - (await t.stage.balance('CHANNEL', numberOf('alipay'))), 5_000);
    assert.equal(await t.stage.balance('RIDER_FROZEN', rider().id), 0);
    assert.deepEqual(await payments(id), ['FREEZE', 'PAY']);
    const [payout] = await t.stage.payouts(id);
    const bill = await t.db
      .selectFrom('bill')
      .selectAll()
      .where('type', '=', 'WITHDRAW_PAY')
      .where('channel_trade_no', '=', payout?.channel_no ?? '')
      .executeTakeFirstOrThrow();
    assert.deepEqual([bill.amount_fen, bill.merchant_number_id, bill.status], [5_000, numberOf('alipay'), 'success']);
  });

  it('by WeChat Pay waits for the payee and is paid once, even if the callback is repeated', async () => {
    const id = await approved('wechat', openid('confirms'));
    const answer = await t.stage.step('pay', id, payer);
    assert.equal(answer.data.state, 'awaitPayee', JSON.stringify(answer));
    assert.ok((await t.stage.payouts(id))[0]?.package_info);
    minutes(2);
    for (const { passTime } of t.ports.platforms.simulators) await passTime?.();
    await t.stage.deliver();
    assert.equal(await t.stage.state(id), 'paid');
    const [payout] = await t.stage.payouts(id);
    assert.ok(payout);
    await settlePayout(t.stage.tools, payout.id, {
      kind: 'paid',
      channelNo: payout.channel_no ?? '',
      amountFen: 5_000,
    });
    await settlePayout(t.stage.tools, payout.id, { kind: 'failed', code: 'LATE', text: 'late' });
    assert.equal(await t.stage.state(id), 'paid');
    assert.deepEqual(await payments(id), ['FREEZE', 'PAY']);
  });

  it('that the payee does not confirm within a day fails with its reason, and the money stays frozen', async () => {
    const payeeId = openid('sleeps');
    await registerPayee(databaseStore(t.db, 'wxpay'), { openid: payeeId, confirmsAfterSec: null });
    const id = await approved('wechat', payeeId);
    await t.stage.step('pay', id, payer);
    minutes(25 * 60);
    await t.stage.pursue();
    const row = await t.stage.row(id);
    assert.equal(row.state, 'payFailed');
    const { data } = await t.call('finance.Withdraw/getDetail', { id }, t.stage.as(await t.stage.person()));
    assert.equal(data.reason, 'Payee did not confirm within 24 h');
    const notices = await t.db
      .selectFrom('notice_outbox')
      .select(['event', 'team_id', 'account_ids'])
      .where('link', '=', `/financial/apply?open=${id}`)
      .where('event', '=', 'withdrawFailed')
      .execute();
    assert.deepEqual(notices, [{ event: 'withdrawFailed', team_id: row.team_id, account_ids: [payer.id] }]);
    assert.equal(await t.stage.balance('RIDER_FROZEN', rider().id), 5_000);
    assert.equal((await t.stage.step('closeFailed', id, payer, 'Did not confirm')).code, 100);
    assert.deepEqual(await payments(id), ['FREEZE', 'UNFREEZE']);
    assert.equal((await t.stage.balance('RIDER_AVAILABLE', rider().id)) - hadFen, 6_000);
  });

  for (const [name, kind] of [
    ['was lost on its way', 'status500'],
    ['arrived, and whose answer cannot be believed', 'wrongSignature'],
    ['met a page of a proxy', 'html'],
  ] as const)
    it(`whose call ${name} is unknown, is not sent under another number, and is paid once`, async () => {
      const id = await approved('alipay', 'rider@example.com');
      await fault('alipay', kind);
      const answer = await t.stage.step('pay', id, payer);
      assert.equal(answer.code, 50202, JSON.stringify(answer));
      assert.equal(await t.stage.state(id), 'unknown');
      for (const action of ['pay', 'retry'] as const)
        assert.equal((await t.stage.step(action, id, payer)).code, 42258, action);
      assert.equal((await t.stage.step('closeFailed', id, payer, 'Give up')).code, 42258);
      minutes(1);
      await t.stage.pursue();
      assert.equal(await t.stage.state(id), 'paid');
      const payouts = await t.stage.payouts(id);
      assert.deepEqual([payouts.length, await paidAtAlipay(payouts[0]?.po_no ?? '')], [1, 1]);
      assert.deepEqual(await payments(id), ['FREEZE', 'PAY']);
    });

  it('that the platform executes but answers with an error is found by its number', async () => {
    const payeeId = openid('error');
    await registerPayee(databaseStore(t.db, 'wxpay'), { openid: payeeId, isAnsweredByError: true });
    const id = await approved('wechat', payeeId);
    await t.stage.step('pay', id, payer);
    minutes(1);
    await t.stage.pursue();
    minutes(5);
    await t.stage.pursue();
    assert.equal(await t.stage.state(id), 'paid');
    assert.equal((await t.stage.payouts(id)).length, 1);
    assert.deepEqual(await payments(id), ['FREEZE', 'PAY']);
  });

  it('that the platform no longer finds after 30 days stays unknown and is not sent again', async () => {
    const id = await approved('wechat', openid('forgotten'));
    await fault('wxpay', 'wrongSignature');
    assert.equal((await t.stage.step('pay', id, payer)).code, 50202);
    const [payout] = await t.stage.payouts(id);
    const transfers = async () =>
      (await databaseStore(t.db, 'wxpay').list<{ outBillNo: string }>('transfer')).filter(
        ({ value }) => value.outBillNo === payout?.po_no,
      );
    const [sent] = await transfers();
    assert.ok(sent);
    await databaseStore(t.db, 'wxpay').remove('transfer', sent.key);
    minutes(31 * 24 * 60);
    await t.stage.pursue();
    const [asked] = await t.stage.payouts(id);
    assert.deepEqual([await t.stage.state(id), asked?.state, asked?.error_code], ['unknown', 'unknown', 'NOT_FOUND']);
    assert.deepEqual(await transfers(), []);
    assert.deepEqual(await payments(id), ['FREEZE']);
  });

  it('is queried after 1, 5, 15 and 60 minutes, then every hour', async () => {
    const id = await approved('alipay', 'rider@example.com');
    await fault('alipay', 'status500', 100);
    await t.stage.step('pay', id, payer);
    const asked: number[] = [];
    for (let minute = 1; minute <= 180; minute += 1) {
      minutes(1);
      const [before] = await t.stage.payouts(id);
      if (before?.query_at && before.query_at <= t.clock.now()) {
        asked.push(minute);
        await t.stage.pursue();
      }
    }
    assert.deepEqual(asked, [1, 5, 15, 60, 120, 180]);
    assert.equal(await t.stage.state(id), 'unknown');
    await forgetFaults();
    minutes(60);
    await t.stage.pursue();
    assert.equal(await t.stage.state(id), 'paid');
  });

  it('whose process ended before or during the sending is sent later, once', async () => {
    for (const state of ['created', 'sent'] as const) {
      const id = await approved('alipay', 'rider@example.com');
      await t.stage.step('pay', id, payer);
      const [payout] = await t.stage.payouts(id);
      assert.ok(payout);
      const held = await databaseStore(t.db, 'alipay').list<{ outBizNo: string }>('transfer');
      assert.ok(held.some(({ value }) => value.outBizNo === payout.po_no));
      next += 1;
      const other = await approved('alipay', 'rider@example.com');
      await fault('alipay', 'status500', 2);
      await t.stage.step('pay', other, payer);
      await forgetFaults();
      // Restore the state after a crash: the bill was written before the call, and no answer arrived.
      assert.deepEqual(await bills(other), ['processing']);
      await t.db.updateTable('payout').set({ state }).where('apply_id', '=', other).execute();
      await t.db.updateTable('withdraw_apply').set({ state: 'paying' }).where('id', '=', other).execute();
      minutes(1);
      await t.stage.pursue();
      assert.equal(await t.stage.state(other), 'paid');
      const [sent] = await t.stage.payouts(other);
      assert.equal(await paidAtAlipay(sent?.po_no ?? ''), 1);
      assert.deepEqual(await bills(other), ['success posted']);
    }
  });

  it('that was refused may be retried under a new number, up to five times, and is closed after that', async () => {
    const id = await approved('alipay', 'notexist@example.com');
    assert.equal((await t.stage.step('pay', id, payer)).code, 50201);
    for (let attempt = 2; attempt <= 5; attempt += 1)
      assert.equal((await t.stage.step('retry', id, payer)).code, 50201, `attempt ${attempt}`);
    assert.equal((await t.stage.step('retry', id, payer)).code, 42201);
    const payouts = await t.stage.payouts(id);
    assert.equal(new Set(payouts.map(({ po_no: no }) => no)).size, 5);
    assert.ok(payouts.every(({ state }) => state === 'failed'));
    assert.deepEqual(await bills(id), Array(5).fill('failed'));
    assert.equal((await t.stage.step('closeFailed', id, payer, 'Account closed')).code, 100);
    assert.deepEqual(await payments(id), ['FREEZE', 'UNFREEZE']);
  });

  it('with an unreadable amount is neither paid nor failed, and is queried again', async () => {
    const id = await approved('wechat', openid('garbled'));
    assert.equal((await t.stage.step('pay', id, payer)).data.state, 'awaitPayee');
    minutes(2);
    for (const { passTime } of t.ports.platforms.simulators) await passTime?.();
    const [payout] = await t.stage.payouts(id);
    const store = databaseStore(t.db, 'wxpay');
    const all = await store.list<{ outBillNo: string }>('transfer');
    const held = all.find(({ value }) => value.outBillNo === payout?.po_no);
    assert.ok(held);
    for (const amountFen of ['5000', null, 50.5, -5_000]) {
      await store.put('transfer', held.key, { ...held.value, amountFen });
      minutes(180);
      await t.stage.pursue();
      assert.equal(await t.stage.state(id), 'unknown', String(amountFen));
      assert.deepEqual(await payments(id), ['FREEZE']);
    }
    await store.put('transfer', held.key, held.value);
    minutes(180);
    await t.stage.pursue();
    assert.equal(await t.stage.state(id), 'paid');

    const order = { status: 'SUCCESS', order_id: 'A1', out_biz_no: 'PO1' };
    const told = (amount?: string) => alipayOrder(amount === undefined ? order : { ...order, trans_amount: amount });
    assert.deepEqual(told('50.00'), { kind: 'paid', channelNo: 'A1', amountFen: 5_000 });
    assert.deepEqual(told(), { kind: 'paid', channelNo: 'A1', amountFen: null });
    for (const amount of ['', 'fifty', '50.001', '5e3', '50,00']) assert.equal(told(amount)?.kind, 'unknown', amount);
  });

  it('that the platform reports with another amount is not posted and becomes unknown', async () => {
    const id = await approved('wechat', openid('amount'));
    await t.stage.step('pay', id, payer);
    const [payout] = await t.stage.payouts(id);
    assert.ok(payout);
    await settlePayout(t.stage.tools, payout.id, { kind: 'paid', channelNo: 'X', amountFen: 4_999 });
    assert.equal(await t.stage.state(id), 'unknown');
    assert.equal((await t.stage.payouts(id))[0]?.error_code, 'AMOUNT_MISMATCH');
    assert.deepEqual(await payments(id), ['FREEZE']);
  });

  it('that is returned after payment makes the amount available to the applicant again', async () => {
    const id = await approved('alipay', 'refund@example.com');
    await t.stage.step('pay', id, payer);
    assert.equal(await t.stage.state(id), 'paid');
    minutes(25 * 60);
    await t.stage.deliver();
    assert.equal(await t.stage.state(id), 'returned');
    assert.deepEqual(await payments(id), ['FREEZE', 'PAY', 'RETURN']);
    assert.equal((await t.stage.balance('RIDER_AVAILABLE', rider().id)) - hadFen, 6_000);
  });

  it('is refused while the merchant number holds less than its amount, and nothing is written', async () => {
    const id = await approved('alipay', 'rider@example.com');
    await t.stage.fund('alipay', rider().teamId, 4_999);
    const answer = await t.stage.step('pay', id, payer);
    assert.equal(answer.code, 50201);
    assert.match(answer.msg, /Channel balance is not enough/);
    assert.equal(await t.stage.state(id), 'approved');
    assert.equal((await t.stage.payouts(id)).length, 0);
  });

  it('needs an enabled channel with a merchant number in the settings', async () => {
    const id = await approved('alipay', 'rider@example.com');
    await t.db.updateTable('merchant_number').set({ role: 'collect' }).where('mch_no', '=', ALIPAY_NUMBER).execute();
    assert.equal((await t.stage.step('pay', id, payer)).code, 42330);
    await t.db.updateTable('merchant_number').set({ role: 'both' }).where('mch_no', '=', ALIPAY_NUMBER).execute();
    assert.equal((await t.stage.step('pay', id, payer)).code, 100);
  });
});

it('a hundred concurrent payouts never take more from a merchant number than it holds', async () => {
  next += 1;
  const owner = { subject: 'rider' as const, id: rider().id, teamId: rider().teamId };
  await t.stage.earn(owner, 100_000);
  const payeeId = await t.stage.payee(owner, 'alipay', 'rider@example.com');
  const made: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const id = await t.stage.apply(owner, payeeId, 1_000);
    // Backdate the application, so that the daily limits do not apply.
    await t.db
      .updateTable('withdraw_apply')
      .set({ created_at: new Date('2026-01-02T00:00:00Z') })
      .where('id', '=', id)
      .execute();
    made.push(id);
  }
  await t.db.updateTable('withdraw_apply').set({ state: 'approved' }).where('id', 'in', made).execute();
  await t.stage.fund('alipay', owner.teamId, 37_500);
  const answers = await Promise.all(made.map((id) => t.stage.step('pay', id, payer)));
  const codes = answers.map(({ code }) => code);
  assert.equal(codes.filter((code) => code === 100).length, 37, JSON.stringify(codes));
  assert.equal(codes.filter((code) => code === 50201).length, 63);
  assert.equal(await t.stage.balance('CHANNEL', numberOf('alipay')), 500);
  assert.equal(await t.stage.balance('RIDER_FROZEN', owner.id), 63_000);
});
