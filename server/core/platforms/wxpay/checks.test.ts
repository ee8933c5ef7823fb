import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import test from 'node:test';
import { LOCALES } from '../../../../contract/text';
import { MERCHANT, merchantCertificate } from '../../../simulators/wxpay/testing';
import { checkWxConfig, type WxPaySecrets, type WxPayValues } from './checks';

const AT = new Date('2026-03-02T03:00:00Z');
const pem = ({ privateKey, publicKey }: KeyPairKeyObjectResult) => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
const platform = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }));

async function filledIn(): Promise<{ values: WxPayValues; secrets: WxPaySecrets }> {
  return {
    values: {
      mchId: MERCHANT.mchId,
      appIds: [MERCHANT.appId],
      merchantSerialNo: MERCHANT.serialNo,
      merchantCert: await merchantCertificate(),
      verifyMode: 'publicKey',
      publicKeyId: 'PUB_KEY_ID_0119000001092026030200000000',
      publicKey: platform.publicKey,
      transferSceneId: '1005',
      transferReport: [
        { type: '岗位类型', content: '骑手' },
        { type: '报酬说明', content: '配送收入' },
      ],
      notifyUrl: 'https://console.example.com/api/callback.WxPay/notify',
    },
    secrets: { apiV3Key: MERCHANT.apiV3Key, merchantPrivateKey: MERCHANT.privateKey },
  };
}

test('a complete form has no errors, and the required fields cover an empty form', async () => {
  const { values, secrets } = await filledIn();
  assert.deepEqual(checkWxConfig(values, secrets, AT), []);
  assert.deepEqual(checkWxConfig({}, {}, AT), []);
  assert.deepEqual(checkWxConfig({ ...values, merchantSerialNo: MERCHANT.serialNo.toLowerCase() }, secrets, AT), []);
});

test('each wrong field is reported with its rule, in four languages', async () => {
  const { values, secrets } = await filledIn();
  const stranger = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const short = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }));
  const elliptic = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const wrong: readonly [string, string, WxPayValues & WxPaySecrets][] = [
    ['mchId', 'pattern', { mchId: '1900', merchantCert: null }],
    ['appIds', 'pattern', { appIds: [MERCHANT.appId, 'wx0123456789ABCDEF'] }],
    ['merchantSerialNo', 'pattern', { merchantSerialNo: 'C0FFEE', merchantCert: null }],
    ['merchantSerialNo', 'match', { merchantSerialNo: '0'.repeat(40) }],
    ['merchantCert', 'certificate', { merchantCert: platform.publicKey }],
    ['merchantCert', 'match', { merchantCert: await merchantCertificate({ commonName: '1900000200' }) }],
    ['merchantCert', 'expired', { merchantCert: await merchantCertificate({ to: AT }) }],
    ['merchantPrivateKey', 'match', { merchantPrivateKey: stranger.privateKey }],
    ['merchantPrivateKey', 'key', { merchantPrivateKey: platform.publicKey }],
    ['merchantPrivateKey', 'key', { merchantPrivateKey: short.privateKey }],
    ['merchantPrivateKey', 'key', { merchantPrivateKey: elliptic.privateKey }],
    ['publicKey', 'key', { publicKey: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' }],
    ['publicKey', 'key', { publicKey: platform.privateKey }],
    ['publicKey', 'key', { publicKey: values.merchantCert ?? '' }],
    ['publicKey', 'match', { publicKey: MERCHANT.publicKey }],
    ['publicKeyId', 'pattern', { publicKeyId: 'PUB_KEY_ID_' }],
    ['apiV3Key', 'pattern', { apiV3Key: MERCHANT.apiV3Key.slice(1) }],
    ['apiV3Key', 'pattern', { apiV3Key: `${MERCHANT.apiV3Key.slice(1)}-` }],
    ['transferSceneId', 'pattern', { transferSceneId: 'abc' }],
    ['transferReport', 'scene', { transferReport: [{ type: '岗位类型', content: '骑手' }] }],
    [
      'transferReport',
      'scene',
      {
        transferReport: [
          { type: '活动名称', content: 'x' },
          { type: '奖励说明', content: 'x' },
        ],
      },
    ],
    ['notifyUrl', 'pattern', { notifyUrl: 'http://console.example.com/notify' }],
    ['transferNotifyUrl', 'pattern', { transferNotifyUrl: 'https://console.example.com/notify?a=1' }],
  ];
  for (const [field, rule, change] of wrong) {
    const errors = checkWxConfig({ ...values, ...change }, { ...secrets, ...change }, AT);
    assert.deepEqual(
      errors.map((error) => [error.field, error.rule]),
      [[field, rule]],
      JSON.stringify(change),
    );
    for (const locale of LOCALES) assert.ok(errors[0]?.message[locale]);
  }
});
