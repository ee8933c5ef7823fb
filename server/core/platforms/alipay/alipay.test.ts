import assert from 'node:assert/strict';
import test from 'node:test';
import { payTrade } from '../../../simulators/alipay/setup';
import { type AlipayStage, alipayStage } from '../../../simulators/alipay/testing';
import { FAULTS, type Fault } from '../../../simulators/simulator';
import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import { ALIPAY_BILL_ORIGINS, type AlipayTransfer, createAlipay } from './alipay';
import { readBill } from './bill';
import { ALIPAY_ORIGINS } from './gateway';
import { decryptContent, readAesKey } from './sign';

const adapterOf = (stage: AlipayStage) => createAlipay(stage.config, stage.access);

const TRANSFER: AlipayTransfer = {
  outBizNo: 'WD1',
  amountFen: 12_345,
  title: '提现',
  remark: '骑手提现',
  payee: { type: 'ALIPAY_LOGON_ID', identity: 'rider@example.com', name: '张三' },
};
const to = (identity: string, outBizNo = identity): AlipayTransfer => ({
  ...TRANSFER,
  outBizNo: outBizNo.replace(/\W/g, '_'),
  payee: { ...TRANSFER.payee, identity },
});

const ORDER = { outTradeNo: 'O1', subject: '外卖订单', buyer: '138******01', totalFen: 2_550 };

const failsWith = (code: string | null, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  if (message) assert.match(error.message, message);
  return true;
};

for (const mode of ['publicKey', 'cert'] as const)
  for (const isEncrypted of [true, false])
    test(`a trade is found in ${mode} mode ${isEncrypted ? 'with' : 'without'} content encryption; an unknown trade is not`, async () => {
      const stage = await alipayStage(mode, { isEncrypted });
      const trade = await payTrade(stage.parts, stage.made.app, ORDER);
      const alipay = adapterOf(stage);
      assert.deepEqual(await alipay.queryTrade('O1'), {
        tradeNo: trade.tradeNo,
        outTradeNo: 'O1',
        status: 'TRADE_SUCCESS',
        totalFen: 2_550,
        paidAt: new Date('2026-03-01T11:40:05+08:00'),
      });
      assert.equal(await alipay.queryTrade('O2'), null);
    });

test('a trade is finished when it can no longer be refunded', async () => {
  const stage = await alipayStage();
  await payTrade(stage.parts, stage.made.app, ORDER);
  stage.clock.advance(90 * 86_400_000);
  assert.equal((await adapterOf(stage).queryTrade('O1'))?.status, 'TRADE_FINISHED');
});

test('a transfer is paid at once and reduces the balance', async () => {
  const stage = await alipayStage();
  const alipay = adapterOf(stage);
  const paid = await alipay.transfer(TRANSFER);
  assert.equal(paid.state, 'success');
  assert.deepEqual(paid.paidAt, stage.clock.now());
  assert.equal((await alipay.queryTransfer('WD1'))?.orderId, paid.orderId);
  assert.deepEqual(await alipay.queryAccount('2088000000000001'), { availableFen: 987_655, frozenFen: 0 });
});

test('repeating a transfer returns the first one; a different transfer with its number is refused', async () => {
  const stage = await alipayStage();
  const alipay = adapterOf(stage);
  const [first, again] = [await alipay.transfer(TRANSFER), await alipay.transfer(TRANSFER)];
  assert.deepEqual(again, first);
  await assert.rejects(
    alipay.transfer({ ...TRANSFER, amountFen: 1_000 }),
    failsWith('PAYMENT_INFO_INCONSISTENCY', /参数不一致/),
  );
  assert.equal((await alipay.queryAccount('2088000000000001')).availableFen, 987_655);
});

test('simultaneous transfers with one number are paid once', async () => {
  const stage = await alipayStage();
  const alipay = adapterOf(stage);
  const paid = await Promise.all([1, 2, 3, 4].map(() => alipay.transfer(TRANSFER)));
  assert.equal(new Set(paid.map(({ orderId }) => orderId)).size, 1);
  assert.equal((await alipay.queryAccount('2088000000000001')).availableFen, 987_655);
});

test('a transfer in progress is later paid, fails or is returned; without payment the money returns to the balance', async () => {
  const stage = await alipayStage();
  const alipay = adapterOf(stage);
  const stateOf = async (no: string) => (await alipay.queryTransfer(no))?.state;
  for (const identity of ['dealing@x.cn', 'fail@x.cn', 'refund@x.cn']) await alipay.transfer(to(identity));
  assert.deepEqual(await Promise.all(['dealing_x_cn', 'fail_x_cn', 'refund_x_cn'].map(stateOf)), [
    'dealing',
    'dealing',
    'success',
  ]);
  stage.clock.advance(120_000);
  assert.deepEqual(await Promise.all(['dealing_x_cn', 'fail_x_cn', 'refund_x_cn'].map(stateOf)), [
    'success',
    'failed',
    'success',
  ]);
  assert.equal((await alipay.queryAccount('2088000000000001')).availableFen, 1_000_000 - 2 * 12_345);
  stage.clock.advance(86_400_000);
  const back = await alipay.queryTransfer('refund_x_cn');
  assert.equal(back?.state, 'refunded');
  assert.deepEqual(back?.failure, { code: 'PAYEE_ACCOUNT_STATUS_ERROR', reason: '收款方账号异常，资金已退回' });
  assert.equal((await alipay.queryAccount('2088000000000001')).availableFen, 1_000_000 - 12_345);
});

test("each refusal of a transfer has the platform's code and words", async () => {
  const alipay = adapterOf(await alipayStage());
  const wrongName = { ...TRANSFER, payee: { ...TRANSFER.payee, name: '李四' } };
  const refusals: readonly (readonly [AlipayTransfer, string, RegExp])[] = [
    [to('notexist@x.cn'), 'PAYEE_NOT_EXIST', /收款账号不存在/],
    [wrongName, 'PAYEE_USER_INFO_ERROR', /支付宝账号和姓名不匹配/],
    [{ ...TRANSFER, amountFen: 1_000_001 }, 'PAYER_BALANCE_NOT_ENOUGH', /余额不足/],
    [{ ...TRANSFER, amountFen: 9 }, 'EXCEED_LIMIT_SM_MIN_AMOUNT', /0\.1元/],
    [{ ...TRANSFER, title: '' }, 'INVALID_PARAMETER', /参数有误/],
  ];
  for (const [transfer, code, words] of refusals)
    await assert.rejects(alipay.transfer(transfer), failsWith(code, words));
  assert.equal(await alipay.queryTransfer('WD1'), null);
});

test('without certificate mode no transfer is made', async () => {
  const stage = await alipayStage('publicKey');
  const alipay = adapterOf(stage);
  assert.equal(alipay.canTransfer, false);
  await assert.rejects(alipay.transfer(TRANSFER), failsWith('certRequired'));
  assert.equal(await alipay.queryTransfer('WD1'), null);
});

/** For each fault: what the call reports, and whether the money is paid. */
const OUTCOMES: Readonly<Record<Fault, 'unknown and not paid' | 'unknown and paid' | 'paid'>> = {
  lostBefore: 'unknown and not paid',
  lostAfter: 'unknown and paid',
  twice: 'paid',
  wrongSignature: 'unknown and paid',
  status500: 'unknown and not paid',
  html: 'unknown and not paid',
};
for (const fault of FAULTS)
  test(`a transfer with the fault ${fault} is ${OUTCOMES[fault]}`, async () => {
    const stage = await alipayStage();
    const alipay = adapterOf(stage);
    stage.setFault(fault);
    if (OUTCOMES[fault] === 'paid') await alipay.transfer(TRANSFER);
    else await assert.rejects(alipay.transfer(TRANSFER), UpstreamTimeout);
    stage.setFault(null);
    const isPaid = OUTCOMES[fault].endsWith('and paid') || OUTCOMES[fault] === 'paid';
    assert.equal((await alipay.queryTransfer('WD1'))?.state ?? null, isPaid ? 'success' : null);
    const { availableFen } = await alipay.queryAccount('2088000000000001');
    assert.equal(availableFen, isPaid ? 987_655 : 1_000_000);
  });

for (const fault of FAULTS)
  test(`a query with the fault ${fault} returns no wrong result`, async () => {
    const stage = await alipayStage();
    await payTrade(stage.parts, stage.made.app, ORDER);
    stage.setFault(fault);
    const asked = adapterOf(stage).queryTrade('O1');
    if (fault === 'twice') assert.equal((await asked)?.totalFen, 2_550);
    else
      await assert.rejects(asked, (error) =>
        fault.startsWith('lost') ? error instanceof UpstreamTimeout : error instanceof UpstreamFailure,
      );
  });

test('a fault of the platform itself leaves a transfer unknown and fails a query', async () => {
  const stage = await alipayStage();
  const { fetch } = stage.access;
  const { createSign } = await import('node:crypto');
  const answering = (node: string) =>
    createAlipay(stage.config, {
      ...stage.access,
      fetch: async (url, init) => {
        const method = url.searchParams.get('method')?.replaceAll('.', '_');
        const sn = JSON.parse(await (await fetch(url, init)).text()).alipay_cert_sn;
        const sign = createSign('RSA-SHA256').update(node).sign(stage.made.app.alipayPrivateKey, 'base64');
        return new Response(`{"${method}_response":${node},"alipay_cert_sn":"${sn}","sign":"${sign}"}`);
      },
    });
  for (const subCode of ['SYSTEM_ERROR', 'ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'aop.unknow-error']) {
    const alipay = answering(`{"code":"40004","msg":"Business Failed","sub_code":"${subCode}","sub_msg":"系统繁忙"}`);
    await assert.rejects(alipay.transfer(TRANSFER), UpstreamTimeout);
    await assert.rejects(alipay.queryTransfer('WD1'), failsWith(subCode, /系统繁忙/));
  }
  await assert.rejects(
    answering('{"code":"20000","msg":"Service Currently Unavailable"}').transfer(TRANSFER),
    UpstreamTimeout,
  );
  await assert.rejects(answering('{"code":"10000","msg":"Success"}').transfer(TRANSFER), UpstreamTimeout);
});

test("an answer without a signature, or with another certificate's signature, is refused", async () => {
  const stage = await alipayStage();
  const { fetch } = stage.access;
  const changing = (change: (text: string) => string) =>
    createAlipay(stage.config, {
      ...stage.access,
      fetch: async (url, init) => new Response(change(await (await fetch(url, init)).text())),
    });
  const changes = [
    (text: string) => text.replace(/,"alipay_cert_sn":"\w+"/, ''),
    (text: string) => text.replace(/"alipay_cert_sn":"\w/, '"alipay_cert_sn":"x'),
    (text: string) => text.replace(/"sign":"[^"]+"/, '"sign":""'),
    (text: string) => text.replace(/,"sign":"[^"]+"/, ''),
    (text: string) => text.replace('_response', '_response2'),
    () => '{"error_response":{"code":"10000","msg":"Success"}}',
  ];
  for (const [index, change] of changes.entries()) {
    const code = index < 2 ? 'alipayCertChanged' : null;
    await assert.rejects(changing(change).queryAccount('2088000000000001'), failsWith(code));
    await assert.rejects(changing(change).transfer(TRANSFER), UpstreamTimeout);
  }
});

test('a refusal by the gateway before it processes a call counts as a refusal for transfers too', async () => {
  const stage = await alipayStage();
  const unknown = createAlipay({ ...stage.config, appId: '2021000000000002' }, stage.access);
  await assert.rejects(unknown.transfer(TRANSFER), failsWith('isv.invalid-app-id', /无效的AppID参数/));
  await assert.rejects(unknown.queryTrade('O1'), failsWith('isv.invalid-app-id'));
});

test("a day's bill contains its trades and their totals, from nine o’clock of the next day", async () => {
  const stage = await alipayStage();
  const alipay = adapterOf(stage);
  await payTrade(stage.parts, stage.made.app, ORDER);
  await payTrade(stage.parts, stage.made.app, { ...ORDER, outTradeNo: 'O2', totalFen: 100, subject: '烤鸭, 半只' });
  await alipay.transfer(TRANSFER);
  assert.equal(await alipay.hasBill('trade', '2026-03-01'), false);
  stage.clock.set('2026-03-02T08:59:59+08:00');
  assert.equal(await alipay.downloadBill('trade', '2026-03-01'), null);
  stage.clock.set('2026-03-02T09:00:00+08:00');
  assert.equal(await alipay.hasBill('trade', '2026-03-01'), true);
  const bill = await readBill((await alipay.downloadBill('trade', '2026-03-01')) ?? new Uint8Array());
  assert.deepEqual(
    bill.rows.map(({ cells, at }) => [
      cells.商户订单号,
      cells['商家实收（元）'],
      cells['服务费（元）'],
      at?.toISOString(),
    ]),
    [
      ['O1', '25.50', '-0.15', '2026-03-01T03:40:05.000Z'],
      ['O2', '1.00', '-0.01', '2026-03-01T03:40:05.000Z'],
    ],
  );
  assert.deepEqual(bill.totals, [
    { name: '交易合计', count: 2, fen: 2_650 },
    { name: '退款合计', count: 0, fen: 0 },
  ]);
  assert.match(bill.remarks[0] ?? '', /^支付宝业务明细查询$/);
  const flows = await readBill((await alipay.downloadBill('signcustomer', '2026-03-01')) ?? new Uint8Array());
  assert.deepEqual(
    flows.rows.map(({ cells }) => [cells['收入金额（+元）'], cells['支出金额（-元）'], cells['账户余额（元）']]),
    [
      ['25.50', '', '10025.50'],
      ['', '-0.15', '10025.35'],
      ['1.00', '', '10026.35'],
      ['', '-0.01', '10026.34'],
      ['', '-123.45', '9902.89'],
    ],
  );
  assert.deepEqual(flows.totals, [
    { name: '支出合计', count: 3, fen: -12_361 },
    { name: '收入合计', count: 2, fen: 2_650 },
  ]);
  assert.equal(await alipay.downloadBill('trade', '2026-02-28'), null);
});

test("a bill's host is never taken from the answer, and an HTML page is not accepted as a bill", async () => {
  const stage = await alipayStage();
  await payTrade(stage.parts, stage.made.app, ORDER);
  stage.clock.advance(86_400_000);
  const hosts = new Set<string>();
  const { fetch } = stage.access;
  const alipay = createAlipay(stage.config, {
    ...stage.access,
    fetch: (url, init) => {
      hosts.add(url.host);
      return fetch(url, init);
    },
  });
  stage.setFault('html', '/downloadBillFile');
  const page = await alipay.downloadBill('trade', '2026-03-01');
  await assert.rejects(readBill(page ?? new Uint8Array()), UpstreamFailure);
  assert.deepEqual([...hosts], ['simulator.invalid']);
});

test("a bill's address is valid for half a minute", async () => {
  const stage = await alipayStage();
  await payTrade(stage.parts, stage.made.app, ORDER);
  stage.clock.advance(86_400_000);
  const { fetch } = stage.access;
  const slow = createAlipay(stage.config, {
    ...stage.access,
    fetch: (url, init) => {
      if (url.pathname.endsWith('.resource')) stage.clock.advance(30_001);
      return fetch(url, init);
    },
  });
  await assert.rejects(slow.downloadBill('trade', '2026-03-01'), failsWith(null, /403/));
});

test('the adapter accepts notifications of the platform only', async () => {
  const stage = await alipayStage();
  const other = await alipayStage('publicKey');
  const alipay = adapterOf(stage);
  await payTrade(stage.parts, stage.made.app, ORDER);
  await alipay.transfer(TRANSFER);
  assert.equal(stage.callbacks.length, 2);
  for (const { body } of stage.callbacks) {
    assert.equal(alipay.readNotification(body)?.app_id, stage.config.appId);
    assert.equal(adapterOf(other).readNotification(body), null);
  }
  const elsewhere = createAlipay({ ...stage.config, appId: '2021000000000002' }, stage.access);
  assert.equal(elsewhere.readNotification(stage.callbacks[0]?.body ?? ''), null);
});

test('in production the gateway is called at its own host, and the body contains only the content', async () => {
  const stage = await alipayStage();
  const asked: { url: URL; body: string }[] = [];
  const alipay = createAlipay(stage.config, {
    ...stage.access,
    origin: ALIPAY_ORIGINS.production,
    billOrigin: ALIPAY_BILL_ORIGINS.production,
    fetch: async (url, init) => {
      asked.push({ url, body: String(init.body) });
      assert.equal(init.redirect, 'error');
      return new Response('{}', { status: 404 });
    },
  });
  await assert.rejects(alipay.transfer({ ...TRANSFER, remark: '机密' }), UpstreamTimeout);
  const [{ url, body } = assert.fail('nothing was asked')] = asked;
  assert.equal(url.origin + url.pathname, 'https://openapi.alipay.com/gateway.do');
  assert.deepEqual([...url.searchParams.keys()].sort(), [
    'alipay_root_cert_sn',
    'app_cert_sn',
    'app_id',
    'charset',
    'encrypt_type',
    'format',
    'method',
    'sign',
    'sign_type',
    'timestamp',
    'version',
  ]);
  assert.equal(url.searchParams.get('timestamp'), '2026-03-01 11:40:05');
  const content = new URLSearchParams(body);
  assert.deepEqual([...content.keys()], ['biz_content']);
  const plain = decryptContent(content.get('biz_content') ?? '', readAesKey(stage.config.encryptKey ?? ''));
  assert.deepEqual(JSON.parse(plain), {
    out_biz_no: 'WD1',
    trans_amount: '123.45',
    product_code: 'TRANS_ACCOUNT_NO_PWD',
    biz_scene: 'DIRECT_TRANSFER',
    order_title: '提现',
    payee_info: { identity: 'rider@example.com', identity_type: 'ALIPAY_LOGON_ID', name: '张三' },
    remark: '机密',
  });
});
