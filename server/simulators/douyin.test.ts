import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test, { after, before, describe } from 'node:test';
import { fixedClock } from '../core/clock';
import { createDouyin, type DouyinAdapter } from '../core/platforms/douyin/adapter';
import {
  createDouyinClient,
  DOUYIN_OPEN_ORIGINS,
  DOUYIN_ORIGINS,
  type DouyinConfig,
} from '../core/platforms/douyin/client';
import {
  DOUYIN_CODE_ACTIONS,
  DOUYIN_ROLLBACK_EFFECT_MS,
  readDouyinVersions,
  UnsupportedAction,
} from '../core/platforms/douyin/code';
import { checkDyConfig, testDouyin, warnDyConfig } from '../core/platforms/douyin/config';
import { douyinErrorText } from '../core/platforms/douyin/errors';
import { createDouyinMessages } from '../core/platforms/douyin/messages';
import { PAY_CALLBACK_ANSWER, SignatureRefused } from '../core/platforms/douyin/sign';
import { UpstreamFailure, UpstreamTimeout } from '../core/platforms/outbound';
import { createDouyinSimulator, payDouyinOrder } from './douyin';
import { AUDIT_MS, DECIDING_MS, decideAudit, takeDown } from './douyin/versions';
import {
  authoriseComponent,
  openDouyinApp,
  pushComponentTicket,
  registerDouyinApp,
  type SimulatedDouyinApp,
} from './douyin/world';
import { type Callback, FAULTS, type Fault, memoryStore, simulatorFetch } from './simulator';
import { addMessageTemplate, SENT_MESSAGE, type SimulatedMessage, subscribeUser } from './subscriptions';

const MINUTE = 60_000;
const ORIGIN = new URL('https://simulator.invalid/douyin');
const APP_ID = 'tt0123456789abcdef';
const COMPONENT_ID = 'ttfedcba9876543210';

const rsa = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const application = rsa();
const platform = rsa();

const APP: SimulatedDouyinApp = {
  appId: APP_ID,
  appSecret: 'a'.repeat(40),
  component: { appId: COMPONENT_ID, secret: 'component-secret' },
  pay: { salt: 'salt-7', token: 'pay-token', notifyUrl: 'https://us.example/notify' },
  keys: { application: { '3': application.publicKey }, platformPrivateKey: platform.privateKey },
  message: { token: 'push-token', encodingAesKey: 'k'.repeat(43), url: 'https://us.example/push' },
  hostNames: ['douyin', 'douyin_lite'],
  isDevelopmentGranted: true,
};

const CONFIG: DouyinConfig = {
  appId: APP_ID,
  appSecret: APP.appSecret,
  accessMode: 'component',
  component: { appId: COMPONENT_ID, secret: 'component-secret' },
  pay: { salt: 'salt-7', token: 'pay-token' },
  key: { version: '3', privateKey: application.privateKey, platformPublicKey: platform.publicKey },
  message: { token: 'push-token', encodingAesKey: 'k'.repeat(43) },
  hostNames: ['douyin'],
  templateId: '77',
};

/** Creates a simulated platform with one mini program, and an adapter with a token for it. */
async function world(change: { app?: Partial<SimulatedDouyinApp>; config?: Partial<DouyinConfig> } = {}) {
  const clock = fixedClock('2026-03-01T10:00:00+08:00');
  const store = memoryStore();
  const called: Callback[] = [];
  const parts = { clock, store, callBack: async (callback: Callback) => void called.push(callback) };
  const simulator = createDouyinSimulator(parts);
  let fault: Fault | null = null;
  const fetch = simulatorFetch([simulator], new URL(ORIGIN.origin), () => fault);
  await registerDouyinApp(store, { ...APP, ...change.app });
  let token = '';
  const config = { ...CONFIG, ...change.config };
  const adapter = createDouyin(config, { origin: ORIGIN, fetch, clock, timeoutMs: 30, token: async () => token });
  const authorise = async () => {
    const component = await adapter.fetchComponentToken(await pushComponentTicket(parts, COMPONENT_ID));
    const code = await authoriseComponent(parts, APP_ID);
    return adapter.fetchAuthorizerToken(component.token, { code });
  };
  const renew = async () => {
    token = config.accessMode === 'component' ? (await authorise()).token : (await adapter.fetchAppToken()).token;
  };
  await renew();
  called.length = 0;
  const setToken = (value: string) => {
    token = value;
  };
  const setFault = (value: Fault | null) => {
    fault = value;
  };
  const present = () => token;
  return {
    ...{ adapter, authorise, called, clock, config, fetch, parts, renew },
    ...{ setFault, setToken, simulator, store, token: present },
  };
}
type World = Awaited<ReturnType<typeof world>>;

/** Keeps the process alive during the tests, because a hanging call does not. */
function keepProcess(): void {
  let alive: NodeJS.Timeout;
  before(() => {
    alive = setInterval(() => undefined, 1_000);
  });
  after(() => clearInterval(alive));
}

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  return true;
};

const states = async (adapter: DouyinAdapter) =>
  Object.fromEntries((await adapter.code.versions()).map(({ appVersion, state }) => [appVersion, state]));

const upload = ({ adapter }: World, version: string) =>
  adapter.code.upload(version, { versionDesc: `版本 ${version}` });

async function pass(here: World, version: string): Promise<void> {
  await upload(here, version);
  await here.adapter.code.submitAudit(version, { auditNote: '请审核' });
  here.clock.advance(AUDIT_MS);
}

async function publish(here: World, version: string): Promise<void> {
  await pass(here, version);
  await here.adapter.code.release(version);
  await here.renew();
}

describe('tokens', () => {
  test('a new token shortens the previous token to five minutes, and ends the token before it at once', async () => {
    const { adapter, clock, setToken } = await world({ config: { accessMode: 'own' } });
    const asks = async (token: string) => {
      setToken(token);
      return (await adapter.queryTrade('none')).code;
    };
    const first = await adapter.fetchAppToken();
    assert.equal(first.expiresInSeconds, 7200);
    const second = await adapter.fetchAppToken();
    assert.equal(await asks(first.token), '2000');
    clock.advance(5 * MINUTE - 1);
    assert.equal(await asks(first.token), '2000');
    clock.advance(1);
    assert.equal(await asks(first.token), '28001008');
    assert.equal(await asks(second.token), '2000');
    const third = await adapter.fetchAppToken();
    await adapter.fetchAppToken();
    assert.equal(await asks(second.token), '28001003');
    assert.equal(await asks(third.token), '2000');
  });

  test('a token expires after two hours', async () => {
    const { adapter, clock } = await world();
    clock.advance(120 * MINUTE - 1);
    await adapter.code.versions();
    clock.advance(1);
    await assert.rejects(adapter.code.versions(), refused('28001008'));
  });

  test('a wrong app id and a wrong secret are refused with the codes of the platform', async () => {
    const unknown = await world();
    const other = createDouyin(
      { ...CONFIG, appId: 'tt9999999999999999' },
      { ...unknown, origin: ORIGIN, token: async () => '' },
    );
    await assert.rejects(other.fetchAppToken(), refused('40015'));
    const secret = createDouyin({ ...CONFIG, appSecret: 'x' }, { ...unknown, origin: ORIGIN, token: async () => '' });
    await assert.rejects(secret.fetchAppToken(), refused('40017'));
  });

  test('a new ticket is pushed encrypted to the service provider', async () => {
    const { adapter, called, parts } = await world();
    const ticket = await pushComponentTicket(parts, COMPONENT_ID);
    const { fields } = adapter.readMessage(called.at(-1)?.body ?? '');
    assert.deepEqual([fields.MsgType, fields.Ticket], ['Ticket', ticket]);
    await adapter.fetchComponentToken(String(fields.Ticket));
  });

  test('component tokens need the newest ticket; codes and refresh tokens can be used once', async () => {
    const { adapter, parts } = await world();
    await assert.rejects(adapter.fetchComponentToken('old'), refused('40037'));
    const component = await adapter.fetchComponentToken(await pushComponentTicket(parts, COMPONENT_ID));
    const code = await authoriseComponent(parts, APP_ID);
    const authorised = await adapter.fetchAuthorizerToken(component.token, { code });
    await assert.rejects(adapter.fetchAuthorizerToken(component.token, { code }), refused('40021'));
    const { refreshToken } = authorised;
    const refreshed = await adapter.fetchAuthorizerToken(component.token, { refreshToken });
    assert.notEqual(refreshed.refreshToken, refreshToken);
    await assert.rejects(adapter.fetchAuthorizerToken(component.token, { refreshToken }), refused('40021'));
    await assert.rejects(adapter.fetchAuthorizerToken(authorised.token, { refreshToken }), refused('28001003'));
  });
});

test('every host of the platform is reached over https', () => {
  for (const { protocol, host } of [...Object.values(DOUYIN_ORIGINS), ...Object.values(DOUYIN_OPEN_ORIGINS)]) {
    assert.equal(protocol, 'https:');
    assert.match(host, /\.(toutiao|douyin)\.com$/);
  }
});

describe('payment', () => {
  test('a query for an unknown order finds nothing with the right salt, and is refused with a wrong salt', async () => {
    const { adapter } = await world();
    assert.equal(await adapter.queryOrder('none'), null);
    const other = await world({ config: { pay: { salt: 'salt-8', token: 'pay-token' } } });
    await assert.rejects(other.adapter.queryOrder('none'), refused('2008'));
  });

  test('the callback of a paid order has a valid signature, and a query finds the order', async () => {
    const { adapter, called, parts, simulator } = await world();
    await payDouyinOrder(parts, APP_ID, { outOrderNo: 'OD1', amountFen: 1280 });
    const callback = adapter.readPayCallback(called[0]?.body ?? '');
    assert.deepEqual([callback.type, callback.message.total_amount], ['payment', 1280]);
    assert.deepEqual(await adapter.queryOrder('OD1'), { outOrderNo: 'OD1', state: 'paid', amountFen: 1280 });
    assert.ok(simulator.isReceived({ status: 200, text: PAY_CALLBACK_ANSWER }));
    assert.ok(!simulator.isReceived({ status: 200, text: '{"err_no":1}' }));
    assert.ok(!simulator.isReceived({ status: 200, text: '<html>' }));
  });

  test('a callback for another mini program is refused, although its signature is right', async () => {
    const { called, parts } = await world();
    await payDouyinOrder(parts, APP_ID, { outOrderNo: 'OD1', amountFen: 1280 });
    const other = await world({ config: { appId: 'tt9999999999999999', accessMode: 'component' } });
    assert.throws(() => other.adapter.readPayCallback(called[0]?.body ?? ''), SignatureRefused);
  });

  test('the newer payment interface accepts only the private key that matches the registered public key', async () => {
    const { adapter } = await world({ config: { accessMode: 'own' } });
    assert.equal((await adapter.queryTrade('none')).code, '2000');
    for (const key of [
      { version: '3', privateKey: rsa().privateKey, platformPublicKey: null },
      { version: '4', privateKey: application.privateKey, platformPublicKey: null },
    ]) {
      const other = await world({ config: { accessMode: 'own', key } });
      await assert.rejects(other.adapter.queryTrade('none'), refused('401'));
    }
    const unreadable = { version: '3', privateKey: 'no key', platformPublicKey: null };
    await assert.rejects((await world({ config: { key: unreadable } })).adapter.queryTrade('none'), UpstreamFailure);
  });
});

describe('messages', () => {
  keepProcess();
  const PLACE = { appId: APP_ID, templateId: 'MSG1739739273736' };
  const message = {
    to: '_000R5XqB8-bXkFqrAe8t7nC6lZ9S1tXl7ab',
    templateId: PLACE.templateId,
    data: { 订单内容: '晚餐', 预计送达: '18:30' },
    page: 'pages/order/index',
  };
  async function messageWorld(change: Parameters<typeof world>[0] = {}) {
    const here = await world(change);
    await addMessageTemplate(here.store, PLACE, ['订单内容', '预计送达']);
    const client = createDouyinClient(ORIGIN, { fetch: here.fetch, timeoutMs: 30 });
    const stale: (string | undefined)[] = [];
    const messages = createDouyinMessages(client, async (given) => {
      stale.push(given);
      if (here.config.accessMode === 'own') return (await here.adapter.fetchClientToken()).token;
      return given === undefined ? here.token() : (await here.authorise()).token;
    });
    const sent = async () => (await here.store.list<SimulatedMessage>(SENT_MESSAGE)).map(({ value }) => value);
    return { ...here, messages, sent, stale };
  }

  test('a message uses one subscription of the user, and is refused without a subscription', async () => {
    const { messages, sent, store } = await messageWorld();
    await assert.rejects(messages.send(message), refused('28014043'));
    await subscribeUser(store, PLACE, message.to);
    await messages.send(message);
    assert.deepEqual(await sent(), [{ ...PLACE, to: message.to, page: message.page, data: message.data }]);
    await assert.rejects(messages.send(message), refused('28014041'));
  });

  test('a mini program without a service provider sends messages with its client token, not with its app token', async () => {
    const own = { app: { component: null }, config: { accessMode: 'own', component: null } } as const;
    const { adapter, messages, sent, store, fetch } = await messageWorld(own);
    await subscribeUser(store, PLACE, message.to);
    await messages.send(message);
    assert.equal((await sent()).length, 1);
    const { token } = await adapter.fetchAppToken();
    const other = createDouyinMessages(createDouyinClient(ORIGIN, { fetch }), async () => token);
    await assert.rejects(other.send(message), refused('28001003'));
  });

  test('an expired token is replaced once, and the message is sent once', async () => {
    const { clock, messages, sent, stale, store, token } = await messageWorld();
    await subscribeUser(store, PLACE, message.to, 2);
    clock.advance(120 * MINUTE);
    await messages.send(message);
    assert.deepEqual(stale, [undefined, token()]);
    assert.equal((await sent()).length, 1);
  });

  test('an unknown template and a missing keyword are refused, and use no subscription', async () => {
    const { messages, sent, store } = await messageWorld();
    await subscribeUser(store, PLACE, message.to);
    await assert.rejects(messages.send({ ...message, templateId: 'MSG0' }), refused('28014001'));
    await assert.rejects(messages.send({ ...message, data: { ...message.data, 预计送达: '' } }), refused('28014001'));
    await assert.rejects(messages.send({ ...message, to: '' }), refused('28014001'));
    assert.equal((await sent()).length, 0);
    await messages.send(message);
  });

  test('an answer that does not arrive leaves the result unknown', async () => {
    for (const fault of ['lostBefore', 'lostAfter', 'status500', 'html'] as const) {
      const { messages, setFault, store } = await messageWorld();
      await subscribeUser(store, PLACE, message.to);
      setFault(fault);
      await assert.rejects(messages.send(message), UpstreamTimeout, fault);
    }
  });
});

describe('code', () => {
  test('a version goes through upload, review and release', async () => {
    const here = await world();
    const { qr } = await upload(here, '1.0.0');
    assert.match(qr ?? '', /^data:image\/svg\+xml;base64,/);
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'dev' });
    await here.adapter.code.submitAudit('1.0.0', {});
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'auditing' });
    here.clock.advance(AUDIT_MS);
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'passed' });
    await here.adapter.code.release('1.0.0');
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'online' });
  });

  test('a release moves the former version into the history, and an upload changes neither', async () => {
    const here = await world();
    await publish(here, '1.0.0');
    await publish(here, '1.1.0');
    await upload(here, '1.2.0');
    assert.deepEqual(await states(here.adapter), { '1.1.0': 'online', '1.0.0': 'history', '1.2.0': 'dev' });
  });

  test('a long note for the reviewer is cut, and the test account after it is complete', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    const bodies: string[] = [];
    const fetch: typeof here.fetch = (url, init) => {
      if (url.pathname.endsWith('/audit/')) bodies.push(String(init.body));
      return here.fetch(url, init);
    };
    const { code } = createDouyin(here.config, {
      ...{ origin: ORIGIN, fetch, clock: here.clock, timeoutMs: 30 },
      token: async () => here.token(),
    });
    const account = { testAccount: 'tester-1', testPassword: 'pass-1' };
    await code.submitAudit('1.0.0', { auditNote: '长'.repeat(300), ...account });
    const { audit_note: note } = JSON.parse(bodies[0] ?? '{}') as { audit_note: string };
    assert.equal(note.length, 200);
    assert.match(note, /^长+；测试账号：tester-1；密码：pass-1$/);
  });

  test('a rejected version shows the reason with screenshots, and can be submitted again unchanged', async () => {
    const here = await world();
    await decideAudit(here.parts, APP_ID, '页面空白');
    await pass(here, '1.0.0');
    const [version] = await here.adapter.code.versions();
    assert.equal(version?.state, 'rejected');
    assert.equal(version.opinion?.reason, '抖音: 页面空白');
    assert.equal(version.opinion?.screenshots.length, 1);
    await assert.rejects(here.adapter.code.release('1.0.0'), refused('11404'));
    await decideAudit(here.parts, APP_ID, null);
    await here.adapter.code.submitAudit('1.0.0', { resubmit: true });
    here.clock.advance(AUDIT_MS);
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'passed' });
  });

  test('a rejected version can be submitted again while a newer upload waits, which can be submitted later', async () => {
    const here = await world();
    await decideAudit(here.parts, APP_ID, '页面空白');
    await pass(here, '1.0.0');
    await upload(here, '1.1.0');
    await decideAudit(here.parts, APP_ID, null);
    await here.adapter.code.submitAudit('1.0.0', { resubmit: true });
    here.clock.advance(AUDIT_MS);
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'passed', '1.1.0': 'dev' });
    await here.adapter.code.submitAudit('1.1.0', {});
    assert.equal((await states(here.adapter))['1.1.0'], 'auditing');
  });

  test('the platform refuses an upload whose configuration is no JSON or names no app', async () => {
    const here = await world();
    const headers = { 'access-token': (await authoriseAgain(here)).token };
    const url = new URL(`${ORIGIN}/api/apps/v1/package_version/upload/`);
    for (const ext of ['no json', 'null', '{}']) {
      const body = JSON.stringify({ template_id: 1, user_desc: 'x', user_version: '1.0.0', ext_json: ext });
      const response = await here.fetch(url, { method: 'POST', headers, body });
      assert.equal(((await response.json()) as { err_no: number }).err_no, 40001, ext);
    }
  });

  test('a version is released once, and not while it is reviewed', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    await assert.rejects(here.adapter.code.release('1.0.0'), refused('11402'));
    await here.adapter.code.submitAudit('1.0.0', {});
    await assert.rejects(here.adapter.code.release('1.0.0'), refused('11403'));
    here.clock.advance(AUDIT_MS);
    await here.adapter.code.release('1.0.0');
    await assert.rejects(here.adapter.code.release('1.0.0'), refused('11402'));
  });

  test('the QR code for testers exists after an upload, and is null before', async () => {
    const here = await world();
    assert.equal(await here.adapter.code.testerQr(), null);
    await upload(here, '1.0.0');
    assert.match((await here.adapter.code.testerQr()) ?? '', /^data:image/);
  });

  test('one review runs at a time, and hosts that the mini program does not have are refused', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    await assert.rejects(here.adapter.code.submitAudit('1.0.0', { hostNames: ['xigua'] }), refused('40001'));
    await here.adapter.code.submitAudit('1.0.0', {});
    await upload(here, '1.1.0');
    await assert.rejects(here.adapter.code.submitAudit('1.1.0', {}), refused('11303'));
    await here.adapter.code.withdrawAudit('1.0.0');
    await assert.rejects(here.adapter.code.submitAudit('1.1.0', {}), refused('11301'));
    here.clock.advance(10_000);
    await here.adapter.code.submitAudit('1.1.0', {});
  });

  test('a review can be withdrawn once, not while it is decided and not when it is finished', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    await here.adapter.code.submitAudit('1.0.0', {});
    await here.adapter.code.withdrawAudit('1.0.0');
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'dev' });
    await assert.rejects(here.adapter.code.withdrawAudit('1.0.0'), refused('11601'));
    here.clock.advance(10_000);
    await here.adapter.code.submitAudit('1.0.0', {});
    here.clock.advance(AUDIT_MS - DECIDING_MS);
    await assert.rejects(here.adapter.code.withdrawAudit('1.0.0'), refused('11602'));
    here.clock.advance(DECIDING_MS);
    await assert.rejects(here.adapter.code.withdrawAudit('1.0.0'), refused('11603'));
    for (const code of ['11601', '11602', '11603']) assert.notEqual(douyinErrorText(code), null);
  });

  test('an action that names another version is refused', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    await assert.rejects(here.adapter.code.submitAudit('0.9.0', {}), refused('11302'));
    await here.adapter.code.submitAudit('1.0.0', {});
    await assert.rejects(here.adapter.code.withdrawAudit('0.9.0'), refused('11402'));
    here.clock.advance(AUDIT_MS);
    await assert.rejects(here.adapter.code.release('0.9.0'), refused('11402'));
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'passed' });
  });

  test('the end of a review is pushed when it is due, and only its service provider can decrypt it', async () => {
    const here = await world();
    await upload(here, '1.0.0');
    await here.adapter.code.submitAudit('1.0.0', {});
    const push = here.called.find(({ url }) => url.endsWith('/push'));
    assert.equal(push?.dueAt.getTime(), here.clock.now().getTime() + AUDIT_MS);
    assert.equal(here.adapter.readMessage(push?.body ?? '').fields.Event, 'PACKAGE_AUDIT');
    const other = await world({
      config: { component: { appId: 'tt0000000000000000', secret: '' }, accessMode: 'own' },
    });
    assert.throws(() => other.adapter.readMessage(push?.body ?? ''), SignatureRefused);
  });

  test('without the development permission no version is read', async () => {
    const { adapter } = await world({ app: { isDevelopmentGranted: false } });
    await assert.rejects(adapter.code.versions(), refused('28001018'));
  });

  test('a template id of 19 digits is sent exactly, and an invalid template id or extension is refused', async () => {
    const here = await world();
    let sent = '';
    const adapter = createDouyin(CONFIG, {
      ...{ origin: ORIGIN, clock: here.clock, token: async () => 'x' },
      fetch: async (_url, init) => {
        sent ||= String(init.body);
        return Response.json({ err_no: 0 });
      },
    });
    await adapter.code.upload('1.0.0', {
      versionDesc: '描述',
      templateId: '9133504853504535288',
      ext: '{"ext":{"a":1}}',
    });
    assert.match(sent, /"template_id":9133504853504535288[,}]/);
    assert.deepEqual(JSON.parse(JSON.parse(sent).ext_json), { ext: { a: 1 }, extEnable: true, extAppid: APP_ID });
    await assert.rejects(adapter.code.upload('1.0.0', { ext: 'no json' }), refused('40001'));
    await assert.rejects(adapter.code.upload('1.0.0', { templateId: 'abc' }), refused('40029'));
  });

  test('a version in grey release is read as grey', () => {
    const versions = readDouyinVersions({ gray: { version: '2.0.0' }, current: { version: '1.0.0', has_down: 0 } });
    assert.deepEqual(
      versions.map(({ appVersion, state }) => [appVersion, state]),
      [
        ['1.0.0', 'online'],
        ['2.0.0', 'gray'],
      ],
    );
  });
});

describe('rollback', () => {
  test('a rollback restores the previous version, and takes effect within five minutes', async () => {
    const here = await world();
    await publish(here, '1.0.0');
    await publish(here, '1.1.0');
    assert.equal(await here.adapter.code.rollbackTarget(), '1.0.0');
    await assert.rejects(here.adapter.code.rollback('1.1.0', '0.9.0'), refused('10003'));
    await here.adapter.code.rollback('1.1.0', '1.0.0');
    assert.equal((await states(here.adapter))['1.1.0'], 'online');
    here.clock.advance(DOUYIN_ROLLBACK_EFFECT_MS);
    assert.deepEqual(await states(here.adapter), { '1.0.0': 'online', '1.1.0': 'offline' });
  });

  test('the first online version has nothing to roll back to', async () => {
    const here = await world();
    await publish(here, '1.0.0');
    assert.equal(await here.adapter.code.rollbackTarget(), null);
    await assert.rejects(here.adapter.code.rollback('1.0.0', '0.9.0'), refused('11500'));
  });

  test('after a release one rollback is allowed; a second one is refused, even once the first is in effect', async () => {
    const here = await world();
    await publish(here, '1.0.0');
    await publish(here, '1.1.0');
    await here.adapter.code.rollback('1.1.0', '1.0.0');
    await assert.rejects(here.adapter.code.rollback('1.1.0', '1.0.0'), refused('11500'));
    here.clock.advance(15 * MINUTE);
    await assert.rejects(here.adapter.code.rollback('1.0.0', '1.1.0'), refused('11500'));
  });

  test('a rollback within ten minutes of the last rollback is refused', async () => {
    const here = await world();
    for (const version of ['1.0.0', '1.1.0']) await publish(here, version);
    await pass(here, '1.2.0');
    await here.adapter.code.rollback('1.1.0', '1.0.0');
    here.clock.advance(5 * MINUTE);
    await here.adapter.code.release('1.2.0');
    await assert.rejects(here.adapter.code.rollback('1.2.0', '1.0.0'), refused('11501'));
    here.clock.advance(5 * MINUTE);
    await here.adapter.code.rollback('1.2.0', '1.0.0');
  });

  test('a version that was taken down is neither rolled back nor released again', async () => {
    const here = await world();
    await publish(here, '1.0.0');
    await publish(here, '1.1.0');
    await takeDown(here.parts, APP_ID);
    assert.equal((await states(here.adapter))['1.1.0'], 'offline');
    await assert.rejects(here.adapter.code.rollback('1.1.0', '1.0.0'), refused('11500'));
    await assert.rejects(here.adapter.code.release('1.1.0'), refused('11401'));
  });

  test('the platform refuses rollbacks that the adapter would not request', async () => {
    const here = await world();
    const ask = async () => {
      const headers = { 'access-token': (await authoriseAgain(here)).token };
      const url = new URL(`${ORIGIN}/api/apps/v1/package_version/rollback/`);
      const response = await here.fetch(url, { method: 'POST', headers, body: '{}' });
      return ((await response.json()) as { err_no: number }).err_no;
    };
    assert.equal(await ask(), 10003);
    await here.renew();
    await publish(here, '1.0.0');
    await publish(here, '1.1.0');
    assert.equal(await ask(), 0);
    assert.equal(await ask(), 11500);
  });
});

async function authoriseAgain({ adapter, parts }: World) {
  const component = await adapter.fetchComponentToken(await pushComponentTicket(parts, COMPONENT_ID));
  return adapter.fetchAuthorizerToken(component.token, { code: await authoriseComponent(parts, APP_ID) });
}

describe('actions that the platform does not have', () => {
  test('are not listed as supported, and are refused without a call', async () => {
    const { adapter, setFault } = await world();
    setFault('status500');
    assert.deepEqual([...adapter.code.supports], [...DOUYIN_CODE_ACTIONS]);
    const calls = {
      backToDev: () => adapter.code.backToDev('1.0.0'),
      grayRelease: () => adapter.code.grayRelease('1.0.0', 10),
      cancelGray: () => adapter.code.cancelGray('1.0.0'),
      offline: () => adapter.code.offline('1.0.0'),
      deleteDev: () => adapter.code.deleteDev('1.0.0'),
    };
    for (const [action, call] of Object.entries(calls)) {
      assert.ok(!adapter.code.supports.includes(action));
      await assert.rejects(call(), (error) => error instanceof UnsupportedAction && error.message.includes(action));
    }
  });

  test('a mini program without a service provider has no code interface at all', async () => {
    const { adapter } = await world({ config: { accessMode: 'own' } });
    assert.deepEqual(adapter.code.supports, []);
    for (const call of [
      () => adapter.code.upload('1.0.0', {}),
      () => adapter.code.submitAudit('1.0.0', {}),
      () => adapter.code.withdrawAudit('1.0.0'),
      () => adapter.code.release('1.0.0'),
      () => adapter.code.rollback('1.0.0', '0.9.0'),
      () => adapter.code.versions(),
      () => adapter.code.testerQr(),
    ]) {
      await assert.rejects(call(), UnsupportedAction);
    }
  });
});

describe('faults', () => {
  keepProcess();

  /** The outcomes that a call may have under each fault. */
  const OUTCOMES: Readonly<Record<Fault, { readonly read: readonly string[]; readonly write: readonly string[] }>> = {
    lostBefore: { read: ['timeout'], write: ['timeout'] },
    lostAfter: { read: ['timeout'], write: ['timeout'] },
    twice: { read: ['done'], write: ['done', '11303', '11601', '11402', '11500', '11301'] },
    wrongSignature: { read: ['done', 'signature'], write: ['done'] },
    status500: { read: ['failure'], write: ['timeout'] },
    html: { read: ['failure'], write: ['timeout'] },
  };
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

  for (const fault of FAULTS) {
    test(`reading under the fault ${fault} has an expected outcome`, async () => {
      const { adapter, setFault } = await world({ config: { accessMode: 'own' } });
      setFault(fault);
      assert.ok(OUTCOMES[fault].read.includes(await outcomeOf(adapter.queryOrder('none'))));
      const signed = await outcomeOf(adapter.queryTrade('none'));
      assert.ok(OUTCOMES[fault].read.includes(signed));
      if (fault === 'wrongSignature') assert.equal(signed, 'signature');
    });
  }

  /** The actions that change a version. `prepare` reaches the state that `act` needs. `result` is the state after `act`. */
  const ACTIONS: Readonly<
    Record<string, { prepare(here: World): Promise<void>; act(here: World): Promise<unknown>; result: string }>
  > = {
    upload: { prepare: async () => undefined, act: (here) => upload(here, '1.1.0'), result: 'dev' },
    submitAudit: {
      prepare: async (here) => void (await upload(here, '1.1.0')),
      act: ({ adapter }) => adapter.code.submitAudit('1.1.0', {}),
      result: 'auditing',
    },
    withdrawAudit: {
      async prepare(here) {
        await upload(here, '1.1.0');
        await here.adapter.code.submitAudit('1.1.0', {});
      },
      act: ({ adapter }) => adapter.code.withdrawAudit('1.1.0'),
      result: 'dev',
    },
    release: {
      prepare: (here) => pass(here, '1.1.0'),
      act: ({ adapter }) => adapter.code.release('1.1.0'),
      result: 'online',
    },
    rollback: {
      async prepare(here) {
        await publish(here, '1.0.0');
        await publish(here, '1.1.0');
      },
      act: ({ adapter }) => adapter.code.rollback('1.1.0', '1.0.0'),
      result: 'offline',
    },
  };
  for (const [action, { prepare, act, result }] of Object.entries(ACTIONS)) {
    for (const fault of FAULTS) {
      test(`${action} under the fault ${fault} is never reported as done unless it was carried out`, async () => {
        const here = await world();
        await prepare(here);
        const former = (await states(here.adapter))['1.1.0'];
        here.setFault(null);
        // Apply the fault only to the writing call, not to the checks that read before it.
        const written = simulatorFetch([here.simulator], new URL(ORIGIN.origin), (_name, path) =>
          /versions\/|get_qr_code/.test(path) ? null : fault,
        );
        const token = (await authoriseAgain(here)).token;
        const adapter = createDouyin(CONFIG, {
          ...{ origin: ORIGIN, fetch: written, clock: here.clock, timeoutMs: 30, token: async () => token },
        });
        const outcome = await outcomeOf(act({ ...here, adapter }));
        assert.ok(OUTCOMES[fault].write.includes(outcome), `${outcome} of ${fault}`);
        if (action === 'rollback') here.clock.advance(DOUYIN_ROLLBACK_EFFECT_MS);
        await here.renew();
        const isDone = (await states(here.adapter))['1.1.0'] === result;
        assert.equal(isDone, !['lostBefore', 'status500', 'html'].includes(fault) || former === result);
        if (outcome === 'done') assert.ok(isDone);
      });
    }
  }
});

test('the values of a newly opened mini program pass the validation of the form and the connection test', async () => {
  const { clock, fetch, parts } = await world();
  const values = await openDouyinApp(parts, { notify: null, message: 'https://us.example/push' });
  const form = { ...values, accessMode: 'component', authorizerToken: 'kept' };
  assert.deepEqual([checkDyConfig(form, 'zh-CN'), warnDyConfig(form, 'zh-CN')], [[], []]);
  const config: DouyinConfig = {
    ...{ appId: values.appId, appSecret: values.appSecret, accessMode: 'component', hostNames: values.hostNames },
    component: { appId: values.componentAppId, secret: values.componentSecret },
    pay: { salt: values.salt, token: values.token },
    key: { version: values.keyVersion, privateKey: values.appPrivateKey, platformPublicKey: values.platformPublicKey },
    templateId: values.templateId,
  };
  let token = '';
  const adapter = createDouyin(config, { origin: ORIGIN, fetch, clock, token: async () => token });
  const component = await adapter.fetchComponentToken(await pushComponentTicket(parts, values.componentAppId));
  const code = await authoriseComponent(parts, values.appId);
  token = (await adapter.fetchAuthorizerToken(component.token, { code })).token;
  const checks = await testDouyin(adapter, config, async () => token, 'no-such-order');
  assert.deepEqual(
    checks.map(({ ok }) => ok),
    [true, true, true, true],
  );
});

describe('test connection', () => {
  const run = ({ adapter, config }: World, token: () => Promise<string> = async () => 'kept') =>
    testDouyin(adapter, config, token, 'no-such-order');

  test('each configured part is checked, and all checks pass', async () => {
    const here = await world({ config: { accessMode: 'own' } });
    const checks = await run(here);
    assert.deepEqual(
      checks.map(({ ok }) => ok),
      [true, true, true],
    );
    const component = await world({ config: { key: null, pay: null } });
    assert.equal(
      (await run(component)).every(({ ok }) => ok),
      true,
    );
  });

  test('each wrong credential fails its own step, with the message of the platform', async () => {
    const salt = await run(await world({ config: { accessMode: 'own', pay: { salt: 'x', token: 'y' } } }));
    assert.deepEqual([salt[1]?.ok, salt[1]?.detail, salt[2]?.ok], [false, '2008 签名错误', true]);
    const key = { version: '3', privateKey: rsa().privateKey, platformPublicKey: null };
    const wrongKey = await run(await world({ config: { accessMode: 'own', key } }));
    assert.deepEqual([wrongKey[1]?.ok, wrongKey[2]?.ok], [true, false]);
    const failing = await run(await world(), () => Promise.reject(new UpstreamFailure('bad secret', '40017')));
    assert.deepEqual([failing[0]?.ok, failing[0]?.detail], [false, '40017 bad secret']);
  });
});
