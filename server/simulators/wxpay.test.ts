import assert from 'node:assert/strict';
import test from 'node:test';
import { UpstreamFailure, UpstreamTimeout } from '../core/platforms/outbound';
import { createWxPay } from '../core/platforms/wxpay/adapter';
import { FAULTS } from './simulator';
import { addPaidOrder, registerPayee } from './wxpay';
import { MERCHANT, NOTIFY_URL, openWorld, transferOf, type WxWorld } from './wxpay/testing';
import { type Transfer, world } from './wxpay/world';

// The timer of a call's time limit does not keep the process alive, so this interval does.
const awake = setInterval(() => {}, 1000);
test.after(() => clearInterval(awake));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Creates a check for `assert.rejects`: the platform must have refused with this code. */
const refusal = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  return true;
};
const held = ({ store }: WxWorld) => world(store).list('transfer') as Promise<readonly Transfer[]>;
const movedFen = async ({ store }: WxWorld) =>
  (await world(store).list('movement')).reduce((sum, { amountFen }) => sum + amountFen, 0);

async function withOrder(options: Parameters<typeof openWorld>[0] = {}): Promise<WxWorld> {
  const all = await openWorld(options);
  await addPaidOrder(all.store, all.clock, {
    mchId: MERCHANT.mchId,
    appId: MERCHANT.appId,
    outTradeNo: 'BL2026030200000001',
    openid: MERCHANT.openid,
    totalFen: 5_000,
    description: '外卖订单',
    paidAt: '2026-03-02T10:00:00+08:00',
  });
  return all;
}

test('a transfer waits for the payee, is paid after the confirmation, and is reported by one callback', async () => {
  const all = await openWorld();
  const started = await all.wxPay.transfer(transferOf('PO2026030200000001'));
  assert.equal(started.state, 'WAIT_USER_CONFIRM');
  assert.ok(started.packageInfo);
  all.clock.advance(MINUTE_MS);
  const paid = await all.wxPay.queryTransfer('PO2026030200000001');
  assert.equal(paid.state, 'SUCCESS');
  assert.equal(paid.amountFen, 12_345);
  assert.equal(paid.updatedAt?.toISOString(), '2026-03-02T03:01:00.000Z');
  await all.simulator.passTime();
  assert.equal(all.callbacks.length, 1);
  const [callback] = all.callbacks;
  assert.ok(callback);
  assert.equal(callback.url, NOTIFY_URL);
  const notice = await all.wxPay.readCallback(new Headers(callback.headers), Buffer.from(callback.body));
  assert.equal(notice.eventType, 'MCHTRANSFER.BILL.FINISHED');
  assert.deepEqual([notice.resource.out_bill_no, notice.resource.state], ['PO2026030200000001', 'SUCCESS']);
});

test('the same transfer sent twice is paid once, and other content under its number is refused', async () => {
  const all = await openWorld();
  const first = await all.wxPay.transfer(transferOf('PO1'));
  const second = await all.wxPay.transfer(transferOf('PO1'));
  assert.equal(second.transferBillNo, first.transferBillNo);
  const changes = [{ amountFen: 12_346 }, { openid: `${MERCHANT.openid}2` }];
  for (const change of changes)
    await assert.rejects(all.wxPay.transfer(transferOf('PO1', change)), refusal('ALREADY_EXISTS'));
  // The encrypted name differs each time. The platform compares the plain name, so the content counts as the same.
  const named = transferOf('PO2', { userName: '张三' });
  assert.equal((await all.wxPay.transfer(named)).transferBillNo, (await all.wxPay.transfer(named)).transferBillNo);
  assert.equal((await held(all)).length, 2);
  assert.equal(await movedFen(all), -2 * 12_345);
});

test('under each fault the outcome of a transfer is unknown until a query, and the transfer is never paid twice', async () => {
  for (const fault of FAULTS) {
    const all = await openWorld();
    all.plant(fault);
    await assert.rejects(all.wxPay.transfer(transferOf('PO1')), UpstreamTimeout, fault);
    const isDone = ['lostAfter', 'twice', 'wrongSignature'].includes(fault);
    if (isDone) assert.equal((await all.wxPay.queryTransfer('PO1')).state, 'WAIT_USER_CONFIRM', fault);
    else await assert.rejects(all.wxPay.queryTransfer('PO1'), refusal('NOT_FOUND'), fault);
    // Repeating the call with the same number does not pay a second time.
    assert.equal((await all.wxPay.transfer(transferOf('PO1'))).state, 'WAIT_USER_CONFIRM', fault);
    assert.equal((await held(all)).length, 1, fault);
    assert.equal(await movedFen(all), -12_345, fault);
  }
});

test('under each fault the outcome of a refund or a cancellation is unknown, and the call can be repeated', async () => {
  const request = { outTradeNo: 'BL2026030200000001', outRefundNo: 'RF1', refundFen: 1_000, totalFen: 5_000 };
  for (const fault of FAULTS) {
    const all = await withOrder();
    all.plant(fault);
    await assert.rejects(all.wxPay.refund(request), UpstreamTimeout, fault);
    assert.equal((await all.wxPay.refund(request)).state, 'PROCESSING', fault);
    assert.equal((await world(all.store).list('refund')).length, 1, fault);
    await all.wxPay.transfer(transferOf('PO1'));
    all.plant(fault);
    await assert.rejects(all.wxPay.cancelTransfer('PO1'), UpstreamTimeout, fault);
    assert.equal((await all.wxPay.cancelTransfer('PO1')).state, 'CANCELING', fault);
  }
});

test('a query is repeated after a lost answer or HTTP 500; an answer without a valid signature is refused', async () => {
  const codes = {
    lostBefore: null,
    lostAfter: null,
    twice: null,
    status500: null,
    wrongSignature: 'SIGNATURE_WRONG',
    html: 'SIGNATURE_MISSING',
  } as const;
  for (const fault of FAULTS) {
    const all = await withOrder();
    all.plant(fault);
    const asked = all.wxPay.queryOrder('BL2026030200000001');
    const code = codes[fault];
    if (code) await assert.rejects(asked, refusal(code), fault);
    else assert.equal((await asked).totalFen, 5_000, fault);
  }
  const silent = await withOrder();
  silent.plant('lostBefore', 'lostBefore', 'lostBefore');
  await assert.rejects(silent.wxPay.queryOrder('BL2026030200000001'), UpstreamTimeout);
  const broken = await withOrder();
  broken.plant('status500', 'status500', 'status500');
  await assert.rejects(broken.wxPay.queryOrder('BL2026030200000001'), UpstreamFailure);
});

test('a refusal of the platform is returned with its code and message, and no money moves', async () => {
  const all = await openWorld({ registration: { dailyTransferFen: 20_000 } });
  const refused = (change: object) => all.wxPay.transfer(transferOf('PO9', change));
  await assert.rejects(refused({ appId: 'wxffffffffffffffff' }), /APPID不存在/);
  await assert.rejects(refused({ sceneId: '1010' }), /你尚未获取该转账场景/);
  await assert.rejects(refused({ amountFen: 20_001 }), (error) => {
    refusal('INVALID_REQUEST')(error);
    assert.match(String(error), /超出商户单日转账额度/);
    return true;
  });
  const before = all.calls.length;
  for (const change of [
    { amountFen: 9 },
    { amountFen: 200_000 },
    { remark: '长'.repeat(33) },
    { outBillNo: 'PO-9' },
    { amountFen: 10.5 },
  ]) {
    await assert.rejects(refused(change), refusal('PARAM_ERROR'));
  }
  assert.equal(all.calls.length, before, 'what the documentation refuses is not sent');
  const closed = await openWorld({ registration: { scenes: [] } });
  // Neither transfers nor queries are allowed, so the result stays unknown.
  await assert.rejects(closed.wxPay.transfer(transferOf('PO1')), UpstreamTimeout);
  await assert.rejects(closed.wxPay.checkTransferProduct(), refusal('NO_AUTH'));
  assert.equal(await movedFen(all), 0);
});

test('a refusal counts only with a valid signature of the platform, also the refusal that a transfer does not exist', async () => {
  const all = await openWorld();
  const refused = transferOf('PO1', { appId: 'wxffffffffffffffff' });
  all.plant('wrongSignature');
  await assert.rejects(all.wxPay.transfer(refused), UpstreamTimeout);
  const unsigned = createWxPay(all.wxPay.config, {
    origin: new URL('http://simulator.test/wxpay'),
    clock: all.clock,
    fetch: async (url, init) => {
      const answer = await all.fetcher(url, init);
      if (init.method === 'GET') answer.headers.delete('wechatpay-signature');
      return answer;
    },
  });
  await assert.rejects(unsigned.transfer(refused), UpstreamTimeout);
  await assert.rejects(unsigned.queryTransfer('PO1'), (error) => {
    refusal('SIGNATURE_MISSING')(error);
    assert.match(String(error), /记录不存在/);
    return true;
  });
  await assert.rejects(all.wxPay.transfer(refused), refusal('INVALID_REQUEST'));
});

test('a system error leaves the outcome unknown until a query returns it', async () => {
  const all = await openWorld();
  await registerPayee(all.store, { openid: MERCHANT.openid, isAnsweredByError: true, unclearSec: 600 });
  await assert.rejects(all.wxPay.transfer(transferOf('PO1')), UpstreamTimeout);
  all.clock.advance(2 * MINUTE_MS);
  assert.equal((await all.wxPay.queryTransfer('PO1')).state, 'TRANSFERING');
  all.clock.advance(10 * MINUTE_MS);
  assert.equal((await all.wxPay.queryTransfer('PO1')).state, 'SUCCESS');
});

test('an unconfirmed transfer fails after 24 hours and the money comes back', async () => {
  const all = await openWorld();
  await registerPayee(all.store, { openid: MERCHANT.openid, confirmsAfterSec: null });
  await all.wxPay.transfer(transferOf('PO1'));
  all.clock.advance(DAY_MS - 1000);
  assert.equal((await all.wxPay.queryTransfer('PO1')).state, 'WAIT_USER_CONFIRM');
  assert.equal(await movedFen(all), -12_345);
  all.clock.advance(1000);
  const ended = await all.wxPay.queryTransfer('PO1');
  assert.deepEqual([ended.state, ended.failReason], ['FAIL', 'OVERDUE_CLOSE']);
  assert.equal(await movedFen(all), 0);
  all.clock.advance(30 * DAY_MS);
  await assert.rejects(all.wxPay.queryTransfer('PO1'), refusal('NOT_FOUND'));
});

test('a cancelled transfer is not paid, and a confirmed one cannot be cancelled', async () => {
  const all = await openWorld();
  await all.wxPay.transfer(transferOf('PO1'));
  assert.equal((await all.wxPay.cancelTransfer('PO1')).state, 'CANCELING');
  all.clock.advance(MINUTE_MS);
  assert.equal((await all.wxPay.queryTransfer('PO1')).state, 'CANCELLED');
  assert.equal(await movedFen(all), 0);
  await all.wxPay.transfer(transferOf('PO2'));
  all.clock.advance(MINUTE_MS);
  await assert.rejects(all.wxPay.cancelTransfer('PO2'), refusal('INVALID_REQUEST'));
  assert.equal((await all.wxPay.queryTransfer('PO2')).state, 'SUCCESS');
});

test('a wrong name and a frozen account fail with the platform’s reason, and a transfer above the balance waits', async () => {
  const all = await openWorld({ registration: { openingFen: 20_000 } });
  await registerPayee(all.store, { openid: 'o-named', name: '李四' });
  await registerPayee(all.store, { openid: 'o-frozen', failReason: 'ACCOUNT_FROZEN' });
  await all.wxPay.transfer(transferOf('PO1', { openid: 'o-named', userName: '张三' }));
  // The first transfer has reserved the money, so the second transfer waits for it.
  assert.equal((await all.wxPay.transfer(transferOf('PO2', { openid: 'o-frozen' }))).state, 'PROCESSING');
  all.clock.advance(MINUTE_MS);
  const [named, waiting] = [await all.wxPay.queryTransfer('PO1'), await all.wxPay.queryTransfer('PO2')];
  assert.deepEqual([named.state, named.failReason, waiting.state], ['FAIL', 'NAME_NOT_CORRECT', 'WAIT_USER_CONFIRM']);
  all.clock.advance(MINUTE_MS);
  assert.equal((await all.wxPay.queryTransfer('PO2')).failReason, 'ACCOUNT_FROZEN');
  assert.equal(await movedFen(all), 0);
});

test('refunds of an order never exceed its amount, and end with a callback', async () => {
  const all = await withOrder();
  const order = { outTradeNo: 'BL2026030200000001', totalFen: 5_000 };
  await all.wxPay.refund({ ...order, outRefundNo: 'RF1', refundFen: 3_000, notifyUrl: NOTIFY_URL, reason: '缺货' });
  await assert.rejects(
    all.wxPay.refund({ ...order, outRefundNo: 'RF2', refundFen: 2_001 }),
    refusal('INVALID_REQUEST'),
  );
  await assert.rejects(
    all.wxPay.refund({ ...order, outRefundNo: 'RF1', refundFen: 2_000 }),
    refusal('INVALID_REQUEST'),
  );
  await assert.rejects(
    all.wxPay.refund({ outTradeNo: 'BL0', totalFen: 5_000, outRefundNo: 'RF3', refundFen: 1 }),
    refusal('RESOURCE_NOT_EXISTS'),
  );
  all.clock.advance(MINUTE_MS);
  const ended = await all.wxPay.queryRefund('RF1');
  assert.deepEqual([ended.state, ended.refundFen], ['SUCCESS', 3_000]);
  assert.equal((await all.wxPay.queryOrder('BL2026030200000001')).state, 'REFUND');
  const [callback] = all.callbacks;
  assert.ok(callback);
  const notice = await all.wxPay.readCallback(new Headers(callback.headers), Buffer.from(callback.body));
  assert.deepEqual([notice.eventType, notice.resource.refund_status], ['REFUND.SUCCESS', 'SUCCESS']);
});

test('a replayed or changed request, another serial or merchant number and an old timestamp are refused', async () => {
  const all = await openWorld();
  let copy: [URL, RequestInit] | null = null;
  const recording = createWxPay(all.wxPay.config, {
    origin: new URL('http://simulator.test/wxpay'),
    clock: all.clock,
    fetch: (url, init) => {
      copy = [url, init];
      return all.fetcher(url, init);
    },
  });
  await recording.transfer(transferOf('PO1'));
  assert.ok(copy);
  const [url, init] = copy as [URL, RequestInit];
  const again = await all.fetcher(url, init);
  assert.equal(again.status, 401);
  assert.equal(again.headers.get('wechatpay-signature'), null);
  const changed = await all.fetcher(url, { ...init, body: String(init.body).replace('12345', '12346') });
  assert.match(await changed.text(), /验签失败/);
  const otherSerial = await openWorld({ config: { serialNo: '0'.repeat(40) } });
  await assert.rejects(otherSerial.wxPay.queryOrder('x'), refusal('SIGN_ERROR'));
  const otherMerchant = await openWorld({ config: { mchId: '1900000200' } });
  await assert.rejects(otherMerchant.wxPay.queryOrder('x'), refusal('SIGN_ERROR'));
  all.clock.advance(6 * MINUTE_MS);
  assert.match(await (await all.fetcher(url, init)).text(), /不得超过5分钟/);
});

test('a nonce may be used again after the time window', async () => {
  const all = await openWorld();
  const repeating = createWxPay(all.wxPay.config, {
    origin: new URL('http://simulator.test/wxpay'),
    clock: { ...all.clock, randomBytes: (size) => Buffer.alloc(size, 7) },
    fetch: all.fetcher,
  });
  await repeating.transfer(transferOf('PO1'));
  await assert.rejects(repeating.transfer(transferOf('PO2')), UpstreamTimeout);
  all.clock.advance(11 * MINUTE_MS);
  assert.equal((await repeating.transfer(transferOf('PO2'))).state, 'WAIT_USER_CONFIRM');
});

test('more than a hundred calls in a second are refused with the platform’s code', async () => {
  const all = await openWorld();
  for (let call = 0; call < 100; call += 1) await assert.rejects(all.wxPay.queryTransfer('PO1'), refusal('NOT_FOUND'));
  await assert.rejects(all.wxPay.queryTransfer('PO1'), refusal('FREQUENCY_LIMITED'));
  await assert.rejects(all.wxPay.transfer(transferOf('PO1')), UpstreamTimeout);
  all.clock.advance(1000);
  assert.equal((await all.wxPay.transfer(transferOf('PO1'))).state, 'WAIT_USER_CONFIRM');
});

test('a clock that is wrong by more than five minutes is named as the reason', async () => {
  for (const skewMs of [6 * MINUTE_MS, -6 * MINUTE_MS]) {
    const all = await openWorld({ skewMs });
    await assert.rejects(all.wxPay.queryOrder('BL0'), refusal('CLOCK_SKEW'));
    await assert.rejects(all.wxPay.transfer(transferOf('PO1')), UpstreamTimeout);
    assert.equal((await held(all)).length, 0);
  }
  const slight = await openWorld({ skewMs: 4 * MINUTE_MS });
  await assert.rejects(slight.wxPay.queryOrder('BL0'), refusal('ORDER_NOT_EXIST'));
});
