import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Data } from '../../../contract';
import { UpstreamFailure } from '../../core/platforms/outbound';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { testCertificate } from '../../testing-certificates';
import { remindOfEndings } from '../configCenter';

/** Tests of branding, and of the behaviour that all pages for outside platforms share (DOMAIN §3.10). */

const TARGET = 'console.operator.example';
const CONSOLE = 'console.brand.example';
let t: TestApp;
let owner: string;
/** Aliases of domains on the test's name server. */
const aliases = new Map<string, string[]>();
const answering = new Set<string>();

before(async () => {
  t = await createTestApp({
    settings: { publicOrigin: `https://${TARGET}` },
    ports: {
      hosts: {
        aliases: async (host) => aliases.get(host) ?? [],
        answersHttps: async (host) => {
          if (!answering.has(host)) throw new UpstreamFailure('not reachable');
        },
      },
    },
  });
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  owner = await t.signIn();
  aliases.clear();
  answering.clear();
  await t.db.deleteFrom('site_setting').where('group_key', '=', 'oem').execute();
  await t.db.deleteFrom('config_state').execute();
  await t.db.deleteFrom('secret_value').where('place', 'like', 'site_setting/oem/%').execute();
});

type Setting = Data<'config.Oem/get'>;
const GROUP = { group: 'oem' } as const;
const read = async (token = owner): Promise<Setting> =>
  (await t.call('config.Oem/get', GROUP, { token })).data as Setting;
const secondly = async (token = owner) => ({ token, ticket: await t.ticket(token) });
async function save(values: Partial<Record<string, unknown>>, version?: number) {
  const now = await read();
  const input = { ...GROUP, values: { ...now.values, ...values }, version: version ?? now.version };
  return t.call('config.Oem/save', input, await secondly());
}
const tryOut = async () => t.call('config.Oem/test', { ...GROUP, version: (await read()).version }, { token: owner });
const turn = async (what: 'enable' | 'disable') =>
  t.call(`config.Oem/${what}`, { ...GROUP, version: (await read()).platform?.stateVersion ?? 0 }, { token: owner });
const stateOf = async () => (await read()).platform?.state;
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { field: string; message: string }[] }).errors ?? []).map(({ field }) => field);

const NOW = new Date(TEST_NOW);
const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000);
const certificateFor = (left: number, hosts = [CONSOLE], key = 'own') =>
  testCertificate({ subject: hosts[0] ?? '', hosts, key, from: days(-1), to: days(left) });

test('the status changes from not configured to incomplete, ready, enabled and disabled', async () => {
  assert.equal(await stateOf(), 'notConfigured');
  await save({ slogan: 'Hello' });
  assert.equal(await stateOf(), 'incomplete');
  assert.deepEqual((await read()).platform?.missing, ['产品名称']);
  await save({ productName: 'Lantern' });
  assert.equal(await stateOf(), 'disabled');
  assert.deepEqual((await tryOut()).data.ok, true);
  assert.equal(await stateOf(), 'ready');
  assert.equal((await turn('enable')).code, 100);
  assert.equal(await stateOf(), 'enabled');
  assert.equal((await turn('enable')).code, 42201);
  assert.equal((await turn('disable')).code, 100);
  assert.equal(await stateOf(), 'ready');
});

test('enabling needs a passed test of the same settings within the last day', async () => {
  await save({ productName: 'Lantern' });
  const untested = await turn('enable');
  assert.equal(untested.code, 42330);
  assert.deepEqual((untested.data as unknown as { missing: string[] }).missing, ['24 小时内通过的连接测试']);
  await tryOut();
  await save({ slogan: 'Other' });
  assert.equal((await turn('enable')).code, 42330);
  await tryOut();
  t.clock.advance(24 * 3_600_000 + 1);
  owner = await t.signIn();
  assert.equal((await turn('enable')).code, 42330);
  await tryOut();
  assert.equal((await turn('enable')).code, 100);
});

test('a required value of enabled settings cannot be emptied, and a cleared secret is missing from the next version on', async () => {
  const { certificate, privateKey } = certificateFor(90);
  await save({ productName: 'Lantern', certPem: certificate, certKey: privateKey });
  await tryOut();
  await turn('enable');
  const refused = await save({ productName: '' });
  assert.deepEqual([refused.code, refused.msg], [42330, '配置未完成：产品名称']);
  const { version, secrets, hasSecret } = await read();
  assert.deepEqual([hasSecret, secrets.certKey?.masked], [['certKey'], '****']);
  const input = { ...GROUP, field: 'certKey', version };
  assert.equal((await t.call('config.Oem/clearSecret', input, { token: owner })).code, 40303);
  assert.equal((await t.call('config.Oem/clearSecret', input, await secondly())).code, 100);
  assert.deepEqual((await read()).hasSecret, []);
  assert.equal(
    (await t.call('config.Oem/clearSecret', { ...input, version: version + 1 }, await secondly())).code,
    40401,
  );
  const history = await t.call('config.Oem/getHistory', GROUP, { token: owner });
  assert.deepEqual(history.data.list[0]?.changed, ['certKey']);
  const then = await t.call('config.Oem/getVersion', { ...GROUP, version }, { token: owner });
  assert.deepEqual(then.data.hasSecret, ['certKey']);
});

test('an empty secret keeps the stored one', async () => {
  const { certificate, privateKey } = certificateFor(90);
  await save({ certPem: certificate, certKey: privateKey });
  await save({ slogan: 'x', certKey: '' });
  assert.deepEqual((await read()).hasSecret, ['certKey']);
});

test('saving and restoring settings need the permission and a second verification', async () => {
  const { version, values } = await read();
  assert.equal((await t.call('config.Oem/save', { ...GROUP, values, version }, { token: owner })).code, 40303);
  assert.equal((await t.call('config.Oem/restore', { ...GROUP, from: 0, version }, { token: owner })).code, 40303);
  const { account } = await t.account({ rules: [70, 71] });
  const reader = await t.signIn(account);
  assert.equal((await read(reader)).mayEdit, false);
  for (const action of ['test', 'enable', 'disable'] as const)
    assert.equal((await t.call(`config.Oem/${action}`, { ...GROUP, version }, await secondly(reader))).code, 40301);
});

test('a certificate shows its content and whether the stored key matches', async () => {
  const { certificate, privateKey, serial } = certificateFor(90);
  await save({ certPem: certificate, certKey: privateKey, productName: 'Lantern' });
  const { certificates } = await read();
  const { serial: shown, names, days: left, keyMatches, subject } = certificates[0] ?? {};
  assert.deepEqual([shown, names, left, keyMatches, subject], [serial, [CONSOLE], 90, true, `CN=${CONSOLE}`]);
});

test('a certificate is refused at its field: wrong key, expired, ending within a week, wrong domain, or invalid', async () => {
  aliases.set(CONSOLE, [TARGET]);
  const { privateKey } = certificateFor(90);
  const other = certificateFor(90, ['other.example.com']);
  const cases = [
    [{ certPem: certificateFor(90, [CONSOLE], 'another').certificate, certKey: privateKey }, 42331, 'certPem'],
    [{ certPem: certificateFor(-0.5).certificate, certKey: privateKey }, 42332, 'certPem'],
    [{ certPem: certificateFor(7).certificate, certKey: privateKey }, 42332, 'certPem'],
    [{ certPem: other.certificate, consoleDomain: CONSOLE }, 42331, 'certPem'],
    [{ certPem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, 40001, 'certPem'],
    [{ certKey: 'no key' }, 40001, 'certKey'],
  ] as const;
  for (const [values, code, field] of cases) {
    const answer = await save(values);
    assert.deepEqual([answer.code, errorsOf(answer)], [code, [field]], answer.msg);
  }
  assert.equal((await save({ certPem: certificateFor(7.1).certificate, certKey: privateKey })).code, 100);
});

test('a key that does not match the stored certificate is refused', async () => {
  const { certificate, privateKey } = certificateFor(90);
  await save({ certPem: certificate, certKey: privateKey });
  const answer = await save({ certKey: certificateFor(90, [CONSOLE], 'another').privateKey });
  assert.deepEqual([answer.code, errorsOf(answer)], [42331, ['certPem']]);
});

test('a domain must point to the console before it is saved', async () => {
  const refused = await save({ consoleDomain: CONSOLE });
  assert.deepEqual([refused.code, errorsOf(refused)], [42333, ['consoleDomain']]);
  assert.equal(refused.msg, `请先将 ${CONSOLE} 指向 ${TARGET}`);
  aliases.set(CONSOLE, ['edge.example.net', TARGET]);
  assert.equal((await save({ consoleDomain: CONSOLE, productName: 'Lantern' })).code, 100);
});

test('the test checks each domain, and calls only domains that point to the console', async () => {
  aliases.set(CONSOLE, [TARGET]);
  aliases.set('api.brand.example', [TARGET]);
  answering.add(CONSOLE);
  await save({ productName: 'Lantern', consoleDomain: CONSOLE, apiDomain: 'api.brand.example', cdnDomain: TARGET });
  answering.add(TARGET);
  aliases.delete('api.brand.example');
  const { data } = await tryOut();
  assert.equal(data.ok, false);
  assert.deepEqual(
    data.checks.map(({ name, ok }) => [name, ok]),
    [
      ['主题色', true],
      [CONSOLE, true],
      [`${CONSOLE} 的 HTTPS`, true],
      ['api.brand.example', false],
      [TARGET, true],
      [`${TARGET} 的 HTTPS`, true],
    ],
  );
  assert.equal(await stateOf(), 'failing');
  assert.equal((await turn('enable')).code, 42330);
});

test('a pale theme colour is refused with its contrast', async () => {
  const answer = await save({ themeColor: '#fadb14' });
  const [error] = (answer.data as unknown as { errors: { field: string; message: string }[] }).errors;
  assert.deepEqual(
    [answer.code, error?.field, error?.message],
    [40001, 'themeColor', '与白色的对比度为 1.38:1，至少须为 3:1'],
  );
  assert.equal((await save({ themeColor: '#ad8b00' })).code, 100);
});

test('people get one notice each 30, 14 and 7 days before a certificate ends', async () => {
  const { certificate, privateKey } = certificateFor(31);
  await save({ productName: 'Lantern', certPem: certificate, certKey: privateKey });
  await tryOut();
  await turn('enable');
  const todo = async () =>
    (await t.call('dashboard.Index/getTodo', {}, { token: owner })).data.list
      .filter(({ code }) => code === 'configOem')
      .map(({ link, count }) => [link, count]);
  const told = async () => {
    await remindOfEndings(t.db, t.clock, t.ids);
    await remindOfEndings(t.db, t.clock, t.ids);
    const rows = await t.db
      .selectFrom('notice_outbox')
      .select('dedupe')
      .where('event', '=', 'configExpiring')
      .orderBy('id')
      .execute();
    return rows.map(({ dedupe }) => Number(dedupe?.split(':').at(-1)));
  };
  assert.deepEqual([await told(), await todo()], [[], []]);
  const seen: number[][] = [];
  for (let left = 30; left >= 6; left -= 1) {
    t.clock.advance(86_400_000);
    seen.push(await told());
  }
  owner = await t.signIn();
  assert.deepEqual([seen[0], seen[16], seen[23], seen.at(-1)], [[30], [30, 14], [30, 14, 7], [30, 14, 7]]);
  assert.deepEqual([seen[15], seen[22]], [[30], [30, 14]]);
  assert.deepEqual(await todo(), [['/configCenter/oemConfigs', 1]]);
  assert.equal(await stateOf(), 'expiring');
});

test('an enabled brand replaces the site settings at once, on the sign-in page and in the console', async () => {
  const picture = async (scene: string) => {
    const id = t.ids.next();
    const { id: createdBy } = await t.db
      .selectFrom('account')
      .select('id')
      .where('account', '=', 'owner')
      .executeTakeFirstOrThrow();
    const file = { id, scene, name: 'a.png', content_type: 'image/png', bytes: 1, width: 1, height: 1 };
    await t.db
      .insertInto('stored_file')
      .values({ ...file, sha256: '', created_at: t.clock.now(), created_by: createdBy })
      .execute();
    return id;
  };
  const [loginLogo, menuLogo, favicon] = [await picture('oemLogo'), await picture('oemLogo'), await picture('oemIcon')];
  const seen = async () => {
    const visitor = (await t.call('Verify/getVerifyCodeValue', {})).data;
    const person = (await t.call('site.Site/getSiteInfo', {}, { token: owner })).data;
    const idIn = (link = '') => Number(/files\/(\d+)/.exec(link)?.[1] ?? 0);
    return {
      names: [visitor.siteName, person.siteName],
      logos: [visitor.logoLight, person.logoLight, person.logoDark, visitor.favicon, person.favicon].map(idIn),
      colours: [visitor.brand?.themeColor, person.brand?.themeColor],
      slogan: visitor.brand?.slogan,
    };
  };
  const own = await seen();
  assert.deepEqual(own, {
    names: ['Multistation Console', 'Multistation Console'],
    logos: [0, 0, 0, 0, 0],
    colours: [undefined, undefined],
    slogan: undefined,
  });
  const saved = await save({
    productName: 'Lantern',
    slogan: 'Light',
    themeColor: '#0B6E4F',
    loginLogo,
    menuLogo,
    favicon,
  });
  assert.equal(saved.code, 100, saved.msg);
  await tryOut();
  assert.deepEqual(await seen(), own);
  await turn('enable');
  const branded = {
    names: ['Lantern', 'Lantern'],
    logos: [loginLogo, menuLogo, menuLogo, favicon, favicon],
    colours: ['#0b6e4f', '#0b6e4f'],
    slogan: 'Light',
  };
  assert.deepEqual(await seen(), branded);
  await save({ productName: 'Beacon' });
  assert.deepEqual(await seen(), { ...branded, names: ['Beacon', 'Beacon'] });
  await turn('disable');
  assert.deepEqual(await seen(), own);
});
