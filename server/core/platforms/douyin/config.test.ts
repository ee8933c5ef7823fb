import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { LOCALES } from '../../../../contract/text';
import { checkDyConfig, type DyValues, warnDyConfig } from './config';
import { douyinErrorText, isDouyinTokenStale } from './errors';

const pem = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;

const OWN: DyValues = { accessMode: 'own', appId: 'tt0123456789abcdef', appSecret: 'a'.repeat(40) };
const COMPONENT: DyValues = {
  ...{ accessMode: 'component', appId: 'tt0123456789abcdef', componentAppId: 'ttfedcba9876543210' },
  ...{ componentSecret: 's', authorizerToken: 't', templateId: '77' },
};
const rulesOf = (values: DyValues) => checkDyConfig(values, 'en-US').map(({ field, rule }) => `${field} ${rule}`);

test('complete settings of Douyin have no errors, in either mode', () => {
  const pay = { merchantId: '6800000000', salt: 's', token: 't' };
  const key = { keyVersion: '1', appPrivateKey: pem(2048) };
  const message = { msgToken: 'token', encodingAesKey: 'k'.repeat(43) };
  const domains = { requestDomains: ['https://api.example.com', 'https://a.example.com:8443'], hostNames: ['douyin'] };
  assert.deepEqual(rulesOf({ ...OWN, ...pay, ...key, ...message, ...domains }), []);
  assert.deepEqual(rulesOf(COMPONENT), []);
});

test('a missing value is reported for the chosen mode, and for a partly filled group', () => {
  assert.deepEqual(rulesOf({}), ['appId required', 'appSecret required']);
  assert.deepEqual(rulesOf({ ...COMPONENT, componentSecret: '', templateId: null }), [
    'componentSecret required',
    'templateId required',
  ]);
  assert.deepEqual(rulesOf({ ...OWN, salt: 's' }), ['merchantId required', 'token required']);
  assert.deepEqual(rulesOf({ ...OWN, msgToken: 'x' }), ['encodingAesKey required']);
  assert.deepEqual(rulesOf({ ...OWN, keyVersion: '1' }), ['appPrivateKey required']);
});

test('each wrong value of Douyin is reported at its own field', () => {
  const cases: readonly (readonly [DyValues, string])[] = [
    [{ appId: 'wx0123456789abcdef' }, 'appId pattern'],
    [{ appId: 'tt0123456789ABCDEF' }, 'appId pattern'],
    [{ msgToken: 'x'.repeat(33), encodingAesKey: 'k'.repeat(43) }, 'msgToken pattern'],
    [{ msgToken: 'x', encodingAesKey: 'k'.repeat(42) }, 'encodingAesKey pattern'],
    [{ merchantId: 'abc', salt: 's', token: 't' }, 'merchantId pattern'],
    [{ keyVersion: '1', appPrivateKey: 'no key' }, 'appPrivateKey pattern'],
    [{ keyVersion: '1', appPrivateKey: pem(1024) }, 'appPrivateKey pattern'],
    [{ requestDomains: ['http://a.example.com'] }, 'requestDomains pattern'],
    [{ requestDomains: ['https://a.example.com/path'] }, 'requestDomains pattern'],
    [{ webviewDomains: ['https://a.example.com', 'https://a.example.com'] }, 'webviewDomains repeated'],
    [{ hostNames: ['wechat'] }, 'hostNames choice'],
    [{ lifeAccountId: 'x' }, 'lifeAccountId pattern'],
  ];
  for (const [change, expected] of cases) assert.deepEqual(rulesOf({ ...OWN, ...change }), [expected]);
});

test('an unusual secret causes a warning and is not refused', () => {
  assert.deepEqual(checkDyConfig({ ...OWN, appSecret: 'short' }, 'zh-CN'), []);
  assert.equal(warnDyConfig({ ...OWN, appSecret: 'short' }, 'zh-CN').length, 1);
  assert.equal(warnDyConfig(OWN, 'zh-CN').length, 0);
});

test('every sentence is complete in each language, and the codes of a withdrawn review have their own sentences', () => {
  for (const locale of LOCALES) {
    for (const { message } of checkDyConfig({ salt: 's' }, locale)) assert.doesNotMatch(message, /\{\w+\}/);
    const sentences = ['11601', '11602', '11603'].map((code) => douyinErrorText(code)?.[locale]);
    assert.equal(new Set(sentences).size, 3);
  }
  assert.equal(douyinErrorText('1'), null);
  assert.equal(douyinErrorText(null), null);
  assert.deepEqual(['28001008', '11601', null].map(isDouyinTokenStale), [true, false, false]);
});
