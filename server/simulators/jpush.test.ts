import assert from 'node:assert/strict';
import test from 'node:test';
import { fixedClock } from '../core/clock';
import { basicAuthorization, createJpush, type JpushConfig } from '../core/platforms/jpush/adapter';
import { UpstreamFailure, UpstreamTimeout } from '../core/platforms/outbound';
import { createJpushSimulator, type SimulatedPush } from './jpush';
import { type Fault, memoryStore, simulatorFetch } from './simulator';

/** AppKey and master secret of the example in the provider's documentation. */
const CONFIG: JpushConfig = { appKey: '7d431e42dfa6a6d693ac2d04', masterSecret: '5e987ac6d2e04d95a9d8f0d1' };
const HEADER = 'Basic N2Q0MzFlNDJkZmE2YTZkNjkzYWMyZDA0OjVlOTg3YWM2ZDJlMDRkOTVhOWQ4ZjBkMQ==';
const DEVICE = '18071adc030dcba91c0';
const ORIGIN = new URL('https://simulator.invalid/jpush');
const MESSAGE = { devices: [DEVICE], title: '测试', content: '推送配置可用。' };

async function world(fault: Fault | null = null) {
  const store = memoryStore();
  const parts = { clock: fixedClock('2026-03-01T10:00:00+08:00'), store, callBack: async () => undefined };
  const simulator = createJpushSimulator(parts);
  await simulator.open?.('userApp', { ...CONFIG, devices: [DEVICE] });
  const fetch = simulatorFetch([simulator], ORIGIN, () => fault);
  const pushBy = (config: JpushConfig, message = MESSAGE) =>
    createJpush(config, { origin: ORIGIN, fetch }).push(message);
  return { store, simulator, fetch, pushBy };
}
const failsWith = (code: string | null, words: RegExp) => (error: unknown) =>
  error instanceof UpstreamFailure && error.code === code && words.test(error.message);

const isUnknown = (words: RegExp) => (error: unknown) => error instanceof UpstreamTimeout && words.test(error.message);

test('the authorization header equals the example in the provider’s documentation', () => {
  assert.equal(basicAuthorization(CONFIG), HEADER);
});

test('a push is sent to the named devices, with title and text for Android and iOS', async () => {
  const { store, pushBy } = await world();
  const { messageId } = await pushBy(CONFIG);
  assert.deepEqual(await store.get<SimulatedPush>('push', messageId), {
    appKey: CONFIG.appKey,
    devices: [DEVICE],
    notification: {
      android: { alert: MESSAGE.content, title: MESSAGE.title },
      ios: { alert: { title: MESSAGE.title, body: MESSAGE.content }, sound: 'default' },
    },
  });
});

test('a refusal of the provider is returned with its code and message', async () => {
  const { pushBy } = await world();
  await assert.rejects(pushBy({ ...CONFIG, masterSecret: 'x' }), failsWith('1004', /^basic authentication failed$/));
  await assert.rejects(pushBy({ ...CONFIG, appKey: 'unknown' }), failsWith('1008', /^app_key is not/));
  const none = { ...MESSAGE, devices: ['0000000000000000000'] };
  await assert.rejects(pushBy(CONFIG, none), failsWith('1011', /^cannot find user by this audience$/));
  await assert.rejects(pushBy(CONFIG, { ...MESSAGE, devices: [] }), failsWith('1003', /^invalid parameter$/));
});

test('opening a known account keeps its master secret and adds devices', async () => {
  const { simulator, pushBy } = await world();
  await simulator.open?.('userApp', {
    appKey: CONFIG.appKey,
    masterSecret: 'typed wrongly',
    devices: ['18071adc030dcba91c1'],
  });
  await assert.rejects(pushBy({ ...CONFIG, masterSecret: 'typed wrongly' }), failsWith('1004', /authentication/));
  await pushBy(CONFIG, { ...MESSAGE, devices: ['18071adc030dcba91c1'] });
});

test('other methods and addresses, and calls without parameters, are refused', async () => {
  const { fetch } = await world();
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(new URL(`${ORIGIN}${path}`), init);
    return [answer.status, ((await answer.json()) as { error?: { code: number } }).error?.code];
  };
  const headers = { authorization: HEADER };
  assert.deepEqual(await ask('/v3/push', { headers }), [405, 1001]);
  assert.deepEqual(await ask('/v3/push', { method: 'POST', headers, body: 'no JSON' }), [400, 1002]);
  assert.deepEqual(await ask('/v3/push', { method: 'POST', body: '{}' }), [401, 1004]);
  assert.deepEqual(await ask('/v3/device', { headers }), [404, undefined]);
});

test('a push is sent once: a failed or unanswered call is not repeated', async (t) => {
  t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  const after = await world('lostAfter');
  await assert.rejects(after.pushBy(CONFIG), UpstreamTimeout);
  assert.equal((await after.store.list('push')).length, 1);
  const before = await world('lostBefore');
  await assert.rejects(before.pushBy(CONFIG), UpstreamTimeout);
  assert.equal((await before.store.list('push')).length, 0);
  // The provider may have sent the push in all these cases, so none of them counts as refused.
  await assert.rejects((await world('status500')).pushBy(CONFIG), isUnknown(/^HTTP 500$/));
  await assert.rejects((await world('html')).pushBy(CONFIG), isUnknown(/no message number/));
  const broken = createJpush(CONFIG, { origin: ORIGIN, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  await assert.rejects(broken.push(MESSAGE), isUnknown(/^not reachable$/));
});

test('a reserved number sends one message, however often the call is repeated, and an unknown number is refused', async () => {
  const { store, fetch } = await world();
  const jpush = createJpush(CONFIG, { origin: ORIGIN, fetch });
  const cid = await jpush.reserve();
  const first = await jpush.push({ ...MESSAGE, cid });
  assert.deepEqual(await jpush.push({ ...MESSAGE, cid }), first);
  assert.equal((await store.list('push')).length, 1);
  await assert.rejects(jpush.push({ ...MESSAGE, cid: 'unknown' }), failsWith('1003', /^invalid parameter$/));
});
