import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { LOCALES } from '../../../../contract/text';
import { alipayStage, appOf } from '../../../simulators/alipay/testing';
import { createAlipay } from './alipay';
import { type AliSecrets, type AliValues, checkAliConfig, testAlipay } from './checks';

const AT = new Date('2026-03-01T03:00:00Z');
const made = appOf('cert', true);
const certificates = made.app.certificates ?? assert.fail('certificate mode');
const GOOD: AliValues = {
  appId: '2021000000000001',
  pid: '2088000000000001',
  keyMode: 'cert',
  alipayPublicKey: made.alipayPublicKey,
  ...certificates,
};
const SECRETS: AliSecrets = { appPrivateKey: made.appPrivateKey, encryptKey: made.app.encryptKey };

const errorsOf = (values: AliValues, secrets: AliSecrets = SECRETS, at = AT) =>
  checkAliConfig({ ...GOOD, ...values }, secrets, at).map(({ field, rule }) => `${field} ${rule}`);

const keyOf = (type: 'rsa', bits: number) =>
  generateKeyPairSync(type, {
    modulusLength: bits,
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });

test('a consistent configuration has no errors, in either mode, with every form of the key', () => {
  assert.deepEqual(errorsOf({}), []);
  assert.deepEqual(errorsOf({ keyMode: 'publicKey' }), []);
  const bare = made.appPrivateKey.replace(/-----[^-]+-----|\s/g, '');
  assert.deepEqual(errorsOf({}, { ...SECRETS, appPrivateKey: bare }), []);
});

test('missing and unknown values cause no errors', () => {
  assert.deepEqual(checkAliConfig({}, {}, AT), []);
  assert.deepEqual(errorsOf({ appCert: null }, { appPrivateKey: null, encryptKey: null }), []);
});

test('each wrong field is named', () => {
  assert.deepEqual(errorsOf({ appId: '1021000000000001' }), ['appId pattern']);
  assert.deepEqual(errorsOf({ pid: '208800000000000' }), ['pid pattern']);
  assert.deepEqual(errorsOf({ appCert: 'x' }), ['appCert certificate']);
  assert.deepEqual(errorsOf({ alipayCert: 'x', rootCert: '-----BEGIN CERTIFICATE-----' }), [
    'alipayCert certificate',
    'rootCert certificate',
  ]);
  assert.deepEqual(errorsOf({ keyMode: 'publicKey', alipayPublicKey: 'AAAA' }), ['alipayPublicKey key']);
  for (const encryptKey of ['x', 'aa4BtZ4tspm2wnXLb1ThQA', `${SECRETS.encryptKey} `])
    assert.deepEqual(errorsOf({}, { ...SECRETS, encryptKey }), ['encryptKey pattern']);
});

test('a key that is unreadable, too short or of another certificate is refused', () => {
  assert.deepEqual(errorsOf({}, { appPrivateKey: 'x' }), ['appPrivateKey key']);
  assert.deepEqual(errorsOf({}, { appPrivateKey: keyOf('rsa', 1_024).privateKey }), ['appPrivateKey key']);
  assert.deepEqual(errorsOf({}, { appPrivateKey: keyOf('rsa', 2_048).privateKey }), ['appPrivateKey match']);
  assert.deepEqual(errorsOf({ appCert: certificates.alipayCert }), ['appPrivateKey match']);
});

test('a certificate that has expired is refused', () => {
  assert.deepEqual(errorsOf({}, SECRETS, new Date('2030-01-01T00:00:00Z')), ['appCert expired', 'alipayCert expired']);
});

test("the application's own public key in place of the platform's is detected", () => {
  const own = made.app.appPublicKey;
  assert.deepEqual(errorsOf({ keyMode: 'publicKey', alipayPublicKey: own }), ['alipayPublicKey match']);
});

test('every message exists in all languages', () => {
  const errors = [
    ...checkAliConfig(
      { appId: 'x', pid: 'x', keyMode: 'cert', appCert: 'x' },
      { appPrivateKey: 'x', encryptKey: 'x' },
      AT,
    ),
    ...checkAliConfig({ keyMode: 'publicKey', alipayPublicKey: 'x' }, {}, AT),
  ];
  assert.equal(errors.length, 6);
  for (const { message } of errors) assert.equal(new Set(LOCALES.map((locale) => message[locale])).size, 4);
});

test("the connection test passes in certificate mode and reports each step's result", async () => {
  const stage = await alipayStage('cert');
  const checks = await testAlipay(createAlipay(stage.config, stage.access), {
    clock: stage.clock,
    pid: '2088000000000001',
  });
  assert.deepEqual(
    checks.map(({ name, ok, detail }) => [name['en-US'], ok, detail]),
    [
      ['Query of an order that does not exist', true, 'ACQ.TRADE_NOT_EXIST'],
      ['Query of a transfer that does not exist', true, 'ORDER_NOT_EXIST'],
      ['Yesterday’s statement', true, '2026-02-28 isp.bill_not_exist'],
      ['Account balance', true, '¥10000.00'],
    ],
  );
});

test('the connection test omits transfers in public-key mode', async () => {
  const stage = await alipayStage('publicKey');
  const checks = await testAlipay(createAlipay(stage.config, stage.access), { clock: stage.clock, pid: null });
  assert.deepEqual(
    checks.map(({ name, ok }) => [name['en-US'], ok]),
    [
      ['Query of an order that does not exist', true],
      ['Yesterday’s statement', true],
    ],
  );
});

test("a failed step has the platform's code and words, and the other steps still run", async () => {
  const stage = await alipayStage('cert');
  const wrong = createAlipay({ ...stage.config, appPrivateKey: keyOf('rsa', 2_048).privateKey }, stage.access);
  const checks = await testAlipay(wrong, { clock: stage.clock, pid: '2088000000000001' });
  assert.equal(checks.length, 4);
  for (const { ok, detail } of checks) {
    assert.equal(ok, false);
    assert.match(String(detail), /^isv\.invalid-signature 验签出错/);
  }
  stage.setFault('lostBefore');
  const lost = await testAlipay(createAlipay(stage.config, stage.access), { clock: stage.clock, pid: null });
  assert.ok(lost.every(({ ok }) => !ok));
});
