import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { fixedClock } from '../core/clock';
import {
  createDoudian,
  DELIVERY_STATES,
  type DeliveryReport,
  type DeliveryState,
  DOUDIAN_ORIGINS,
  type DoudianConfig,
  isAccessTokenStale,
  isAuthorisationLost,
} from '../core/platforms/doudian/adapter';
import { checkHourConfig, testDoudian, warnHourConfig } from '../core/platforms/doudian/config';
import { doudianTime, MESSAGE_ANSWER, RefusedCall, signCall } from '../core/platforms/doudian/sign';
import { UpstreamFailure, UpstreamTimeout } from '../core/platforms/outbound';
import { createDoudianSimulator } from './doudian';
import {
  ACCESS_MS,
  changeAuthorisation,
  enquire,
  failReports,
  grantDoudianCode,
  openDoudianApp,
  placeDoudianOrder,
  pushDoudianMessage,
  registerDoudianApp,
  registerDoudianShop,
  type SimulatedDoudianApp,
  type SimulatedShop,
  signEnquiries,
} from './doudian/world';
import { type Callback, FAULTS, type Fault, memoryStore, simulatorFetch } from './simulator';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ORIGIN = new URL('https://simulator.invalid/doudian');

const APP: SimulatedDoudianApp = {
  appKey: '3409409348479354011',
  appSecret: '2ad2355c-01d0-11f8-91dc-05a8cd1054b1',
  appType: 'self',
  messageUrl: 'https://us.example/messages',
  enquiryUrl: 'https://us.example/enquiries',
};
const SHOP: SimulatedShop = {
  ...{ shopId: 900, name: '模拟店', appKey: APP.appKey, authorisation: 'granted' },
  stores: Array.from({ length: 3 }, (_, index) => ({
    ...{ storeId: index + 1, name: `门店 ${index + 1}`, address: `春熙路 ${index + 1} 号` },
    ...{ center: `104.0${index}0000,30.650000`, isOpen: index !== 2 },
  })),
};
const CONFIG: DoudianConfig = { appType: 'self', appKey: APP.appKey, appSecret: APP.appSecret };

async function world(
  change: { app?: Partial<SimulatedDoudianApp>; shop?: Partial<SimulatedShop>; config?: Partial<DoudianConfig> } = {},
) {
  const clock = fixedClock('2026-03-01T10:00:00+08:00');
  const store = memoryStore();
  const called: Callback[] = [];
  const parts = { clock, store, callBack: async (callback: Callback) => void called.push(callback) };
  const simulator = createDoudianSimulator(parts);
  let fault: Fault | null = null;
  const fetch = simulatorFetch([simulator], new URL(ORIGIN.origin), () => fault);
  await registerDoudianApp(store, { ...APP, ...change.app });
  await registerDoudianShop(store, { ...SHOP, ...change.shop });
  const adapter = createDoudian({ ...CONFIG, ...change.config }, { origin: ORIGIN, fetch, clock, timeoutMs: 30 });
  const setFault = (value: Fault | null) => {
    fault = value;
  };
  return { adapter, called, clock, fetch, parts, setFault, simulator, store };
}

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  return true;
};

const report = (state: DeliveryState, change: Partial<DeliveryReport> = {}): DeliveryReport => ({
  ...{ orderId: 'SO1', distributionCode: 'MERCHANT', deliveryNo: '', state, at: new Date('2026-03-01T02:00:00Z') },
  rider:
    state === 'waiting' || state === 'cancelled'
      ? null
      : {
          ...{ name: '李四', phone: '13800000000', phoneType: 0, center: '104.070000,30.660000' },
          locatedAt: new Date('2026-03-01T02:00:00Z'),
        },
  cancel: state === 'cancelled' ? { code: 222, reason: '用户取消订单' } : null,
  ...change,
});

describe('tokens of a shop', () => {
  test('a self-used application gets tokens by the shop id, and the same tokens at a second call', async () => {
    const { adapter, clock } = await world();
    const tokens = await adapter.createToken({ shopId: '900' });
    assert.deepEqual([tokens.shopId, tokens.shopName], ['900', '模拟店']);
    assert.equal(tokens.expireAt.getTime(), clock.now().getTime() + ACCESS_MS);
    assert.equal((await adapter.createToken({ shopId: '900' })).accessToken, tokens.accessToken);
    await assert.rejects(adapter.createToken({ shopId: '901' }), refused('dop.token-generate-failed:no-authorization'));
    await assert.rejects(adapter.createToken({ code: 'x' }), refused('dop.token-generate-failed:grant-type-invalid'));
  });

  test('a tool gets tokens by a code, which expires after ten minutes', async () => {
    const { adapter, clock, parts } = await world({
      app: { appType: 'tool' },
      config: { appType: 'tool', serviceId: '55' },
    });
    assert.equal(adapter.authoriseUrl('s1'), 'https://fuwu.jinritemai.com/authorize?service_id=55&state=s1');
    const code = await grantDoudianCode(parts, 900);
    assert.equal((await adapter.createToken({ code })).shopId, '900');
    clock.advance(10 * MINUTE);
    await assert.rejects(adapter.createToken({ code }), refused('dop.token-generate-failed:code-expired'));
    await assert.rejects(adapter.createToken({ code: 'none' }), refused('dop.token-generate-failed:code-invalid'));
  });

  test('a refresh before the last hour gives the same tokens', async () => {
    const { adapter, clock } = await world();
    const first = await adapter.createToken({ shopId: '900' });
    clock.advance(ACCESS_MS - HOUR - 1_000);
    const refreshed = await adapter.refreshToken(first.refreshToken);
    assert.equal(refreshed.accessToken, first.accessToken);
    assert.equal(refreshed.expireAt.getTime(), first.expireAt.getTime());
  });

  test('a refresh in the last hour gives new tokens, and the old tokens stay valid for an hour', async () => {
    const { adapter, clock } = await world();
    const first = await adapter.createToken({ shopId: '900' });
    clock.advance(ACCESS_MS - HOUR);
    const second = await adapter.refreshToken(first.refreshToken);
    assert.notEqual(second.accessToken, first.accessToken);
    assert.equal((await adapter.refreshToken(first.refreshToken)).accessToken, second.accessToken);
    await adapter.stores(first.accessToken);
    clock.advance(HOUR);
    await assert.rejects(adapter.stores(first.accessToken), (error) => isAccessTokenStale(error));
    await adapter.stores(second.accessToken);
  });

  test('a refresh after the expiry gives new tokens and invalidates the old ones; after 14 days it is refused', async () => {
    const { adapter, clock } = await world();
    const first = await adapter.createToken({ shopId: '900' });
    clock.advance(ACCESS_MS);
    await assert.rejects(adapter.stores(first.accessToken), refused('isv.access-token-expired'));
    const second = await adapter.refreshToken(first.refreshToken);
    await assert.rejects(adapter.stores(first.accessToken), refused('isv.access-token-no-existed'));
    await assert.rejects(adapter.refreshToken(first.refreshToken), refused('dop.token-generate-failed:token-invalid'));
    clock.advance(2 * ACCESS_MS);
    await assert.rejects(adapter.refreshToken(second.refreshToken), (error) => {
      refused('dop.token-generate-failed:token-expired')(error);
      return isAuthorisationLost(error);
    });
  });

  test('a revoked authorisation, a closed one and a wrong secret have different codes', async () => {
    const { adapter, store } = await world();
    const { accessToken, refreshToken } = await adapter.createToken({ shopId: '900' });
    await changeAuthorisation(store, 900, 'closed');
    await assert.rejects(adapter.stores(accessToken), refused('dop.authorization-closed'));
    await changeAuthorisation(store, 900, 'gone');
    for (const call of [() => adapter.stores(accessToken), () => adapter.refreshToken(refreshToken)]) {
      await assert.rejects(call(), (error) => isAuthorisationLost(error) && !isAccessTokenStale(error));
    }
    const other = await world({ config: { appSecret: 'wrong' } });
    await assert.rejects(other.adapter.createToken({ shopId: '900' }), (error) => {
      refused('dop.token-generate-failed:app-secret-invalid')(error);
      return !isAuthorisationLost(error);
    });
  });
});

describe('calls', () => {
  test('both signature methods are accepted, a clock that is eleven minutes off is not', async () => {
    for (const signMethod of ['hmac-sha256', 'md5'] as const) {
      const { adapter } = await world({ config: { signMethod } });
      await adapter.createToken({ shopId: '900' });
    }
    const here = await world();
    const late = createDoudian(CONFIG, { ...here, origin: ORIGIN, clock: fixedClock('2026-03-01T10:11:00+08:00') });
    await assert.rejects(late.createToken({ shopId: '900' }), refused('isv.timestamp-invalid'));
  });

  test('a call with one changed byte is refused', async () => {
    const here = await world();
    const { accessToken } = await here.adapter.createToken({ shopId: '900' });
    const changes: readonly ((url: URL, body: string) => readonly [URL, string])[] = [
      (url, body) => [url, body.replace('100', '101')],
      (url, body) => [new URL(String(url).replace('v=2', 'v=3')), body],
      (url, body) => [
        new URL(String(url).replace(/sign=(.)/, (_all, digit) => `sign=${digit === 'a' ? 'b' : 'a'}`)),
        body,
      ],
    ];
    for (const change of changes) {
      const adapter = createDoudian(CONFIG, {
        ...{ origin: ORIGIN, clock: here.clock },
        fetch: (url, init) => {
          const [changed, body] = change(url, String(init.body));
          return here.fetch(changed, { ...init, body });
        },
      });
      await assert.rejects(adapter.stores(accessToken), refused('isv.signature-invalid'));
    }
  });

  test('a call that is not complete, or with the token of another application, is refused with its own code', async () => {
    const { adapter, clock, fetch, store } = await world();
    const other = { ...APP, appKey: '3409409348479354012' };
    await registerDoudianApp(store, other);
    const { accessToken } = await adapter.createToken({ shopId: '900' });
    const timestamp = doudianTime(clock.now());
    const ask = async (change: Record<string, string | null>, body = '{"page":0,"page_size":1}', app = APP) => {
      const method = change.method ?? 'shop.getStoreList';
      const call = { appKey: app.appKey, method, param: body, timestamp: change.timestamp ?? timestamp };
      const query = new URLSearchParams({
        ...{ method, app_key: app.appKey, timestamp: call.timestamp, v: '2', access_token: accessToken },
        ...{ sign: signCall(call, app.appSecret), sign_method: 'hmac-sha256' },
      });
      for (const [key, value] of Object.entries(change)) {
        if (value === null) query.delete(key);
        else query.set(key, value);
      }
      const url = new URL(`${ORIGIN}/${method.replaceAll('.', '/')}?${query}`);
      const response = await fetch(url, { method: 'POST', body });
      return ((await response.json()) as { sub_code: string }).sub_code;
    };
    assert.equal(await ask({}), '');
    assert.equal(await ask({ sign: null }), 'isv.signature-missing');
    assert.equal(await ask({ app_key: '1' }), 'isv.app-id-invalid');
    assert.equal(await ask({ timestamp: 'today' }), 'isv.timestamp-format-error');
    assert.equal(await ask({ access_token: null }), 'isv.access-token-missing');
    assert.equal(await ask({ access_token: 'x' }), 'isv.access-token-no-existed');
    assert.equal(await ask({}, undefined, other), 'isv.access-token-invalid');
    assert.equal(await ask({}, 'no json'), 'isv.parameter-format-invalid');
    assert.equal(await ask({}, '{"page":0,"page_size":101}'), 'isv.parameter-format-invalid');
    assert.equal(await ask({ method: 'shop.unknown' }), 'isp.api-service-off');
  });

  test('every host of the platform is reached over https', () => {
    for (const { protocol, host } of Object.values(DOUDIAN_ORIGINS)) {
      assert.equal(protocol, 'https:');
      assert.match(host, /\.jinritemai\.com$/);
    }
  });

  test('stores are read over all pages', async () => {
    const [store] = SHOP.stores;
    assert.ok(store);
    const stores = Array.from({ length: 250 }, (_, index) => ({ ...store, storeId: index + 1 }));
    const { adapter } = await world({ shop: { stores } });
    const { accessToken } = await adapter.createToken({ shopId: '900' });
    const found = await adapter.stores(accessToken);
    assert.deepEqual(
      found.map(({ storeId }) => storeId),
      stores.map(({ storeId }) => String(storeId)),
    );
    assert.deepEqual(found[0], {
      ...{ storeId: '1', name: '门店 1', storeCode: '', shopId: '900', address: '春熙路 1 号' },
      ...{ center: '104.000000,30.650000', isOpen: true },
    });
  });

  test('a number that JSON cannot hold exactly is refused, not rounded', async () => {
    const { clock } = await world();
    const adapter = createDoudian(CONFIG, {
      ...{ origin: ORIGIN, clock },
      fetch: async () =>
        new Response(
          '{"code":10000,"data":{"total":1,"store_detail_list":[{"store":{"store_id":7123456789012345678}}]}}',
        ),
    });
    await assert.rejects(adapter.stores('x'), UpstreamFailure);
  });
});

describe('delivery states', () => {
  const ready = async () => {
    const here = await world();
    await placeDoudianOrder(here.store, 900, 'SO1');
    const { accessToken } = await here.adapter.createToken({ shopId: '900' });
    return { ...here, send: (given: DeliveryReport) => here.adapter.reportStatus(accessToken, given) };
  };

  test('a delivery goes through its states, and a report that is repeated changes nothing', async () => {
    const { send, store } = await ready();
    for (const state of ['waiting', 'accepted', 'arrived', 'picked', 'delivered'] as const) {
      await send(report(state));
      await send(report(state));
      assert.equal((await store.get<{ status: number }>('order', 'SO1'))?.status, DELIVERY_STATES[state]);
    }
    await assert.rejects(send(report('picked')), refused('isv.business-failed:2002'));
    await assert.rejects(send(report('cancelled')), refused('isv.business-failed:2002'));
  });

  test('a report without its rider, with an unknown reason or of an unknown order is refused', async () => {
    const { send } = await ready();
    await assert.rejects(send(report('accepted', { rider: null })), refused('isv.parameter-invalid:1001'));
    await assert.rejects(
      send(report('cancelled', { cancel: { code: 7, reason: '' } })),
      refused('isv.parameter-invalid:1002'),
    );
    await assert.rejects(send(report('accepted', { orderId: 'SO2' })), refused('isv.business-failed:2001'));
  });

  test('a temporary failure occurs as often as planned, and the next report succeeds', async () => {
    const { send, store } = await ready();
    await failReports(store, 2, 'isv.flow-limited');
    await assert.rejects(send(report('accepted')), refused('isv.flow-limited'));
    await assert.rejects(send(report('accepted')), refused('isv.flow-limited'));
    await send(report('accepted'));
  });
});

describe('calls from the platform', () => {
  test('a pushed message is accepted, one of another application is not', async () => {
    const { adapter, called, parts, simulator } = await world();
    await pushDoudianMessage(parts, APP.appKey, '101', { p_id: '1' });
    const [push] = called;
    assert.ok(push);
    assert.deepEqual(adapter.readMessages(new Headers(push.headers), push.body)[0]?.data, { p_id: '1' });
    const other = await world({ config: { pushSecret: 'another secret' } });
    assert.throws(() => other.adapter.readMessages(new Headers(push.headers), push.body), RefusedCall);
    assert.ok(simulator.isReceived({ status: 200, text: MESSAGE_ANSWER }));
    assert.ok(!simulator.isReceived({ status: 200, text: 'success' }));
    assert.ok(!simulator.isReceived({ status: 500, text: '{"code":0}' }));
  });

  test('enquiries come one after the other, each signed and each with its own number', async () => {
    const { adapter, called, clock, parts } = await world();
    const start = clock.now().getTime();
    const sent = [...(await enquire(parts, 900, 20, 250)), ...(await enquire(parts, 900, 20, 250))];
    assert.deepEqual(called, sent);
    assert.deepEqual(
      sent.slice(0, 3).map(({ dueAt }) => dueAt.getTime() - start),
      [0, 250, 500],
    );
    const enquiries = sent.map(({ url, body }) => adapter.readEnquiry(new URL(url).searchParams, body));
    assert.equal(new Set(enquiries.map(({ externalNo }) => externalNo)).size, 40);
    assert.deepEqual([...new Set(enquiries.map(({ storeId }) => storeId))].sort(), ['1', '2', '3']);
  });

  test('the same plan makes the same enquiries', () => {
    const plan = { app: APP, shop: SHOP, count: 50, spacingMs: 10, start: new Date('2026-03-01T02:00:00Z') };
    assert.deepEqual([...signEnquiries(plan)], [...signEnquiries(plan)]);
  });
});

describe('faults', () => {
  // A hanging call does not keep the process alive, so this interval does.
  let alive: NodeJS.Timeout;
  before(() => {
    alive = setInterval(() => undefined, 1_000);
  });
  after(() => clearInterval(alive));

  const outcomeOf = async (call: Promise<unknown>) => {
    try {
      await call;
      return 'done';
    } catch (error) {
      if (error instanceof UpstreamTimeout) return 'timeout';
      assert.ok(error instanceof UpstreamFailure, String(error));
      return error.code ?? 'failure';
    }
  };
  const EXPECTED: Readonly<Record<Fault, { readonly read: string; readonly write: string; readonly isDone: boolean }>> =
    {
      lostBefore: { read: 'timeout', write: 'timeout', isDone: false },
      lostAfter: { read: 'timeout', write: 'timeout', isDone: true },
      twice: { read: 'done', write: 'done', isDone: true },
      wrongSignature: { read: 'done', write: 'done', isDone: true },
      status500: { read: 'failure', write: 'timeout', isDone: false },
      html: { read: 'failure', write: 'timeout', isDone: false },
    };

  for (const fault of FAULTS) {
    test(`stores and a report under the fault ${fault} have the expected outcome`, async () => {
      const { adapter, setFault, store } = await world();
      await placeDoudianOrder(store, 900, 'SO1');
      const { accessToken } = await adapter.createToken({ shopId: '900' });
      setFault(fault);
      assert.equal(await outcomeOf(adapter.stores(accessToken)), EXPECTED[fault].read);
      assert.equal(await outcomeOf(adapter.reportStatus(accessToken, report('accepted'))), EXPECTED[fault].write);
      const isDone = (await store.get<{ status: number }>('order', 'SO1'))?.status === DELIVERY_STATES.accepted;
      assert.equal(isDone, EXPECTED[fault].isDone);
    });

    test(`a refresh under the fault ${fault} can be repeated without losing the shop`, async () => {
      const { adapter, clock, setFault } = await world();
      const first = await adapter.createToken({ shopId: '900' });
      clock.advance(ACCESS_MS - HOUR / 2);
      setFault(fault);
      assert.equal(await outcomeOf(adapter.refreshToken(first.refreshToken)), EXPECTED[fault].write);
      setFault(null);
      const second = await adapter.refreshToken(first.refreshToken);
      await adapter.stores(second.accessToken);
    });
  }
});

test('the values of a newly opened application pass the validation of the form and work', async () => {
  const { clock, fetch, parts, store } = await world();
  const urls = { message: 'https://us.example/m', enquiry: 'https://us.example/e' };
  const self = await openDoudianApp({ store, clock }, 'self', urls);
  const tool = await openDoudianApp({ store, clock }, 'tool', urls);
  for (const values of [self, tool]) {
    assert.deepEqual([checkHourConfig(values, 'zh-CN'), warnHourConfig(values, 'zh-CN')], [[], []]);
    const adapter = createDoudian(values, { origin: ORIGIN, fetch, clock });
    const isSelf = values.appType === 'self';
    const code = await grantDoudianCode(parts, Number(values.shopId));
    const { accessToken } = await adapter.createToken(isSelf ? { shopId: values.shopId } : { code });
    assert.equal((await adapter.stores(accessToken)).length, 3);
    const [enquiry] = await enquire(parts, Number(values.shopId), 1, 0);
    assert.ok(enquiry && adapter.readEnquiry(new URL(enquiry.url).searchParams, enquiry.body).externalNo);
  }
});

test('the connection test shows the token of each shop and its number of stores', async () => {
  const { adapter, store } = await world();
  const { accessToken } = await adapter.createToken({ shopId: '900' });
  const shops = [
    { shopId: '900', token: async () => accessToken },
    {
      shopId: '901',
      token: () => Promise.reject(new UpstreamFailure('店铺授权已失效，请重新授权', 'dop.authorization-no-existed')),
    },
  ];
  const steps = (await testDoudian(adapter, shops)).map(({ ok, detail }) => [ok, detail]);
  assert.deepEqual(steps, [
    [true, '900'],
    [true, '3'],
    [false, 'dop.authorization-no-existed 店铺授权已失效，请重新授权'],
  ]);
  await changeAuthorisation(store, 900, 'gone');
  assert.equal((await testDoudian(adapter, shops.slice(0, 1)))[1]?.ok, false);
  assert.deepEqual(
    (await testDoudian(adapter, [])).map(({ ok }) => ok),
    [false],
  );
});
