import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { configurePayment } from '../../demo';
import { makeApp, payTrade } from '../../simulators/alipay/setup';
import type { SimulatedApp } from '../../simulators/alipay/world';
import { databaseParts, databaseStore } from '../../simulators/database-store';
import { createOwnApp, deliverCallbacks } from '../../simulators/deliver';
import { payDouyinOrder } from '../../simulators/douyin';
import { plantFault } from '../../simulators/faults';
import { openMerchant, registerPayee, rotatePlatformCertificate } from '../../simulators/wxpay';
import { makeCertificate } from '../../simulators/wxpay/certificate';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { payingApplication } from '../../testing-withdrawals';
import { openWxPay, storedWx } from './adapters';
import { keptCertificates } from './certificates';
import { paymentJobs } from './jobs';

/** Tests of payment settings on the simulated platforms (DOMAIN §3.10). */

type Group = Data<'config.Payment/get'>['group'];
type Values = Record<string, unknown>;
let t: TestApp;
let owner: string;

before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.operator.example' } });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  for (const table of [
    'site_setting',
    'config_state',
    'simulated_value',
    'simulated_callback',
    'platform_event',
  ] as const)
    await t.db.deleteFrom(table).execute();
  await t.db.deleteFrom('platform_token').execute();
  await t.db.deleteFrom('platform_certificate').execute();
  await t.db.deleteFrom('secret_value').where('place', 'like', 'site_setting/%').execute();
});

const read = async (group: Group) =>
  (await t.call('config.Payment/get', { group }, { token: owner })).data as Data<'config.Payment/get'>;
const secondly = async (token = owner) => ({ token, ticket: await t.ticket(token) });
async function save(group: Group, values: Values) {
  const now = await read(group);
  const input = { group, values: { ...now.values, ...values }, version: now.version };
  return t.call('config.Payment/save', input, await secondly());
}
const tryOut = async (group: Group) =>
  t.call('config.Payment/test', { group, version: (await read(group)).version }, { token: owner });
const turn = async (what: 'enable' | 'disable', group: Group) =>
  t.call(
    `config.Payment/${what}`,
    { group, version: (await read(group)).platform?.stateVersion ?? 0 },
    { token: owner },
  );
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string }[] }).errors ?? []).map(({ field }) => field);
const failedOf = (answer: { data: unknown }) =>
  (answer.data as { checks: { ok: boolean; detail: string }[] }).checks
    .filter(({ ok }) => !ok)
    .map(({ detail }) => detail);
const partsOf = (name: string) => databaseParts({ db: t.db, clock: t.clock, ids: t.ids })(name);
const events = () =>
  t.db.selectFrom('platform_event').select(['platform', 'address', 'state']).orderBy('address').execute();
async function deliver() {
  const own = createOwnApp();
  own.attach(t.app.http);
  const { send } = own;
  assert.ok(send);
  return deliverCallbacks({ db: t.db, clock: t.clock, simulators: t.ports.platforms.simulators, send });
}

const pem = {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;
const [own, other] = [generateKeyPairSync('rsa', pem), generateKeyPairSync('rsa', pem)];
const APP_ID = 'wx0123456789abcdef';
const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
/** Builds valid WeChat Pay settings. The simulator does not know these values yet. */
async function typedWx(change: Values = {}, serialNo = SERIAL): Promise<Values> {
  return {
    mchId: '1900000109',
    appIds: [APP_ID],
    apiV3Key: 'MyApiV3KeyForSimulatedPayments01',
    merchantSerialNo: serialNo,
    merchantCert: await makeCertificate({
      serialNo,
      commonName: '1900000109',
      privateKey: createPrivateKey(own.privateKey),
      publicKey: createPublicKey(own.publicKey),
      from: new Date('2026-01-01T00:00:00Z'),
      to: new Date('2031-01-01T00:00:00Z'),
    }),
    merchantPrivateKey: own.privateKey,
    publicKeyId: 'PUB_KEY_ID_0119000001092026030100000000',
    publicKey: other.publicKey,
    ...change,
  };
}

test("WeChat Pay changes from not configured to enabled with a merchant's input", async () => {
  assert.equal((await read('wx')).platform?.state, 'notConfigured');
  assert.equal((await save('wx', { mchId: '1900000109' })).code, 100);
  assert.equal((await read('wx')).platform?.state, 'incomplete');
  assert.equal((await tryOut('wx')).code, 42330);
  assert.equal((await save('wx', await typedWx())).code, 100);
  const tested = await tryOut('wx');
  assert.deepEqual([tested.code, failedOf(tested)], [100, []]);
  assert.equal((await turn('enable', 'wx')).code, 100);
  const { platform, hasSecret, values } = await read('wx');
  assert.deepEqual([platform?.state, hasSecret], ['enabled', ['apiV3Key', 'merchantPrivateKey']]);
  assert.deepEqual([values.apiV3Key, values.merchantPrivateKey], [null, null]);
  assert.deepEqual(
    platform?.callbacks.map(({ url }) => url.slice(url.indexOf('/api'))),
    ['/api/callback.WxPay/notify', '/api/callback.WxPay/refund', '/api/callback.WxPay/transfer'],
  );
});

test("an outdated key of the merchant number fails with WeChat Pay's text", async () => {
  await save('wx', await typedWx());
  assert.equal((await tryOut('wx')).data.ok, true);
  await save('wx', await typedWx({}, SERIAL.replace('5157', '5158')));
  const serial = await tryOut('wx');
  assert.equal(serial.data.ok, false);
  assert.match(failedOf(serial).join(), /SIGN_ERROR 商户证书序列号有误/);
  await save('wx', await typedWx({ publicKeyId: 'PUB_KEY_ID_0119000001092026030100000001' }));
  assert.equal((await tryOut('wx')).data.ok, false);
  assert.equal((await turn('enable', 'wx')).code, 42330);
});

test('WeChat Pay settings are refused at their fields: patterns, another serial number, another key, an expired certificate', async () => {
  const cases: readonly [Values, number, string][] = [
    [{ mchId: '12' }, 40001, 'mchId'],
    [{ appIds: ['wx1'] }, 40001, 'appIds'],
    [{ apiV3Key: 'short' }, 40001, 'apiV3Key'],
    [{ merchantSerialNo: '0'.repeat(40) }, 42331, 'merchantSerialNo'],
    [{ merchantPrivateKey: other.privateKey }, 42331, 'merchantCert'],
    [{ merchantPrivateKey: 'no key' }, 40001, 'merchantPrivateKey'],
    [{ publicKey: 'no key' }, 40001, 'publicKey'],
    [{ publicKey: own.publicKey }, 42331, 'publicKey'],
    [{ transferSceneId: '1005', transferReport: [] }, 40001, 'transferReport'],
  ];
  for (const [change, code, field] of cases) {
    const answer = await save('wx', await typedWx(change));
    assert.deepEqual([answer.code, errorsOf(answer).map((name) => name.split('.')[0])], [code, [field]]);
  }
  t.clock.set('2031-02-01T00:00:00Z');
  owner = await t.signIn();
  assert.equal((await save('wx', await typedWx())).code, 42332);
});

test("an AppID that is not bound to the merchant number fails the test with WeChat Pay's text", async () => {
  await save('wx', await typedWx());
  assert.equal((await tryOut('wx')).data.ok, true);
  await save('wx', await typedWx({ appIds: [APP_ID, 'wxfedcba9876543210'] }));
  const tested = await tryOut('wx');
  assert.deepEqual(failedOf(tested), ['APPID_MCHID_NOT_MATCH appid和mch_id不匹配，请检查后再试']);
  assert.equal((await turn('enable', 'wx')).code, 42330);
});

test('a service provider is tested with a sub-merchant number and enabled; the certificate must be the provider’s', async () => {
  const partner = { mode: 'partner', mchId: '1900000300' };
  assert.deepEqual(errorsOf(await save('wx', await typedWx({ ...partner, spMchId: '1900000110' }))), ['merchantCert']);
  assert.equal((await save('wx', await typedWx(partner))).code, 100);
  assert.equal((await tryOut('wx')).code, 42330);
  assert.equal((await save('wx', await typedWx({ ...partner, spMchId: '1900000109' }))).code, 100);
  assert.deepEqual(failedOf(await tryOut('wx')), []);
  assert.equal((await turn('enable', 'wx')).code, 100);
  await save('wx', await typedWx({ ...partner, spMchId: '1900000109', mchId: '1900000301' }));
  assert.match(failedOf(await tryOut('wx')).join(), /NO_AUTH 特约子商户/);
});

test('a merchant number with open payouts cannot change; all other values can', async () => {
  await save('wx', await typedWx());
  await t.db
    .insertInto('merchant_number')
    .values({
      id: t.ids.next(),
      channel: 'wechat',
      mch_no: '1900000109',
      name: 'Main',
      role: 'payout',
      enabled: true,
      created_at: t.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await t.db
    .selectFrom('merchant_number')
    .select('id')
    .where('mch_no', '=', '1900000109')
    .executeTakeFirstOrThrow();
  const applyId = await payingApplication(t);
  const payout = { id: t.ids.next(), po_no: 'PO1', apply_id: applyId, attempt: 1, channel: 'wechat' as const };
  await t.db
    .insertInto('payout')
    .values({
      ...payout,
      merchant_number_id: id,
      amount_fen: 100,
      state: 'sent',
      query_at: t.clock.now(),
      created_at: t.clock.now(),
      bill_id: null,
    })
    .execute();
  const refused = await save('wx', await typedWx({ mchId: '1900000110', merchantCert: '' }));
  assert.equal(refused.code, 42201);
  assert.match(refused.msg, /1 笔付款或调拨处理中/);
  assert.equal((await save('wx', await typedWx({ transferSceneId: '1001' }))).code, 100);
  await t.db.updateTable('payout').set({ state: 'failed', query_at: null }).execute();
  assert.equal((await save('wx', await typedWx({ mchId: '1900000110', merchantCert: '' }))).code, 100);
});

test('an unanswered or wrongly signed call is a failed check', async () => {
  await save('wx', await typedWx());
  await tryOut('wx');
  for (const fault of ['status500', 'html', 'wrongSignature'] as const) {
    await plantFault(t.db, { platform: 'wxpay', pathPrefix: '/v3', fault, times: 10 });
    const answer = await tryOut('wx');
    assert.deepEqual([answer.code, answer.data.ok], [100, false], fault);
    await t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
  }
  assert.equal((await tryOut('wx')).data.ok, true);
});

test('platform certificates are downloaded by the test and by the job, which also fetches their successor', async () => {
  await save('wx', await typedWx({ verifyMode: 'platformCert', publicKeyId: '', publicKey: '' }));
  const tested = await tryOut('wx');
  assert.deepEqual(failedOf(tested), []);
  const owning = { platform: 'wxpay', environment: 'simulator', account: '1900000109' } as const;
  assert.equal((await keptCertificates(t.db, owning)).length, 1);
  await turn('enable', 'wx');
  await t.db.deleteFrom('platform_certificate').execute();
  const [job] = paymentJobs(t.ports);
  await job?.run(t.db, t.clock, t.ids);
  assert.equal((await keptCertificates(t.db, owning)).length, 1);
  const next = await rotatePlatformCertificate(databaseStore(t.db, 'wxpay'), t.clock, '1900000109');
  await job?.run(t.db, t.clock, t.ids);
  assert.ok((await keptCertificates(t.db, owning)).some(({ serialNo }) => serialNo === next));
});

test('callbacks of WeChat Pay are verified and recorded once; a wrong signature stores nothing', async () => {
  const shown = await openMerchant(databaseStore(t.db, 'wxpay'), t.clock, { mchId: '1900000109', appIds: [APP_ID] });
  const report = [
    { type: '岗位类型', content: '骑手' },
    { type: '报酬说明', content: '配送收入' },
  ];
  const saved = await save('wx', { ...shown, transferSceneId: '1005', transferReport: report });
  assert.equal(saved.code, 100, JSON.stringify(saved));
  await registerPayee(databaseStore(t.db, 'wxpay'), { openid: 'o-MYE42l80oelYMDE34nYD456Xoy', confirmsAfterSec: 30 });
  const tools = { db: t.db, clock: t.clock, ports: t.ports };
  const wxPay = await openWxPay(tools, await storedWx(tools));
  await wxPay.transfer({
    outBillNo: 'P2026030100001',
    appId: APP_ID,
    openid: 'o-MYE42l80oelYMDE34nYD456Xoy',
    amountFen: 12_345,
    remark: '配送收入提现',
    notifyUrl: 'https://console.operator.example/api/callback.WxPay/transfer',
  });
  // The payee confirms 30 s after the transfer. No call reaches the simulator here, so the simulator notices the confirmation only in
  // `deliver`.
  t.clock.advance(31_000);
  assert.equal(await deliver(), 1);
  assert.deepEqual(await events(), [{ platform: 'wxpay', address: 'callback.WxPay/transfer', state: 'handled' }]);
  await t.db.deleteFrom('platform_event').execute();
  await t.db.updateTable('simulated_callback').set({ state: 'waiting', due_at: t.clock.now() }).execute();
  // Our server refuses a callback whose signature is ten minutes old, so each attempt needs a new signature.
  t.clock.advance(600_000);
  await deliver();
  assert.equal((await events()).length, 1);
  const forged = await t.app.http.inject({
    method: 'POST',
    url: '/api/callback.WxPay/notify',
    headers: { 'content-type': 'application/json', 'wechatpay-signature': 'x' },
    payload: '{}',
  });
  assert.equal(forged.statusCode, 401);
  assert.deepEqual(forged.json(), { code: 'FAIL', message: '失败' });
  assert.equal((await events()).length, 1);
});

const typedAli = (mode: 'cert' | 'publicKey') => {
  const { app, appPrivateKey, alipayPublicKey } = makeApp(t.clock, {
    mode,
    isEncrypted: false,
    appId: '2021000000000001',
    pid: '2088000000000001',
    balanceFen: 0,
    payees: {},
    notifyUrl: null,
    template: null,
  });
  return {
    appId: app.appId,
    pid: app.pid,
    keyMode: mode,
    appPrivateKey,
    ...(app.certificates ?? { alipayPublicKey }),
  };
};

test('Alipay is tested and enabled in both modes; another key fails with its text; its notifications are recorded', async () => {
  for (const mode of ['publicKey', 'cert'] as const) {
    const saved = await save('ali', typedAli(mode));
    assert.equal(saved.code, 100, JSON.stringify(saved));
    const tested = await tryOut('ali');
    assert.deepEqual([tested.code, failedOf(tested)], [100, []]);
  }
  assert.equal((await turn('enable', 'ali')).code, 100);
  const app = await databaseStore(t.db, 'alipay').get<SimulatedApp>('app', '2021000000000001');
  assert.ok(app);
  await payTrade(partsOf('alipay'), app, { outTradeNo: 'A1', subject: 'x', buyer: 'a@b.c', totalFen: 100 });
  await deliver();
  assert.deepEqual(await events(), [{ platform: 'alipay', address: 'callback.AliPay/notify', state: 'handled' }]);
  const { appPrivateKey, appCert } = typedAli('cert') as Values;
  await save('ali', { appPrivateKey, appCert });
  const failed = await tryOut('ali');
  assert.equal(failed.data.ok, false);
  assert.match(failedOf(failed).join(), /isv\./);
});

test('Alipay settings are refused at their fields', async () => {
  const good = typedAli('cert');
  const cases: readonly [Values, number, string][] = [
    [{ appId: '1021000000000001' }, 40001, 'appId'],
    [{ pid: '20880' }, 40001, 'pid'],
    [{ appPrivateKey: other.privateKey }, 42331, 'appCert'],
    [{ encryptKey: 'short' }, 40001, 'encryptKey'],
    [{ rootCert: 'none' }, 40001, 'rootCert'],
  ];
  for (const [change, code, field] of cases) {
    const answer = await save('ali', { ...good, ...change });
    assert.deepEqual([answer.code, errorsOf(answer)], [code, [field]]);
  }
});

const DY = {
  appId: 'tt0123456789abcdef',
  appSecret: 'a'.repeat(40),
  merchantId: '7000000000',
  salt: 'pepper-and-salt',
  token: 'callback-token',
  keyVersion: '1',
  appPrivateKey: own.privateKey,
};

test('Douyin is tested and enabled; another salt fails with its text; its callbacks are recorded once', async () => {
  assert.equal((await save('dy', DY)).code, 100);
  const tested = await tryOut('dy');
  assert.deepEqual([tested.code, failedOf(tested)], [100, []]);
  assert.equal((await turn('enable', 'dy')).code, 100);
  await payDouyinOrder(partsOf('douyin'), DY.appId, { outOrderNo: 'D1', amountFen: 100 });
  await t.db.updateTable('simulated_callback').set({ due_at: t.clock.now() }).execute();
  await deliver();
  await t.db.updateTable('simulated_callback').set({ state: 'waiting', due_at: t.clock.now() }).execute();
  await deliver();
  assert.deepEqual(await events(), [{ platform: 'douyin', address: 'callback.DyPay/notify', state: 'handled' }]);
  await save('dy', { salt: 'another' });
  const failed = await tryOut('dy');
  assert.match(failedOf(failed).join(), /2008 签名错误/);
  assert.equal((await save('dy', { appId: 'wx1' })).code, 40001);
  assert.equal((await save('dy', { keyVersion: '2', appPrivateKey: other.privateKey, salt: DY.salt })).code, 100);
});

test("payouts need rising limits, channels that pay such amounts, and the bank's columns; they have no test", async () => {
  assert.equal((await save('payout', { dailyCapFen: 100 })).code, 100);
  assert.deepEqual(errorsOf(await save('payout', { middleMaxFen: 10, smallMaxFen: 20 })), ['middleMaxFen']);
  assert.deepEqual(errorsOf(await save('payout', { middleMaxFen: 5_000_001 })), ['middleChannel']);
  assert.deepEqual(errorsOf(await save('payout', { bankTemplate: [{ column: 'name', heading: 'x' }] })), [
    'bankTemplate',
  ]);
  assert.equal((await tryOut('payout')).code, 40401);
  assert.equal((await turn('enable', 'payout')).code, 40401);
});

test('merchant numbers are stored with their stations, and removed ones are disabled', async () => {
  const row = { channel: 'wechat', mchNo: '1900000109', name: 'Main', role: 'both', stations: '', enabled: true };
  assert.equal((await save('numbers', { numbers: [row, { ...row, mchNo: '1900000110', role: 'payout' }] })).code, 100);
  assert.equal((await save('numbers', { numbers: [{ ...row, name: 'First' }] })).code, 100);
  const stored = await t.db
    .selectFrom('merchant_number')
    .select(['mch_no as no', 'name', 'role', 'enabled'])
    .orderBy('mch_no')
    .execute();
  assert.deepEqual(stored, [
    { no: '1900000109', name: 'First', role: 'both', enabled: true },
    { no: '1900000110', name: 'Main', role: 'payout', enabled: false },
  ]);
  assert.equal((await save('numbers', { numbers: [row, row] })).code, 40903);
  assert.equal((await save('numbers', { numbers: [{ ...row, stations: 'X9' }] })).code, 40001);
});

test('without the permission a person can neither save, test nor enable payment, and secrets need a separate permission', async () => {
  const { account } = await t.account({ rules: [70, 72, 7202] });
  const editor = await t.signIn(account);
  const { version, values } = await read('wx');
  const saving = async (more: Values) =>
    t.call('config.Payment/save', { group: 'wx', values: { ...values, ...more }, version }, await secondly(editor));
  assert.equal((await saving({ apiV3Key: 'MyApiV3KeyForSimulatedPayments01' })).code, 40301);
  assert.equal((await saving({ mchId: '1900000109' })).code, 100);
  const reader = await t.signIn((await t.account({ rules: [70, 72] })).account);
  for (const action of ['test', 'enable', 'disable'] as const)
    assert.equal(
      (await t.call(`config.Payment/${action}`, { group: 'wx', version }, await secondly(reader))).code,
      40301,
    );
});

test("the demo's payment is configured, passes its tests and is enabled", async () => {
  await configurePayment(t);
  for (const group of ['wx', 'ali', 'dy'] as const) {
    const { platform } = await read(group);
    assert.deepEqual([platform?.state, platform?.lastTest?.ok], ['enabled', true], JSON.stringify(platform?.lastTest));
    assert.deepEqual(failedOf(await tryOut(group)), []);
  }
});
