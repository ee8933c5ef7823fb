import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { bitFlips } from '../../../testing-bits';
import { ENQUIRY_REFUSALS, readEnquiry, writeEnquiryAnswer, writeSpiFailure } from './enquiry';
import {
  doudianTime,
  paramJson,
  RefusedCall,
  readDoudianTime,
  readMessages,
  readSpi,
  type SignMethod,
  signCall,
} from './sign';

// Key and secret are from the platform's documentation, which shows no complete signature. We computed the expected values with
// `openssl dgst` from the documented text.
const KEY = '3409409348479354011';
const SECRET = '2ad2355c-01d0-11f8-91dc-05a8cd1054b1';
const keys = { appKey: KEY, appSecret: SECRET };
const NOW = new Date('2026-11-25T10:00:00+08:00');

test("a call's signature equals OpenSSL's for the documented text, with HMAC-SHA256 and with MD5", () => {
  const param = paramJson({ page: '1', cid: '12' });
  assert.equal(param, '{"cid":"12","page":"1"}');
  const call = { appKey: KEY, method: 'product.getGoodsCategory', param, timestamp: '2020-09-15 14:48:13' };
  assert.equal(signCall(call, SECRET), '7bb73a7e14f593bbac6615fc5c30bf6ccc348c060e80e9a2edd96744a1fb8312');
  assert.equal(signCall(call, SECRET, 'md5'), 'cf5c13e551eb2f3e4e883a472e2c12f8');
});

test('parameters are written with sorted keys at every depth and keep their meaning', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.jsonValue()), (params) => {
      const written = paramJson(params);
      assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(params)));
      assert.equal(paramJson(Object.fromEntries(Object.entries(params).reverse())), written);
      const keysOf = Object.keys(JSON.parse(written));
      assert.deepEqual(keysOf, [...keysOf].sort());
    }),
  );
});

test('every moment survives formatting and parsing, to the second', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      const second = Math.floor(at.getTime() / 1000) * 1000;
      assert.equal(readDoudianTime(doudianTime(at))?.getTime(), second);
    }),
  );
  assert.equal(doudianTime(NOW), '2026-11-25 10:00:00');
  assert.equal(readDoudianTime('1764036000')?.toISOString(), '2025-11-25T02:00:00.000Z');
  for (const text of ['', '2026-11-25', '2026-13-45 10:00:00', 'now']) assert.equal(readDoudianTime(text), null);
});

/** Builds a signed call to us. It does not use the product's signing code, so that the test detects an error in that code. */
function spi(body: string, method: SignMethod = 'md5', at = NOW) {
  const timestamp = doudianTime(at);
  const text = `${SECRET}app_key${KEY}param_json${body}timestamp${timestamp}${SECRET}`;
  const hash = method === 'md5' ? createHash('md5') : createHmac('sha256', SECRET);
  return { app_key: KEY, timestamp, sign: hash.update(text).digest('hex'), sign_method: method };
}

test("the signature of a call to us equals OpenSSL's for the documented text", () => {
  const at = new Date('2020-09-15T14:48:13+08:00');
  assert.equal(spi('{"a":1}', 'md5', at).sign, 'f444558e0896250e78f52ae8415d4a64');
  assert.equal(
    spi('{"a":1}', 'hmac-sha256', at).sign,
    '2ccfe1881445801930f652f05f3a2dc7ae3c46f1252a67ce8d86b08fff166655',
  );
});

test('a signed call to us is read even if the keys of its body arrive in another order', () => {
  for (const method of ['md5', 'hmac-sha256'] as const) {
    const query = new URLSearchParams(spi('{"a":1,"b":{"c":2,"d":3}}', method));
    assert.deepEqual(readSpi(query, '{"a":1,"b":{"c":2,"d":3}}', keys, NOW), { a: 1, b: { c: 2, d: 3 } });
    assert.deepEqual(readSpi(query, '{ "b": {"d":3,"c":2}, "a": 1 }', keys, NOW), { a: 1, b: { c: 2, d: 3 } });
  }
});

test('a call to us with any changed bit is refused', () => {
  const body = '{"enquiry_id":"EN1","goods_value":1280}';
  const query = spi(body);
  const refused = (changed: Record<string, string>, text = body) =>
    assert.throws(() => readSpi(new URLSearchParams(changed), text, keys, NOW), RefusedCall);
  for (const text of bitFlips(body)) refused(query, text);
  for (const [name, value] of Object.entries(query)) {
    for (const changed of bitFlips(value)) refused({ ...query, [name]: changed });
  }
  for (const name of ['app_key', 'timestamp', 'sign']) {
    refused(Object.fromEntries(Object.entries(query).filter(([key]) => key !== name)));
  }
});

test('a call to us is refused for another application, after eleven minutes, and without a configured secret', () => {
  const body = '{"a":1}';
  const query = new URLSearchParams(spi(body));
  readSpi(query, body, keys, new Date(NOW.getTime() + 10 * 60_000));
  for (const [otherKeys, now] of [
    [{ ...keys, appKey: '3409409348479354012' }, NOW],
    [keys, new Date(NOW.getTime() + 10 * 60_000 + 1_000)],
    [{ ...keys, appSecret: '' }, NOW],
  ] as const) {
    assert.throws(() => readSpi(query, body, otherKeys, now), RefusedCall);
  }
});

const messageBody = '[{"tag":"0","msg_id":"0","data":"2026-11-25 10:00:00"}]';
const messageHeaders = { 'app-id': KEY, 'event-sign': 'b3e7cdaa94e53cdf1d707a98935849fa' };
const messageKeys = { appKey: KEY, secret: SECRET };

test("the signature of pushed messages equals OpenSSL's for key, body and secret", () => {
  assert.deepEqual(readMessages(new Headers(messageHeaders), messageBody, messageKeys), [
    { tag: '0', id: '0', data: '2026-11-25 10:00:00' },
  ]);
});

test('pushed messages with a changed bit, or for another application, are refused', () => {
  const refused = (headers: Record<string, string>, body = messageBody, given = messageKeys) =>
    assert.throws(() => readMessages(new Headers(headers), body, given), RefusedCall);
  for (const body of bitFlips(messageBody)) refused(messageHeaders, body);
  for (const sign of bitFlips(messageHeaders['event-sign'])) refused({ ...messageHeaders, 'event-sign': sign });
  refused({ ...messageHeaders, 'app-id': '1' });
  refused({ 'app-id': KEY });
  refused(messageHeaders, messageBody, { appKey: KEY, secret: '' });
});

const enquiry = {
  create_time: 1_764_036_000,
  enquiry_id: 'EN1',
  goods_value: 1280,
  receiver: { address: '天府大道 1 号', latitude: '30.66', longitude: '104.07' },
  sender: { address: '春熙路 1 号', latitude: '30.65', longitude: '104.08' },
  shop_id: '900',
  shop_name: '模拟店',
  store_id: 7,
  weight: 500,
};
const read = (fields: object) => {
  const body = paramJson(fields as Record<string, unknown>);
  return readEnquiry(new URLSearchParams(spi(body)), body, keys, NOW);
};

test('an enquiry is read with its places, its amounts in fen and its times', () => {
  assert.deepEqual(read(enquiry), {
    ...{ externalNo: 'EN1', shopId: '900', shopName: '模拟店', storeId: '7', goodsFen: 1280, weightG: 500 },
    ...{ from: { lng: 104.08, lat: 30.65 }, fromAddress: '春熙路 1 号' },
    ...{ to: { lng: 104.07, lat: 30.66 }, toAddress: '天府大道 1 号' },
    ...{ distanceM: null, wantAt: null },
  });
  const wanted = read({ ...enquiry, distance: 1500, expect_delivery_time: 1_764_037_800 });
  assert.deepEqual([wanted.distanceM, wanted.wantAt?.getTime()], [1500, 1_764_037_800_000]);
});

test('a signed but incomplete enquiry is refused', () => {
  for (const change of [
    { enquiry_id: '' },
    { enquiry_id: 2 ** 60 },
    { shop_id: null },
    { goods_value: -1 },
    { goods_value: 12.5 },
    { weight: 'heavy' },
    { receiver: null },
    { receiver: { longitude: '200', latitude: '0' } },
    { distance: -1 },
  ]) {
    assert.throws(() => read({ ...enquiry, ...change }), RefusedCall, JSON.stringify(change));
  }
});

test('each answer to an enquiry has its own form, and each refusal has a code of the platform', () => {
  const empty = { no: 'EQ1', externalNo: 'EN1', reason: null, quoteFen: null, etaMin: null, expireAt: null };
  const answerOf = (change: object) => JSON.parse(writeEnquiryAnswer({ ...empty, state: 'refused', ...change }));
  for (const state of ['quoted', 'converted']) {
    assert.deepEqual(answerOf({ state, quoteFen: 880, etaMin: 35, expireAt: NOW }).data, {
      ...{ enquiry_id: 'EN1', result: 1, quote_id: 'EQ1', price: 880, eta: 35 },
      valid_until: NOW.getTime() / 1000,
    });
  }
  assert.equal(answerOf({ state: 'manual' }).data.result, 2);
  for (const reason of [...ENQUIRY_REFUSALS, null]) {
    const { code, data } = answerOf({ state: reason ? 'refused' : 'expired', reason });
    assert.deepEqual([code, data.result], [0, 0]);
    assert.ok(data.refuse_code >= 200 && data.refuse_reason.length > 0);
  }
  assert.equal(JSON.parse(writeSpiFailure('signature')).code, 100001);
});
