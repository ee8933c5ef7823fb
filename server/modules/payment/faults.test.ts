import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configurePayment } from '../../demo';
import { payTrade } from '../../simulators/alipay/setup';
import type { SimulatedApp } from '../../simulators/alipay/world';
import { databaseParts, databaseStore } from '../../simulators/database-store';
import { createOwnApp, deliverCallbacks } from '../../simulators/deliver';
import { payDouyinOrder } from '../../simulators/douyin';
import { plantFault } from '../../simulators/faults';
import type { Fault } from '../../simulators/simulator';
import { registerPayee } from '../../simulators/wxpay';
import { createTestApp, type TestApp } from '../../testing';
import { openWxPay, storedAli, storedDy, storedWx } from './adapters';

/**
 * Tests that the state on a platform's settings page shows faults of the platform. Also tests that each callback is recorded once
 * (DOMAIN §3.10, §6.8).
 */

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.operator.example' } });
  await configurePayment(t);
  owner = await t.signIn();
});
after(() => t.close());

const PLATFORMS = { wx: 'wxpay', ali: 'alipay', dy: 'douyin' } as const;
type Group = keyof typeof PLATFORMS;
const GROUPS = Object.keys(PLATFORMS) as Group[];

const platformOf = async (group: Group) =>
  (await t.call('config.Payment/get', { group }, { token: owner })).data.platform;
async function tryOut(group: Group) {
  const { version } = (await t.call('config.Payment/get', { group }, { token: owner })).data;
  const { code, data } = await t.call('config.Payment/test', { group, version }, { token: owner });
  return {
    code,
    ok: data.ok,
    state: (await platformOf(group))?.state,
    details: data.checks.map(({ detail }) => detail),
  };
}

/** Expected state by fault and platform. Douyin has no platform key configured, so its answers are not signed. */
const STATES: Readonly<
  Record<Exclude<Fault, 'lostBefore' | 'lostAfter'>, Readonly<Record<Group, 'failing' | 'enabled'>>>
> = {
  // WeChat Pay refuses a repeated request as a replay.
  twice: { wx: 'failing', ali: 'enabled', dy: 'enabled' },
  wrongSignature: { wx: 'failing', ali: 'failing', dy: 'enabled' },
  status500: { wx: 'failing', ali: 'failing', dy: 'failing' },
  html: { wx: 'failing', ali: 'failing', dy: 'failing' },
};
for (const [fault, states] of Object.entries(STATES) as [keyof typeof STATES, (typeof STATES)['twice']][])
  test(`the fault "${fault}" of a payment platform shows in its page's state until the next passed test`, async () => {
    for (const group of GROUPS) {
      // Delete the cached token, so that Douyin must fetch one.
      await t.db.deleteFrom('platform_token').execute();
      await plantFault(t.db, { platform: PLATFORMS[group], pathPrefix: '/', fault, times: 50 });
      const tested = await tryOut(group);
      assert.deepEqual([tested.code, tested.state], [100, states[group]], `${group}: ${tested.details.join('; ')}`);
      await t.db.deleteFrom('simulated_value').where('kind', '=', 'fault').execute();
      const again = await tryOut(group);
      assert.deepEqual([again.ok, again.state], [true, 'enabled'], `${group}: ${again.details.join('; ')}`);
    }
  });

/** Makes every call time out without waiting. @param isDone whether the platform executes the call */
async function withoutAnswers(isDone: boolean, work: () => Promise<void>): Promise<void> {
  const { platforms } = t.ports;
  const { access } = platforms;
  const silent: typeof access = (...way) => {
    const { origin, fetch } = access(...way);
    return {
      origin,
      async fetch(url, init) {
        if (isDone) await fetch(url, init);
        throw new DOMException('no answer', 'TimeoutError');
      },
    };
  };
  Object.assign(platforms, { access: silent });
  try {
    await work();
  } finally {
    Object.assign(platforms, { access });
  }
}

for (const isDone of [false, true])
  test(`a platform whose answers are lost ${isDone ? 'after' : 'before'} the call is reported in the reader’s language, and its page is failing`, async () => {
    for (const group of GROUPS) {
      await t.db.deleteFrom('platform_token').execute();
      await withoutAnswers(isDone, async () => {
        const tested = await tryOut(group);
        assert.deepEqual([tested.ok, tested.state], [false, 'failing']);
        assert.ok(tested.details.includes('对方平台没有及时响应'), tested.details.join('; '));
      });
      assert.equal((await tryOut(group)).state, 'enabled');
    }
  });

const events = async () =>
  (await t.db.selectFrom('platform_event').select(['platform', 'state']).execute())
    .map(({ platform, state }) => `${platform} ${state}`)
    .sort();

test('repeated and reordered callbacks of each platform are recorded once each', async () => {
  const partsOf = (name: string) => databaseParts({ db: t.db, clock: t.clock, ids: t.ids })(name);
  const tools = { db: t.db, clock: t.clock, ports: t.ports };
  const openid = 'o-MYE42l80oelYMDE34nYD456Xoy';
  await registerPayee(databaseStore(t.db, 'wxpay'), { openid, confirmsAfterSec: 30 });
  const wxPay = await openWxPay(tools, await storedWx(tools));
  const [appId = ''] = wxPay.config.appIds;
  const notifyUrl = 'https://console.operator.example/api/callback.WxPay/transfer';
  for (const outBillNo of ['P2026030100001', 'P2026030100002'])
    await wxPay.transfer({ outBillNo, appId, openid, amountFen: 100, remark: '配送收入', notifyUrl });
  const app = await databaseStore(t.db, 'alipay').get<SimulatedApp>('app', (await storedAli(tools)).values.appId);
  assert.ok(app);
  for (const outTradeNo of ['A1', 'A2'])
    await payTrade(partsOf('alipay'), app, { outTradeNo, subject: 'x', buyer: 'a@b.c', totalFen: 100 });
  const { values } = await storedDy(tools);
  for (const outOrderNo of ['D1', 'D2'])
    await payDouyinOrder(partsOf('douyin'), values.appId, { outOrderNo, amountFen: 100 });
  t.clock.advance(31_000);
  const own = createOwnApp();
  own.attach(t.app.http);
  const { send } = own;
  assert.ok(send);
  const delivery = { db: t.db, clock: t.clock, simulators: t.ports.platforms.simulators, send };
  assert.equal(await deliverCallbacks(delivery, { reversed: true, copies: 2 }), 6);
  const each = ['alipay', 'douyin', 'wxpay'].flatMap((name) => [`${name} handled`, `${name} handled`]);
  assert.deepEqual(await events(), each);
});
