import assert from 'node:assert/strict';
import { createCipheriv, createHash, createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { bitFlips } from '../../../testing-bits';
import { type MessageKeys, readMessage } from './crypt';
import {
  byteAuthorization,
  readPayCallback,
  rsaBits,
  SignatureRefused,
  signCallbackParts,
  signPayRequest,
  verifyPlatform,
} from './sign';

const rsa = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const application = rsa();
const platform = rsa();
const NOW = new Date('2026-03-01T10:00:00+08:00');

// The platform publishes no complete example of these signatures. We computed the expected values with `openssl dgst`.
test("the signature of a payment call equals OpenSSL's MD5 of the sorted values and the salt", () => {
  const params = {
    app_id: 'tt0123456789abcdef',
    out_order_no: 'out7',
    total_amount: 100,
    subject: '测试商品',
    body: ' "order" ',
    valid_time: 1800,
    notify_url: 'https://a.example/notify',
    cp_extra: '',
    store_uid: null,
    other_settle_params: '[{"merchant_uid":"1"}]',
    sign: 'old',
  };
  assert.equal(signPayRequest(params, 'salt0123'), 'dba9a7a45b388bf9b4ed05e7df0e24af');
});

test("the signature of a payment callback equals OpenSSL's SHA-1 of the sorted parts", () => {
  const message = '{"appid":"tt0123456789abcdef","cp_orderno":"out7","status":"SUCCESS"}';
  const signature = signCallbackParts(['tokenABC', '1602507471', '797', message]);
  assert.equal(signature, '19bd7abd0881c27d8281bb85eaf011afee005cd7');
});

test('the signature of a call does not depend on the order of its fields, and every value changes it', () => {
  const values = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z_]{3,12}$/), fc.stringMatching(/^[!-~]{1,20}$/)), {
    minLength: 2,
    maxLength: 8,
    selector: ([key]) => key,
  });
  fc.assert(
    fc.property(values, fc.stringMatching(/^[a-z0-9]{8,32}$/), (entries, salt) => {
      const signed = entries.filter(([key]) => !['app_id', 'thirdparty_id', 'sign'].includes(key));
      const signature = signPayRequest(Object.fromEntries(signed), salt);
      assert.equal(signPayRequest(Object.fromEntries([...signed].reverse()), salt), signature);
      for (const [key] of signed) {
        assert.notEqual(signPayRequest({ ...Object.fromEntries(signed), [key]: `other${salt}` }, salt), signature);
      }
    }),
  );
});

const payBody = (token = 'tokenABC') => {
  const [timestamp, nonce] = ['1602507471', '797'];
  const msg = JSON.stringify({ appid: 'tt0123456789abcdef', cp_orderno: 'out7', total_amount: 100 });
  const signature = createHash('sha1').update([token, timestamp, nonce, msg].sort().join('')).digest('hex');
  return JSON.stringify({ timestamp, nonce, msg, type: 'payment', msg_signature: signature });
};

test('a payment callback is read with its type, message and time', () => {
  const { type, message, at } = readPayCallback(payBody(), 'tokenABC');
  assert.equal(type, 'payment');
  assert.equal(message.cp_orderno, 'out7');
  assert.equal(at.toISOString(), '2020-10-12T12:57:51.000Z');
});

test('a payment callback with a changed bit, with another token or without a token is refused', () => {
  let tried = 0;
  for (const body of bitFlips(payBody())) {
    assert.throws(() => readPayCallback(body, 'tokenABC'), SignatureRefused, body);
    tried += 1;
  }
  assert.ok(tried > 200);
  assert.throws(() => readPayCallback(payBody(), 'tokenABD'), SignatureRefused);
  assert.throws(() => readPayCallback(payBody(''), ''), SignatureRefused);
});

test('the value of Byte-Authorization verifies over method, address, time, nonce and body', () => {
  const cases = fc.record({
    uri: fc.webPath().map((path) => path || '/'),
    body: fc.string({ maxLength: 200 }),
    nonce: fc.stringMatching(/^[0-9a-f]{32}$/),
  });
  fc.assert(
    fc.property(cases, ({ uri, body, nonce }) => {
      const value = byteAuthorization({
        ...{ appId: 'tt0123456789abcdef', keyVersion: '3', privateKey: application.privateKey },
        ...{ method: 'POST', uri, body, at: NOW, nonce },
      });
      const match =
        /^SHA256-RSA2048 appid=(\w+),nonce_str=(\w+),timestamp=(\d+),key_version=(\d+),signature=(.+)$/.exec(value);
      assert.deepEqual(match?.slice(1, 5), ['tt0123456789abcdef', nonce, String(NOW.getTime() / 1000), '3']);
      const signed = `POST\n${uri}\n${NOW.getTime() / 1000}\n${nonce}\n${body}\n`;
      const verifier = createVerify('RSA-SHA256').update(signed);
      assert.ok(verifier.verify(application.publicKey, Buffer.from(match?.[5] ?? '', 'base64')));
    }),
    { numRuns: 30 },
  );
});

/** Checks whether an HTTP header can contain the value. A header cannot contain the characters NUL, CR and LF. */
const isHeaderValue = (value: string) => !/[\0\r\n]/.test(value);

const platformHeaders = (body: string, at = NOW) => {
  const timestamp = String(at.getTime() / 1000);
  const signature = createSign('RSA-SHA256')
    .update(`${timestamp}\nnonce7\n${body}\n`)
    .sign(platform.privateKey, 'base64');
  return { 'byte-timestamp': timestamp, 'byte-nonce-str': 'nonce7', 'byte-signature': signature };
};

test("a signature of the platform's key is accepted, and refused with any changed bit", () => {
  const body = '{"msg":"{}","type":"payment","version":"3.0"}';
  const headers = platformHeaders(body);
  verifyPlatform(new Headers(headers), body, platform.publicKey, NOW);
  const refused = (changed: Record<string, string>, text = body) =>
    assert.throws(() => verifyPlatform(new Headers(changed), text, platform.publicKey, NOW), SignatureRefused);
  for (const text of bitFlips(body)) refused(headers, text);
  for (const [name, value] of Object.entries(headers)) {
    for (const changed of bitFlips(value).filter(isHeaderValue)) refused({ ...headers, [name]: changed });
    refused({ ...headers, [name]: '' });
  }
  assert.throws(() => verifyPlatform(new Headers(headers), body, application.publicKey, NOW), SignatureRefused);
  assert.throws(() => verifyPlatform(new Headers(headers), body, 'no key', NOW), SignatureRefused);
});

test('a signed callback that is one hour old is refused', () => {
  const headers = new Headers(platformHeaders('{}', new Date(NOW.getTime() - 3_600_000)));
  assert.throws(() => verifyPlatform(headers, '{}', platform.publicKey, NOW), SignatureRefused);
});

const keys: MessageKeys = {
  appId: 'tt0123456789abcdef',
  token: 'pushToken',
  encodingAesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
};

/** Encrypts a message as the platform does. It uses no code of the product, so that the test detects an error in that code. */
function sealed(text: string, { appId, token, encodingAesKey }: MessageKeys): string {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const body = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const plain = Buffer.concat([Buffer.alloc(16, 7), length, body, Buffer.from(appId)]);
  const fill = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const bytes = Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(fill, fill)])), cipher.final()]);
  const parts = { Nonce: 'n7', TimeStamp: '1772330400', Encrypt: bytes.toString('base64') };
  const signature = createHash('sha1')
    .update([token, ...Object.values(parts)].sort().join(''))
    .digest('hex');
  return JSON.stringify({ ...parts, MsgSignature: signature });
}

test('every pushed message decrypts to its original text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (fields) => {
      const plain = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== '__proto__'));
      const read = readMessage(sealed(JSON.stringify(plain), keys), keys);
      assert.deepEqual({ ...read.fields }, { ...JSON.parse(JSON.stringify(plain)) });
    }),
  );
});

test('a pushed message with a changed bit, for another app or with another key is refused', () => {
  const body = sealed('{"Event":"PACKAGE_AUDIT"}', keys);
  for (const changed of bitFlips(body)) assert.throws(() => readMessage(changed, keys), SignatureRefused, changed);
  assert.throws(() => readMessage(body, { ...keys, appId: 'tt0000000000000000' }), SignatureRefused);
  assert.throws(() => readMessage(body, { ...keys, encodingAesKey: 'b'.repeat(43) }), SignatureRefused);
  assert.throws(() => readMessage(body, { ...keys, encodingAesKey: 'short' }), SignatureRefused);
  assert.throws(() => readMessage(body, { ...keys, token: 'other' }), SignatureRefused);
});

test('the length of a private key is in bits, and null for a text that is not a key', () => {
  assert.equal(rsaBits(application.privateKey), 2048);
  assert.equal(rsaBits('-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'), null);
});
