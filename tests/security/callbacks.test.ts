import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../contract/endpoints';
import { text } from '../../contract/text';
import type { Receiver } from '../../server/core/platforms/receiver';
import { moduleReceivers } from '../../server/modules/receivers';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../server/testing';
import { businessFingerprint, changesOf } from '../support/fingerprint';

/** A minimal receiver that refuses every callback. The tests need a receiver even if the product has none. */
const closed: Receiver = {
  address: 'callback.Closed/notify',
  platform: 'closed',
  title: text('测试', 'Test', 'Teste', '測試'),
  methods: ['POST'],
  read: async () => ({ refusal: { status: 401, type: 'text/plain', body: 'fail' } }),
  handle: async () => undefined,
  answer: (isReceived) => ({ status: isReceived ? 200 : 400, type: 'text/plain', body: isReceived ? 'ok' : 'fail' }),
};
const receivers = [...moduleReceivers, closed];

let t: TestApp;
before(async () => {
  t = await createTestApp({ receivers });
});
after(() => t.close());

test('callback addresses are not endpoints: neither the contract nor the API description contains them', async () => {
  const headers = { authorization: await t.signIn(), 'user-agent': TEST_BROWSER };
  const document = (await t.app.http.inject({ url: '/api/openapi.json', headers })).body;
  assert.ok(document.includes('/api/Login/login'));
  const addresses = receivers.map(({ address }) => address);
  assert.equal(new Set(addresses).size, addresses.length, 'each has one receiver');
  for (const address of addresses) {
    assert.match(address, /^callback\.[A-Z]\w*\/[a-z]\w*$/);
    assert.equal(Object.hasOwn(endpoints, address), false, address);
    assert.equal(document.includes(address), false, address);
  }
});

const BODIES = [
  ['application/json', '{}'],
  ['application/json', '{"id":"1","event_type":"TRANSACTION.SUCCESS","resource":{}}'],
  ['application/json', '{"__proto__":{"x":1},"sign":null}'],
  ['application/x-www-form-urlencoded', 'notify_id=1&trade_status=TRADE_SUCCESS&sign=AAAA&sign_type=RSA2'],
  ['text/xml', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><xml><Encrypt>&y;</Encrypt></xml>'],
  ['text/plain', '\0\uffff'],
  ['application/json', ''],
] as const;
const QUERY = 'signature=0&timestamp=1&nonce=1&echostr=%3Cscript%3E&msg_signature=0';

test('every receiver refuses unsigned callbacks, with and without a session, and stores nothing', async () => {
  const authorization = await t.signIn();
  await changesOf(t);
  const before = await businessFingerprint(t);
  for (const { address, answer } of receivers) {
    for (const [type, payload] of BODIES) {
      for (const headers of [{}, { authorization, 'user-agent': TEST_BROWSER }]) {
        const { statusCode, body } = await t.app.http.inject({
          method: 'POST',
          url: `/api/${address}?${QUERY}`,
          headers: { ...headers, 'content-type': type },
          payload,
        });
        assert.ok(statusCode < 500, `${address} answered ${statusCode} to ${payload}`);
        assert.notEqual(body, answer(true).body, `${address} took ${payload}`);
        assert.doesNotMatch(body, /root:|requestId/);
      }
    }
    const asked = await t.app.http.inject({ method: 'GET', url: `/api/${address}?${QUERY}` });
    assert.ok(asked.statusCode < 500);
    assert.doesNotMatch(asked.body, /script/, 'what is asked without a signature is not echoed');
  }
  assert.equal(await businessFingerprint(t), before);
  assert.deepEqual(await t.db.selectFrom('platform_event').select('event_id').execute(), []);
});
