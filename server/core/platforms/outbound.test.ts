import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDouyinClient } from './douyin/client';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';
import { callWechat } from './wechat/call';

const ORIGIN = new URL('https://upstream.invalid');
const CALL = { method: 'POST', path: '/send' } as const;
const broken: Fetch = () => Promise.reject(new TypeError('fetch failed'));
const fault: Fetch = async () => new Response('', { status: 503 });

test('a broken connection or a fault of the server leaves the outcome of a change unknown', async () => {
  for (const fetch of [broken, fault]) {
    await assert.rejects(askUpstream(fetch, ORIGIN, { ...CALL, changes: true }), UpstreamTimeout);
    await assert.rejects(askUpstream(fetch, ORIGIN, CALL), UpstreamFailure);
    const douyin = createDouyinClient(ORIGIN, { fetch });
    await assert.rejects(douyin.json(CALL, true), UpstreamTimeout);
    await assert.rejects(douyin.json(CALL), UpstreamFailure);
    const wechat = { origin: ORIGIN, fetch, token: async () => 'token' } as unknown as Parameters<typeof callWechat>[0];
    await assert.rejects(callWechat(wechat, { path: '/send', body: {}, changes: true }), UpstreamTimeout);
  }
});

test('a change that would go to another host is not sent, so its outcome is known', async () => {
  const call = { ...CALL, path: '//other.invalid/send', changes: true };
  await assert.rejects(askUpstream(broken, ORIGIN, call), UpstreamFailure);
});

const connectionError = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const refused: Fetch = () => Promise.reject(connectionError('ECONNREFUSED'));

test('a change that was never sent has failed, unless an earlier try may have been sent', async () => {
  await assert.rejects(askUpstream(refused, ORIGIN, { ...CALL, changes: true }), UpstreamFailure);
  const failures = [connectionError('UND_ERR_SOCKET'), connectionError('ECONNREFUSED'), connectionError('ENOTFOUND')];
  const fetch: Fetch = () => Promise.reject(failures.shift());
  await assert.rejects(askUpstream(fetch, ORIGIN, { ...CALL, changes: true, repeatable: true }), UpstreamTimeout);
  assert.deepEqual(failures, []);
});
