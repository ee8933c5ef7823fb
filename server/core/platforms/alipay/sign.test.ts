import assert from 'node:assert/strict';
import { createSign, createVerify, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { fenOf } from './amount';
import {
  decryptContent,
  encryptContent,
  membersOf,
  readAesKey,
  readNotification,
  readPrivateKey,
  readPublicKey,
  requestText,
  signText,
  verifyText,
} from './sign';

// The platform publishes no private key. We therefore compare our signature with that of node:crypto (OpenSSL) for the same text.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

test('the text of a request equals the one in the documentation', () => {
  const content = '{"button":[{"actionParam":"ZFB_HFCZ","actionType":"out","name":"话费充值"}]}';
  const params = {
    app_id: '2014072300007148',
    method: 'alipay.mobile.public.menu.add',
    charset: 'GBK',
    sign_type: 'RSA2',
    timestamp: '2014-07-24 03:07:50',
    biz_content: content,
    sign: 'e9zEAe4TTQ4LPLQvETPoLGXTiURcxiAKfMVQ6Hrrsx2hmyIEGvSfAQzbLxHrhyZ48wOJXTsD4FPnt+YGdK57',
    version: '1.0',
    notify_url: '',
  };
  assert.equal(
    requestText(params),
    `app_id=2014072300007148&biz_content=${content}&charset=GBK&method=alipay.mobile.public.menu.add&sign_type=RSA2&timestamp=2014-07-24 03:07:50&version=1.0`,
  );
});

test("content is encrypted as the platform's own libraries encrypt it", () => {
  // The key, the text and the encrypted text are from the tests of the platform's EasySDK.
  const key = readAesKey('aa4BtZ4tspm2wnXLb1ThQA==');
  assert.equal(encryptContent('test1234567', key), 'ILpoMowjIQjfYMR847rnFQ==');
  assert.equal(decryptContent('ILpoMowjIQjfYMR847rnFQ==', key), 'test1234567');
});

test("a signature equals OpenSSL's", () => {
  const text = 'app_id=1&charset=utf-8&名称=示例';
  assert.equal(signText(text, privateKey), createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'));
  assert.ok(createVerify('RSA-SHA256').update(text).verify(publicKey, signText(text, privateKey), 'base64'));
});

test('a private key is read as PKCS#8 and PKCS#1, as PEM and as the bare text of the key tool', () => {
  for (const type of ['pkcs8', 'pkcs1'] as const) {
    const pem = privateKey.export({ format: 'pem', type }).toString();
    const bare = privateKey.export({ format: 'der', type }).toString('base64');
    const folded = bare.replace(/.{64}/g, '$&\n');
    for (const text of [pem, bare, folded]) assert.ok(readPrivateKey(text).equals(privateKey));
  }
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  assert.ok(readPublicKey(spki).equals(publicKey));
  for (const text of ['', 'x', spki.slice(4), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])
    assert.throws(() => readPrivateKey(text));
});

test('a signature is valid for its own text, and for no other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      const signature = signText(text, privateKey);
      assert.ok(verifyText(text, signature, publicKey));
      const isSame = Buffer.from(text, 'utf8').equals(Buffer.from(other, 'utf8'));
      assert.equal(verifyText(other, signature, publicKey), isSame);
    }),
    { numRuns: 60 },
  );
});

test('an encrypted text is readable with the same key only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ minLength: 16, maxLength: 16 }), (text, bytes) => {
      const key = Buffer.from(bytes);
      assert.equal(decryptContent(encryptContent(text, key), key), text);
    }),
  );
  for (const text of ['', 'AAAA', randomBytes(17).toString('base64'), 'aa4BtZ4tspm2wnXLb1ThQA'])
    assert.throws(() => readAesKey(text));
});

/** Signs a callback as the platform does. */
function notificationOf(params: Record<string, string>, key: KeyObject): Record<string, string> {
  const text = Object.keys(params)
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
  return { ...params, sign_type: 'RSA2', sign: createSign('RSA-SHA256').update(text).sign(key, 'base64') };
}

const NOTIFICATION = {
  notify_time: '2026-03-01 11:40:05',
  notify_type: 'trade_status_sync',
  notify_id: '91722adff935e8cfa58b3aabf4dead6ibe',
  app_id: '2021000000000001',
  out_trade_no: 'O1',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '15.00',
  subject: '外卖 & 100% 满意',
  body: '',
};

/** A callback about a transfer. */
const MESSAGE = {
  utc_timestamp: '1772336405000',
  notify_id: '2026030100262114005084150584911350',
  app_id: '2021000000000001',
  msg_method: 'alipay.fund.trans.order.changed',
  version: '1.1',
  biz_content: '{"out_biz_no":"PO1","order_id":"2026","status":"SUCCESS","trans_amount":"15.00"}',
};

const bodyOf = (params: Readonly<Record<string, string>>) => new URLSearchParams(params).toString();

test('an unchanged notification is accepted', () => {
  const params = notificationOf(NOTIFICATION, privateKey);
  assert.deepEqual(readNotification(bodyOf(params), publicKey), params);
});

test('a notification whose signature covers its type is accepted too', () => {
  const { sign } = notificationOf({ ...NOTIFICATION, sign_type: 'RSA2' }, privateKey);
  assert.ok(readNotification(bodyOf({ ...NOTIFICATION, sign_type: 'RSA2', sign: sign ?? '' }), publicKey));
});

test('a notification with any changed byte is refused', () => {
  for (const sent of [NOTIFICATION, MESSAGE]) refuseChanges(notificationOf(sent, privateKey));
  assert.equal(readNotification('', publicKey), null);
});

function refuseChanges(params: Readonly<Record<string, string>>): void {
  const isRefused = (changed: Readonly<Record<string, string>>, what: string) =>
    assert.equal(readNotification(bodyOf(changed), publicKey), null, what);
  for (const name of Object.keys(params)) {
    const value = params[name] ?? '';
    for (let at = 0; at < value.length; at += 1) {
      const char = value[at] === 'A' ? 'B' : 'A';
      isRefused({ ...params, [name]: value.slice(0, at) + char + value.slice(at + 1) }, `${name} at ${at}`);
    }
    isRefused({ ...params, [name]: `${value}x` }, `${name} longer`);
    const { [name]: _gone, ...less } = params;
    isRefused(less, `without ${name}`);
  }
  isRefused({ ...params, extra: '' }, 'with one more');
}

test('a notification with a repeated parameter is refused', () => {
  const body = bodyOf(notificationOf(NOTIFICATION, privateKey));
  for (const extra of ['total_amount=15.00', 'sign=x', 'sign_type=RSA2'])
    for (const twice of [`${body}&${extra}`, `${extra}&${body}`])
      assert.equal(readNotification(twice, publicKey), null);
});

test('the last character of a signature is checked even where it does not change the bytes', () => {
  const signature = signText('x', privateKey);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = signature.search(/==$/) - 1;
  const twin = letters[letters.indexOf(signature[last] ?? '') + 1] ?? '';
  const other = signature.slice(0, last) + twin + signature.slice(last + 1);
  assert.deepEqual(Buffer.from(other, 'base64'), Buffer.from(signature, 'base64'));
  assert.equal(verifyText('x', other, publicKey), false);
});

test('the members of an answer are its exact substrings', () => {
  const node = '{ "code" : "10000","url":"https:\\/\\/x.cn\\/a}b", "list":[1,{"sign":"in"}] ,"n":1.10}';
  const members = membersOf(`{"a_response": ${node} ,"sign":"s,\\"}",\n"n": null}`);
  assert.equal(members.get('a_response'), node);
  assert.equal(members.get('sign'), '"s,\\"}"');
  assert.equal(members.get('n'), 'null');
  assert.notEqual(JSON.stringify(JSON.parse(node)), node);
});

test('the members of any object equal those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 3 }), (object, space) => {
      const members = membersOf(JSON.stringify(object, null, space));
      const read = Object.fromEntries([...members].map(([name, raw]) => [name, JSON.parse(raw)]));
      assert.deepEqual(JSON.stringify(read), JSON.stringify(JSON.parse(JSON.stringify(object))));
    }),
  );
});

test('an answer with a repeated member is refused, and so is a text that is not an object', () => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"b":2,"\\u0061":3}', '[]', '1', '', '<html>', '{"a":'])
    assert.throws(() => membersOf(text), SyntaxError);
  assert.equal(membersOf(' {} ').size, 0);
});

test('amounts are converted exactly, by their digits', () => {
  for (const [text, fen] of [
    ['0.30', 30],
    ['-12.3', -1230],
    ['1000000.01', 100_000_001],
    ['0', 0],
    ['-0.00', 0],
  ] as const)
    assert.equal(fenOf(text), fen);
  for (const text of ['', '1,000.00', '1.005', 'NaN', null, undefined, ' 1'])
    assert.throws(() => fenOf(text), RangeError);
});
