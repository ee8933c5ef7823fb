import assert from 'node:assert/strict';
import { createDecipheriv, createSign, createVerify } from 'node:crypto';
import test from 'node:test';
import { createAlipaySimulator } from './alipay';
import { payTrade } from './alipay/setup';
import { type AlipayStage, alipayStage } from './alipay/testing';

type Params = Readonly<Record<string, string>>;

/** Sends a call that the test signs. `change` replaces parameters before the signature is computed, `spoil` after that. */
async function call(stage: AlipayStage, { change = {}, spoil = {} }: { change?: Params; spoil?: Params } = {}) {
  const params: Record<string, string> = {
    app_id: stage.made.app.appId,
    method: 'alipay.trade.query',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: '2026-03-01 11:40:05',
    version: '1.0',
    biz_content: '{"out_trade_no":"O1"}',
    ...change,
  };
  const text = Object.keys(params)
    .filter((name) => params[name])
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
  const sign = createSign('RSA-SHA256').update(text).sign(stage.made.appPrivateKey, 'base64');
  const body = Buffer.from(new URLSearchParams({ ...params, sign, ...spoil }).toString());
  const answer = await createAlipaySimulator(stage.parts).handle({
    method: 'POST',
    path: '/gateway.do',
    query: new URLSearchParams(),
    headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
    body,
  });
  const whole = JSON.parse(String(answer.body));
  return { text: String(answer.body), whole, node: Object.values(whole)[0] as Readonly<Record<string, string>> };
}

test('a signed call is answered, and the signature of the answer covers its text', async () => {
  const stage = await alipayStage('publicKey');
  await payTrade(stage.parts, stage.made.app, { outTradeNo: 'O1', subject: 'a/b', buyer: '138', totalFen: 100 });
  const { text, whole, node } = await call(stage);
  assert.equal(node.code, '10000');
  assert.equal(node.total_amount, '1.00');
  const raw = text.slice(text.indexOf(':') + 1, text.lastIndexOf(',"sign"'));
  const key = { key: Buffer.from(stage.made.alipayPublicKey, 'base64'), format: 'der', type: 'spki' } as const;
  assert.ok(createVerify('RSA-SHA256').update(raw).verify(key, whole.sign, 'base64'));
});

test('each parameter that is missing or wrong is refused with its own code', async () => {
  const stage = await alipayStage('publicKey');
  const refusals: readonly (readonly [Params, string, string])[] = [
    [{ app_id: '' }, '40001', 'isv.missing-app-id'],
    [{ app_id: '2021000000000002' }, '40002', 'isv.invalid-app-id'],
    [{ method: '' }, '40001', 'isv.missing-method'],
    [{ method: 'alipay.nothing' }, '40002', 'isv.invalid-method'],
    [{ sign_type: '' }, '40001', 'isv.missing-signature-type'],
    [{ sign_type: 'RSA' }, '40002', 'isv.invalid-signature-type'],
    [{ version: '' }, '40001', 'isv.missing-version'],
    [{ charset: 'latin1' }, '40002', 'isv.invalid-charset'],
    [{ timestamp: '' }, '40001', 'isv.missing-timestamp'],
    [{ timestamp: '2026-03-01T11:40:05' }, '40002', 'isv.invalid-timestamp'],
    [{ timestamp: '2026-03-01 11:55:06' }, '40002', 'isv.invalid-timestamp'],
    [{ encrypt_type: 'DES' }, '40002', 'isv.invalid-encrypt-type'],
    [{ app_auth_token: 'x' }, '20001', 'aop.invalid-app-auth-token'],
    [{ biz_content: '{}' }, '40004', 'ACQ.INVALID_PARAMETER'],
    [{ biz_content: '{' }, '40002', 'isv.invalid-parameter'],
  ];
  for (const [change, code, subCode] of refusals) {
    const { node } = await call(stage, { change });
    assert.deepEqual([node.code, node.sub_code], [code, subCode]);
  }
  const plain = await alipayStage('publicKey', { isEncrypted: false });
  assert.equal((await call(plain, { change: { encrypt_type: 'AES' } })).node.sub_code, 'isv.missing-encrypt-key');
  assert.equal((await call(stage, { spoil: { sign: '' } })).node.sub_code, 'isv.missing-signature');
});

test('a call that cannot be decrypted is refused, and the refusal is encrypted', async () => {
  const stage = await alipayStage('publicKey');
  const { node } = await call(stage, { change: { encrypt_type: 'AES' } });
  const key = Buffer.from(stage.made.app.encryptKey ?? '', 'base64');
  const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16));
  const plain = decipher.update(String(node), 'base64', 'utf8') + decipher.final('utf8');
  assert.equal(JSON.parse(plain).sub_code, 'isv.decryption-error-unknown');
});

test('a call that was changed after signing is refused, and the refusal quotes the verified string', async () => {
  const stage = await alipayStage('publicKey');
  const spoils: readonly Params[] = [{ biz_content: '{"out_trade_no":"O2"}' }, { extra: '1' }, { sign: 'AAAA' }];
  for (const spoil of spoils) {
    const { node } = await call(stage, { spoil });
    assert.equal(node.sub_code, 'isv.invalid-signature');
    assert.match(node.sub_msg ?? '', /网关生成的验签字符串为：app_id=/);
  }
});

test('in certificate mode a call without its certificates or with unknown ones is refused', async () => {
  const stage = await alipayStage('cert');
  const codeOf = async (change: Params) => (await call(stage, { change })).node.sub_code;
  assert.equal(await codeOf({}), 'isv.missing-app-cert-sn');
  assert.equal(await codeOf({ app_cert_sn: 'x' }), 'isv.missing-alipay-root-cert-sn');
  assert.equal(await codeOf({ app_cert_sn: 'x', alipay_root_cert_sn: 'x' }), 'isv.app-cert-not-exist');
});

test('the fault that changes signatures leaves an answer without a signature unchanged', async () => {
  const stage = await alipayStage();
  const { spoil } = createAlipaySimulator(stage.parts);
  const file = { status: 200, body: Buffer.from('"sign":"A') };
  assert.equal(spoil?.(file), file);
  assert.equal(spoil?.({ status: 200, body: '{"sign":"Abc"}' }).body, '{"sign":"Bbc"}');
});

test('a notification is repeated at the documented intervals until the answer is "success"', async () => {
  const stage = await alipayStage();
  const simulator = createAlipaySimulator(stage.parts);
  assert.deepEqual(
    simulator.retryMs?.map((milliseconds) => milliseconds / 60_000),
    [4, 10, 10, 60, 120, 360, 900],
  );
  assert.ok(simulator.isReceived({ status: 200, text: 'success' }));
  for (const [status, text] of [
    [200, 'fail'],
    [200, '{"success":true}'],
    [200, 'SUCCESS'],
    [500, 'success'],
  ] as const)
    assert.ok(!simulator.isReceived({ status, text }));
});

test('a payment is notified at once, with number, amount and subject of its trade', async () => {
  const stage = await alipayStage();
  const trade = await payTrade(stage.parts, stage.made.app, {
    outTradeNo: 'O1',
    subject: '外卖 & 饮料',
    buyer: '138******01',
    totalFen: 2_550,
  });
  const [callback] = stage.callbacks;
  assert.equal(callback?.url, 'https://console.example.com/api/callback.AliPay/notify');
  assert.deepEqual(callback?.dueAt, stage.clock.now());
  const params = Object.fromEntries(new URLSearchParams(callback?.body));
  assert.equal(params.trade_no, trade.tradeNo);
  assert.equal(params.total_amount, '25.50');
  assert.equal(params.subject, '外卖 & 饮料');
  assert.equal(params.notify_time, '2026-03-01 11:40:05');
});

test('an application without a notification address gets no notification', async () => {
  const stage = await alipayStage();
  const app = { ...stage.made.app, notifyUrl: null };
  await payTrade(stage.parts, app, { outTradeNo: 'O1', subject: 'x', buyer: 'y', totalFen: 1 });
  assert.equal(stage.callbacks.length, 0);
});

test('an unknown address gives 404, and an unknown token for a file 403', async () => {
  const stage = await alipayStage();
  const ask = (path: string) =>
    createAlipaySimulator(stage.parts).handle({
      method: 'GET',
      path,
      query: new URL(path, 'https://x.invalid').searchParams,
      headers: new Headers(),
      body: Buffer.alloc(0),
    });
  assert.equal((await ask('/x')).status, 404);
  assert.equal((await ask('/downloadBillFile.resource?token=x')).status, 403);
});
