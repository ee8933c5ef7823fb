import assert from 'node:assert/strict';
import test from 'node:test';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { createWechat, type MenuButton, signPage } from '../../core/platforms/wechat/adapter';
import { readPush, verifyServer } from '../../core/platforms/wechat/messages';
import { fetchStableToken } from '../../core/platforms/wechat/token';
import { FAULTS } from '../simulator';
import { endToken, makeServerCheck, registerAccount } from '../wechat';
import { makePush } from './push';
import { FOLLOWER, MINI, openPlatform, PUSH, SERVICE, TEMPLATE, waitForTimeouts, withCode } from './testing';

waitForTimeouts();

const message = { to: FOLLOWER, templateId: TEMPLATE, data: { thing1: '已接单', time2: '2026-03-10 10:00' } };
const subs = (count: number, name = '子菜单') =>
  Array.from({ length: count }, (): MenuButton => ({ name, type: 'view', url: 'https://m.example.cn' }));

test('the stable token stays the same until five minutes before its expiry, or until a forced refresh', async () => {
  const { parts, clock, store } = await openPlatform();
  const first = await fetchStableToken(SERVICE, parts);
  assert.equal(first.expiresIn, 7200);
  clock.advance(60_000);
  assert.deepEqual(await fetchStableToken(SERVICE, parts), { token: first.token, expiresIn: 7140 });
  clock.advance(7200_000 - 60_000 - 299_000);
  const next = await fetchStableToken(SERVICE, parts);
  assert.notEqual(next.token, first.token);
  clock.advance(31_000);
  const forced = await fetchStableToken(SERVICE, parts, true);
  assert.notEqual(forced.token, next.token);
  await assert.rejects(fetchStableToken(SERVICE, parts, true), withCode('45011'));
  assert.equal((await store.list('wechat.token')).length, 3);
});

test('a token can be refreshed by force at most 20 times a day', async () => {
  const { parts, clock } = await openPlatform();
  for (let count = 0; count < 20; count += 1) {
    await fetchStableToken(SERVICE, parts, true);
    clock.advance(31_000);
  }
  await assert.rejects(fetchStableToken(SERVICE, parts, true), withCode('45009'));
  clock.advance(86_400_000);
  await fetchStableToken(SERVICE, parts, true);
});

test('a wrong app id, secret or IP address is refused with the platform’s code', async () => {
  const { parts, store } = await openPlatform();
  await assert.rejects(fetchStableToken({ ...SERVICE, appId: 'wx9999999999999999' }, parts), withCode('40013'));
  await assert.rejects(fetchStableToken({ ...SERVICE, appSecret: 'f'.repeat(32) }, parts), withCode('40125'));
  await registerAccount(store, {
    appId: SERVICE.appId,
    secret: SERVICE.appSecret,
    originalId: 'gh_222222222222',
    ipAllowList: ['203.0.113.7'],
  });
  await assert.rejects(fetchStableToken(SERVICE, parts), (error) => {
    assert.ok(error instanceof UpstreamFailure);
    assert.match(error.message, /^invalid ip 127\.0\.0\.1 ipv6 ::ffff:127\.0\.0\.1, not in whitelist rid: /);
    return error.code === '40164';
  });
});

test('an invalid or expired token is replaced once, and the call is repeated', async () => {
  const { ownToken, partsWith, store, clock, asked } = await openPlatform();
  const token = ownToken(SERVICE);
  const service = createWechat({ appId: SERVICE.appId, accessMode: 'own' }, partsWith(token));
  await service.callbackIps();
  await endToken(store, SERVICE.appId);
  assert.equal((await service.callbackIps()).length, 2);
  assert.equal(token.count, 2);
  clock.advance(7_300_000);
  await service.callbackIps();
  assert.equal(token.count, 3);
  assert.equal(asked.filter((path) => path === '/cgi-bin/getcallbackip').length, 5);
});

test('after a second refusal the token is not fetched a third time', async () => {
  const { partsWith, asked } = await openPlatform();
  const given: (string | undefined)[] = [];
  const service = createWechat(
    { appId: SERVICE.appId, accessMode: 'own' },
    partsWith(async (stale) => {
      given.push(stale);
      return 'never-valid';
    }),
  );
  await assert.rejects(service.callbackIps(), withCode('40001'));
  assert.deepEqual(given, [undefined, 'never-valid']);
  assert.equal(asked.length, 2);
});

test('a menu beyond the platform’s limits, in bytes or in numbers, is refused and changes nothing', async () => {
  const platform = await openPlatform();
  const service = platform.service();
  assert.equal(await service.menu(), null);
  const menu: MenuButton[] = [
    { name: '点外卖订', type: 'miniprogram', url: 'https://m.example.cn', appid: MINI.appId, pagepath: 'pages/index' },
    { name: '更多服务', sub_button: subs(5) },
  ];
  await service.createMenu(menu);
  assert.deepEqual(await service.menu(), menu);
  const refused: [string, MenuButton[]][] = [
    ['40016', []],
    ['40016', [...menu, ...menu]],
    ['40018', [{ name: '六个字的菜单', type: 'click', key: 'a' }]],
    ['40023', [{ name: '更多', sub_button: subs(6) }]],
    ['40025', [{ name: '更多', sub_button: subs(1, '字'.repeat(21)) }]],
    ['40019', [{ name: '更多', type: 'click' }]],
    ['40020', [{ name: '更多', type: 'view' }]],
    ['40055', [{ name: '更多', type: 'view', url: 'ftp://m.example.cn' }]],
  ];
  for (const [code, buttons] of refused) await assert.rejects(service.createMenu(buttons), withCode(code));
  assert.deepEqual(await service.menu(), menu);
  await service.deleteMenu();
  assert.equal(await service.menu(), null);
});

test('template messages are sent only to followers, and a message with the same id is sent once', async () => {
  const { service, store } = await openPlatform();
  const account = service();
  assert.deepEqual(
    (await account.templates()).map(({ id }) => id),
    [TEMPLATE],
  );
  const id = await account.sendTemplate({ ...message, onceId: 'order-1' });
  assert.match(id, /^\d{19}$/);
  assert.equal((await store.list('wechat.sent'))[0]?.key, id);
  assert.equal(await account.sendTemplate({ ...message, onceId: 'order-1' }), id);
  assert.equal((await store.list('wechat.sent')).length, 1);
  await assert.rejects(account.sendTemplate({ ...message, to: `${FOLLOWER.slice(0, -1)}b` }), withCode('43004'));
  await assert.rejects(account.sendTemplate({ ...message, templateId: 'x' }), withCode('40037'));
  await assert.rejects(account.sendTemplate({ ...message, data: { thing1: 'a' } }), withCode('47003'));
});

test('each consent of the user allows one subscription message', async () => {
  const { mini } = await openPlatform();
  const account = mini();
  assert.deepEqual(
    (await account.subscribeTemplates()).map(({ id }) => id),
    [TEMPLATE],
  );
  await account.sendSubscribe(message);
  await assert.rejects(account.sendSubscribe(message), withCode('43101'));
});

test('the ticket stays the same while it is valid, and signs a page as in the platform’s example', async () => {
  const { service, clock } = await openPlatform();
  const account = service();
  const first = await account.jsapiTicket();
  clock.advance(1_000_000);
  const same = await account.jsapiTicket();
  assert.deepEqual([same.ticket, same.expiresIn], [first.ticket, 6200]);
  // Example from the documentation of the JS-SDK.
  const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg';
  assert.equal(
    signPage(ticket, 'Wm3WZYTPz0wzccnW', 1_414_587_457, 'http://mp.weixin.qq.com?params=value'),
    '0f9de62fce790f9a083d5c99e95740ceb90c27ed',
  );
});

test('the binding to an open platform account is read through a follower, or directly by a component', async () => {
  const { service, mini, ofComponent, store } = await openPlatform();
  assert.equal(await service().isUnionBound(), true);
  assert.equal(await ofComponent().isUnionBound(), false);
  const account = await store.get<object>('wechat.account', SERVICE.appId);
  await store.put('wechat.account', SERVICE.appId, { ...account, openAppId: null });
  assert.equal(await service().isUnionBound(), false);
  await store.put('wechat.account', SERVICE.appId, { ...account, followers: [] });
  assert.equal(await service().isUnionBound(), null);
  // Only official accounts have followers.
  await assert.rejects(mini().isUnionBound(), withCode('48001'));
});

test('before its first release a mini program gets a code, but only without a check of the path', async () => {
  const { mini } = await openPlatform();
  const account = mini();
  assert.match(await account.codeImage('test', { checkPath: false }), /^data:image\/png;base64,iVBORw0KGgo/);
  await assert.rejects(account.codeImage('test'), withCode('41030'));
  await assert.rejects(account.codeImage('测试', { checkPath: false }), withCode('40129'));
});

test('the platform’s check of a server address is answered with its text, but not with a wrong token', async () => {
  const { store, clock } = await openPlatform();
  const check = await makeServerCheck({ store, clock }, SERVICE.appId);
  assert.ok(check);
  assert.equal(verifyServer(PUSH.token, Object.fromEntries(check.url.searchParams)), check.echostr);
  assert.equal(verifyServer('other', Object.fromEntries(check.url.searchParams)), null);
});

for (const fault of FAULTS) {
  test(`fetching the token with the fault "${fault}" gives the same token as without the fault, or an error`, async () => {
    const platform = await openPlatform();
    const { token } = await fetchStableToken(SERVICE, platform.parts);
    platform.setFault(fault);
    const fetching = fetchStableToken(SERVICE, platform.parts);
    if (fault === 'twice' || fault === 'wrongSignature') assert.equal((await fetching).token, token);
    else await assert.rejects(fetching, fault.startsWith('lost') ? UpstreamTimeout : UpstreamFailure);
    platform.setFault(null);
    assert.equal((await fetchStableToken(SERVICE, platform.parts)).token, token);
  });

  test(`reading with the fault "${fault}" ends in an answer or in the right error`, async () => {
    const platform = await openPlatform();
    const service = platform.service();
    await service.callbackIps();
    platform.setFault(fault);
    if (fault === 'lostBefore' || fault === 'lostAfter') await assert.rejects(service.callbackIps(), UpstreamTimeout);
    else if (fault === 'status500') await assert.rejects(service.callbackIps(), /HTTP 500/);
    else if (fault === 'html') await assert.rejects(service.callbackIps(), /no JSON/);
    // The other faults have no effect here: answers are not signed, and reading twice changes nothing.
    else assert.equal((await service.callbackIps()).length, 2);
  });

  test(`sending with the fault "${fault}" never says "refused" when the message may have been sent`, async () => {
    const platform = await openPlatform();
    const service = platform.service();
    await service.callbackIps();
    platform.setFault(fault);
    const sending = service.sendTemplate({ ...message, onceId: 'order-1' });
    const isDone = fault === 'twice' || fault === 'wrongSignature';
    if (isDone) assert.match(await sending, /^\d+$/);
    else await assert.rejects(sending, UpstreamTimeout);
    const arrived = ['lostAfter', 'twice', 'wrongSignature'].includes(fault) ? 1 : 0;
    assert.equal((await platform.store.list('wechat.sent')).length, arrived);
    platform.setFault(null);
    await service.sendTemplate({ ...message, onceId: 'order-1' });
    assert.equal((await platform.store.list('wechat.sent')).length, 1);
  });
}

test('a push is read in every mode and format; an encrypted push only with the settings of its account', async () => {
  const { store, clock } = await openPlatform();
  const account = await store.get<Parameters<typeof makePush>[1]>('wechat.account', SERVICE.appId);
  assert.ok(account);
  for (const mode of ['plain', 'compatible', 'safe'] as const) {
    for (const format of ['xml', 'json'] as const) {
      const push = await makePush({ store, clock }, { ...account, push: { ...PUSH, mode, format } }, { Event: 'a' }, 0);
      const query = Object.fromEntries(new URL(push?.url ?? '').searchParams);
      const config = { token: PUSH.token, encodingAesKey: PUSH.encodingAesKey, mode, appId: SERVICE.appId };
      const read = readPush(config, query, push?.body ?? '');
      assert.deepEqual([read.fields.Event, read.isSealed, read.format], ['a', mode !== 'plain', format]);
      if (mode === 'plain') continue;
      assert.throws(() => readPush({ ...config, appId: MINI.appId }, query, push?.body ?? ''), /another app/);
    }
  }
});
