import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { CODE_PLATFORMS, type CodeAction, type MiniPlatform } from '../../../contract/miniCode.states';
import type { CodePlatformOf } from '../../core/platforms/ports';
import { makeMiniPrograms } from '../../demo/miniPrograms';
import { deliverCallbacks } from '../../simulators/deliver';
import { plantFault } from '../../simulators/faults';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { miniCodeJobs } from './jobs';
import { createCodePlatforms } from './platforms';

/** Tests of the mini programs' settings and code on the simulated platforms, through the endpoints. */

const MINUTE = 60_000;
const DESC = '本次更新优化了下单流程与骑手位置显示，欢迎体验。';
let t: TestApp;
let owner: string;
let codes: CodePlatformOf;

const pem = { type: 'pkcs8', format: 'pem' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PRIVATE = rsa.privateKey.export(pem).toString();
const PUBLIC = otherRsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const AES = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

/** Input of each settings page. The input for WeChat and Douyin selects the access mode of a service provider (`component`). */
const VALUES: Readonly<Record<MiniPlatform, Readonly<Record<string, unknown>>>> = {
  wx: {
    accessMode: 'component',
    ...{ appId: 'wx1111111111111111', originalId: 'gh_111111111111', componentAppId: 'wx3333333333333333' },
    ...{ componentSecret: '3'.repeat(32), authorizerToken: 'refreshtoken@@@1', templateId: '7' },
    ...{ msgToken: 'pushtoken1', encodingAesKey: AES },
    subscribeTemplates: { orderState: 'T'.repeat(43) },
  },
  ali: {
    ...{ appId: '2021000000000001', pid: '2088000000000001', appPrivateKey: PRIVATE, alipayPublicKey: PUBLIC },
    ...{ aesKey: Buffer.alloc(16, 5).toString('base64'), templateId: '2021000000000009' },
  },
  dy: {
    accessMode: 'component',
    ...{ appId: 'tt1111111111111111', componentAppId: 'tt3333333333333333', componentSecret: 'provider' },
    ...{ authorizerToken: 'refresh-1', templateId: '12', msgToken: 'pushtoken2', encodingAesKey: AES },
  },
};
const GROUP = { wx: 'applet', ali: 'alipayMini', dy: 'dyApplet' } as const;
const AUDIT: Readonly<Record<MiniPlatform, object>> = {
  wx: { versionDesc: DESC },
  ali: { versionDesc: DESC, servicePhone: '400-123-456', regionType: 'CHINA' },
  dy: { versionDesc: DESC },
};
/** Duration of a review on each simulated platform. */
const AUDIT_MS: Readonly<Record<MiniPlatform, number>> = { wx: 10 * MINUTE, ali: 120 * MINUTE, dy: 30 * MINUTE };
const PLATFORMS = ['wx', 'ali', 'dy'] as const;

before(async () => {
  t = await createTestApp({
    settings: { outgoingAddresses: ['203.0.113.9'] },
    ports: { codePlatformOf: (platform) => codes(platform) },
  });
  const { secrets, platforms } = t.ports;
  const wait = async (milliseconds: number) => void t.clock.advance(milliseconds);
  codes = createCodePlatforms({ db: t.db, secrets, platforms, clock: t.clock, wait });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  for (const table of [
    'mini_code_task',
    'mini_version',
    'simulated_value',
    'simulated_callback',
    'platform_token',
  ] as const)
    await t.db.deleteFrom(table).execute();
  for (const table of ['site_setting', 'config_state', 'secret_value', 'platform_event'] as const)
    await t.db.deleteFrom(table).execute();
  owner = await t.signIn();
});

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, never> & {
    readonly ok: boolean;
    readonly checks: { ok: boolean; detail: string }[];
    readonly errors?: { field: string; message: string }[];
    readonly list: { appVersion: string; state: string; rollbackTo: string | null; actions: string[] }[];
    readonly summary: { limits: string | null; notConfigured: string | null; actions: string[] };
    readonly message: string | null;
  };
}
const at = (platform: MiniPlatform, action: string) => `${CODE_PLATFORMS[platform].controller}/${action}`;
const ask = async (platform: MiniPlatform, action: string, input: object, more: object = {}) =>
  (await t.raw(at(platform, action), input, { token: owner, locale: 'en-US', ...more })) as unknown as Answer;
const read = async (platform: MiniPlatform) =>
  (await t.raw(at(platform, 'get'), { group: GROUP[platform] }, { token: owner, method: 'GET' })).data as {
    values: object;
    version: number;
    platform: { stateVersion: number; state: string; callbacks: { url: string }[]; outgoing?: string[] };
  };
async function save(platform: MiniPlatform, values: object) {
  const now = await read(platform);
  const input = { group: GROUP[platform], values: { ...now.values, ...values }, version: now.version };
  return ask(platform, 'save', input, { ticket: await t.ticket(owner) });
}
const tryOut = async (platform: MiniPlatform) =>
  ask(platform, 'test', { group: GROUP[platform], version: (await read(platform)).version });
const enable = async (platform: MiniPlatform) =>
  ask(platform, 'enable', { group: GROUP[platform], version: (await read(platform)).platform.stateVersion });
async function configure(platform: MiniPlatform, values: object = VALUES[platform]): Promise<void> {
  const saved = await save(platform, values);
  assert.equal(saved.code, 100, `${platform} ${saved.msg} ${JSON.stringify(saved.data)}`);
  const tested = await tryOut(platform);
  assert.equal(tested.data.ok, true, `${platform} ${JSON.stringify(tested)}`);
  const enabled = await enable(platform);
  assert.equal(enabled.code, 100, `${platform} ${enabled.msg}`);
}
const operate = (platform: MiniPlatform, action: CodeAction, appVersion?: string, payload?: object) =>
  ask(platform, 'operateCode', { action, ...(appVersion && { appVersion }), ...(payload && { payload }) });
async function done(platform: MiniPlatform, action: CodeAction, appVersion?: string, payload?: object) {
  const answer = await operate(platform, action, appVersion, payload);
  assert.equal(answer.code, 100, `${platform} ${action} ${appVersion}: ${answer.msg} ${JSON.stringify(answer.data)}`);
}
const list = async (platform: MiniPlatform) =>
  (await t.raw(at(platform, 'getVersions'), {}, { token: owner, locale: 'en-US', method: 'GET' }))
    .data as Answer['data'];
const stateOf = async (platform: MiniPlatform, appVersion: string) =>
  (await list(platform)).list.find((row) => row.appVersion === appVersion)?.state;
async function later(milliseconds: number): Promise<void> {
  t.clock.advance(milliseconds);
  owner = await t.signIn();
}
const deliver = () =>
  deliverCallbacks({
    db: t.db,
    clock: t.clock,
    simulators: t.ports.platforms.simulators,
    send: async ({ method, path, headers, body }) => {
      const answer = await t.app.http.inject({
        method,
        url: path,
        headers,
        ...(method === 'POST' && { payload: body }),
      });
      return { status: answer.statusCode, text: answer.body };
    },
  });
async function pollAudits(): Promise<void> {
  const job = miniCodeJobs(t.ports).find(({ name }) => name === 'mini-code-audits');
  await job?.run(t.db, t.clock, t.ids);
}
async function release(platform: MiniPlatform, version: string): Promise<void> {
  await done(platform, 'upload', version, { versionDesc: `Version ${version}` });
  assert.equal(await stateOf(platform, version), 'dev');
  await done(platform, 'submitAudit', version, AUDIT[platform]);
  assert.equal(await stateOf(platform, version), 'auditing');
  await later(AUDIT_MS[platform] + MINUTE);
  await pollAudits();
  assert.equal(await stateOf(platform, version), 'passed');
  await done(platform, 'release', version, { confirmVersion: version });
  assert.equal(await stateOf(platform, version), 'online');
}

test("only a platform with an allow list shows the server's outgoing addresses", async () => {
  for (const platform of PLATFORMS)
    assert.deepEqual((await read(platform)).platform.outgoing, platform === 'wx' ? ['203.0.113.9'] : undefined);
});

test('the test of the short-video platform names a store that is missing from the local-life account', async () => {
  const station = await t.call('team.Team/saveDraft', { step: 1, values: {} }, { token: owner });
  const [real, other] = ['7228779175929186363', '12'];
  const storesOf = async (...stores: string[]) => {
    const poiMap = Object.fromEntries(stores.map((store) => [store, String(station.data.id)]));
    const saved = await save('dy', { ...VALUES.dy, lifeAccountId: '7000000000000000001', poiMap });
    assert.equal(saved.code, 100, JSON.stringify(saved.data));
    const { ok, checks } = (await tryOut('dy')).data;
    return [ok, checks.at(-1)?.detail];
  };
  assert.deepEqual(await storesOf(real), [true, real]);
  assert.deepEqual(await storesOf(real, other), [false, 'Store 12 was not found']);
});

test('an unsigned call registers no account at the simulator of the payment platform', async () => {
  assert.equal((await save('ali', VALUES.ali)).code, 100);
  const forged = await t.app.http.inject({
    method: 'POST',
    url: '/api/callback.AliMini/event',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `notify_id=1&app_id=${VALUES.ali.appId}&sign_type=RSA2&sign=AAAA`,
  });
  assert.equal(forged.statusCode, 403);
  const known = t.db.selectFrom('simulated_value').select('key').where('platform', '=', 'alipay').execute();
  assert.deepEqual(await known, []);
});

for (const platform of PLATFORMS) {
  test(`${platform}: a version passes upload, audit, online and rollback at the simulated platform`, async () => {
    await configure(platform);
    await release(platform, '1.0.0');
    await later(15 * MINUTE);
    await release(platform, '1.1.0');
    const online = (await list(platform)).list.find(({ appVersion }) => appVersion === '1.1.0');
    assert.equal(online?.rollbackTo, '1.0.0');
    await done(platform, 'rollback', '1.1.0');
    await later(5 * MINUTE);
    await done(platform, 'sync');
    assert.deepEqual([await stateOf(platform, '1.0.0'), await stateOf(platform, '1.1.0')], ['online', 'offline']);
  });

  test(`${platform}: a callback with an audit result changes the version at once, and only once`, async () => {
    await configure(platform);
    // Deliver a new ticket first, because the platform refuses an old ticket of the service provider.
    await deliver();
    await done(platform, 'upload', '1.0.0', { versionDesc: 'First' });
    await done(platform, 'submitAudit', '1.0.0', AUDIT[platform]);
    await later(AUDIT_MS[platform]);
    // The simulated Alipay ends a review at the next query.
    if (platform === 'ali') await (await codes('ali')).versions();
    assert.equal(await stateOf(platform, '1.0.0'), 'auditing');
    await plantFault(t.db, {
      platform: { wx: 'wechat', ali: 'alipay', dy: 'douyin' }[platform],
      pathPrefix: '/api/callback.',
      fault: 'twice',
      times: 9,
    });
    assert.ok((await deliver()) > 0);
    assert.equal(await stateOf(platform, '1.0.0'), 'passed');
    const waiting = await t.db
      .selectFrom('simulated_callback')
      .select('last_answer')
      .where('state', '<>', 'received')
      .execute();
    assert.deepEqual(waiting, []);
  });

  test(`${platform}: a modified callback is refused and changes nothing`, async () => {
    await configure(platform);
    const url = new URL((await read(platform)).platform.callbacks[0]?.url ?? '', 'https://console.invalid');
    const forged = await t.app.http.inject({
      method: 'POST',
      url: `${url.pathname}?timestamp=1&nonce=1&signature=x&msg_signature=x&encrypt_type=aes`,
      headers: { 'content-type': platform === 'ali' ? 'application/x-www-form-urlencoded' : 'application/json' },
      payload:
        platform === 'ali' ? 'notify_id=1&app_id=2021000000000001&sign_type=RSA2&sign=AAAA' : '{"Encrypt":"AAAA"}',
    });
    assert.deepEqual([forged.statusCode, forged.body], [403, 'fail']);
    assert.equal((await t.db.selectFrom('platform_event').selectAll().execute()).length, 0);
  });

  test(`${platform}: a wrong key fails the test with the platform’s text, and the page cannot be enabled`, async () => {
    assert.equal((await save(platform, VALUES[platform])).code, 100);
    assert.equal((await tryOut(platform)).data.ok, true);
    const wrong =
      platform === 'ali'
        ? {
            appPrivateKey: otherRsa.privateKey.export(pem).toString(),
            alipayPublicKey: rsa.publicKey.export({ type: 'spki', format: 'pem' }),
          }
        : { componentSecret: '4'.repeat(32) };
    const saved = await save(platform, wrong);
    assert.equal(saved.code, 100, JSON.stringify(saved));
    await t.db.deleteFrom('platform_token').execute();
    const tested = await tryOut(platform);
    assert.equal(tested.data.ok, false);
    assert.match(tested.data.checks.find(({ ok }) => !ok)?.detail ?? '', /invalid appsecret|验签出错|无效的 secret/);
    assert.equal((await enable(platform)).code, 42330);
  });

  test(`${platform}: a platform that does not answer fails the test`, async () => {
    assert.equal((await save(platform, VALUES[platform])).code, 100);
    const name = { wx: 'wechat', ali: 'alipay', dy: 'douyin' }[platform];
    await plantFault(t.db, { platform: name, pathPrefix: '/', fault: 'status500', times: 20 });
    assert.equal((await tryOut(platform)).data.ok, false);
  });
}

test('in the own mode of two platforms the list offers no action and explains why', async () => {
  await configure('wx', {
    ...{ appId: 'wx1111111111111111', appSecret: '1'.repeat(32), originalId: 'gh_111111111111' },
    ...{ msgToken: 'pushtoken1', encodingAesKey: AES },
  });
  await configure('dy', { appId: 'tt1111111111111111', appSecret: 'a'.repeat(40) });
  for (const platform of ['wx', 'dy'] as const) {
    const { summary } = await list(platform);
    assert.deepEqual([summary.actions, summary.notConfigured], [[], null]);
    assert.match(summary.limits ?? '', /console/);
    const refused = await operate(platform, 'upload', '1.0.0', { versionDesc: 'First' });
    assert.deepEqual([refused.code, refused.msg], [42330, summary.limits]);
  }
});

test('without a template the payment platform offers every action except the upload', async () => {
  await configure('ali', { ...VALUES.ali, templateId: '' });
  const { summary } = await list('ali');
  assert.deepEqual(summary.actions, ['sync']);
  assert.match(summary.limits ?? '', /minidev/);
});

test('an access token that another program invalidated is fetched again, and no action runs twice', async () => {
  for (const platform of ['wx', 'dy'] as const) {
    await configure(platform);
    const rows = await t.db
      .selectFrom('simulated_value')
      .selectAll()
      .where('kind', 'in', ['wechat.token', 'token'])
      .execute();
    for (const { platform: name, kind, key } of rows)
      await t.db
        .deleteFrom('simulated_value')
        .where('platform', '=', name)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('content', 'is not', null)
        .execute();
    await t.db.deleteFrom('platform_token').where('kind', '=', 'component').execute();
    await done(platform, 'upload', '1.0.0', { versionDesc: 'First' });
    assert.equal(await stateOf(platform, '1.0.0'), 'dev');
  }
});

test('refusals of the platforms get catalogue codes', async () => {
  await configure('wx');
  for (let n = 1; n <= 6; n += 1) {
    await done('wx', 'upload', `1.${n}.0`, { versionDesc: 'First' });
    await done('wx', 'submitAudit', `1.${n}.0`, AUDIT.wx);
    const answer = await operate('wx', 'withdrawAudit', `1.${n}.0`, { reason: 'wrong text' });
    assert.equal(answer.code, n <= 5 ? 100 : 42338, answer.msg);
  }
  await configure('dy');
  await done('dy', 'upload', '1.0.0', { versionDesc: 'First' });
  await done('dy', 'submitAudit', '1.0.0', AUDIT.dy);
  await later(29 * MINUTE + 30_000);
  const deciding = await operate('dy', 'withdrawAudit', '1.0.0', { reason: 'wrong text' });
  assert.deepEqual([deciding.code, /review is being decided/.test(deciding.msg)], [50201, true], deciding.msg);
});

test('each page reports its invalid values', async () => {
  const fieldsOf = async (platform: MiniPlatform, values: object) => {
    const { data } = await save(platform, values);
    return (data.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
  };
  assert.deepEqual(await fieldsOf('wx', { appId: 'wx12', encodingAesKey: 'short' }), [
    'appId: AppID is not valid',
    'encodingAesKey: Must be 43 letters or digits',
  ]);
  assert.deepEqual(await fieldsOf('wx', { accessMode: 'component', componentAppId: 'x' }), [
    'componentAppId: AppID is not valid',
  ]);
  assert.deepEqual(await fieldsOf('ali', { appId: '123' }), ['appId: The AppID has 16 digits and begins with 20']);
  const own = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  assert.match(
    (await fieldsOf('ali', { appPrivateKey: PRIVATE, alipayPublicKey: own })).join(),
    /alipayPublicKey: This is the application’s own public key/,
  );
  assert.match((await fieldsOf('dy', { appId: 'wx1' })).join(), /^appId/);
  assert.deepEqual(await fieldsOf('dy', { lifeAccountId: '7', poiMap: { '1': '999' } }), [
    'poiMap: Station 999 does not exist',
  ]);
  const station = await t.call('team.Team/saveDraft', { step: 1, values: {} }, { token: owner });
  assert.match((await fieldsOf('dy', { poiMap: { '1': String(station.data.id) } })).join(), /^lifeAccountId: /);
});

test("the platform's check of our address is answered only for the right token", async () => {
  await configure('wx');
  const { createHash } = await import('node:crypto');
  const sign = (token: string) => createHash('sha1').update([token, '1', '2'].sort().join('')).digest('hex');
  const checkWith = (token: string) =>
    t.app.http.inject({
      method: 'GET',
      url: `/api/callback.WxMini/event?signature=${sign(token)}&timestamp=1&nonce=2&echostr=777`,
    });
  const [right, wrong] = [await checkWith('pushtoken1'), await checkWith('other')];
  assert.deepEqual([right.statusCode, right.body, wrong.statusCode], [200, '777', 403]);
});

test("the demo's mini programs are tested and enabled, and a version can be uploaded at once", async () => {
  await makeMiniPrograms(t, t.clock.now());
  for (const platform of PLATFORMS) {
    assert.equal((await read(platform)).platform.state, 'enabled', platform);
    assert.deepEqual((await list(platform)).summary.actions, ['upload', 'sync'], platform);
  }
});
