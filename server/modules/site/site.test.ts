import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { SITE, type SiteSettingGroup, type SiteSettings } from '../../../contract/site.settings';
import { createSmsSimulator } from '../../core/platforms/sms-simulator';
import { createTestApp, type TestApp } from '../../testing';
import { insertSetting } from '../setting';
import { configuredPorts } from './ports';

const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SITE.groups).map(([group, { initial }]) => [group, initial]),
) as SiteSettings;

let t: TestApp;
let owner: string;
let ticket: string;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
  ticket = await t.ticket(owner);
});
after(() => t.close());

const read = async (group: SiteSettingGroup) =>
  (await t.call('site.Site/getSetting', { group }, { token: owner })).data;
const save = (group: SiteSettingGroup, values: object, version: number, options: object = {}) =>
  t.call(
    'site.Site/saveSetting',
    { group, values: values as Record<string, unknown>, version },
    { token: owner, ticket, ...options },
  );

test('an unsaved group returns its defaults with version 0', async () => {
  const answer = await read('teamDefaults');
  assert.equal(answer.version, 0);
  assert.deepEqual(answer.values, DEFAULT_SETTINGS.teamDefaults);
});

test('a saved group is in force at once, and the history keeps every version with its changes', async () => {
  const { version } = await read('identity');
  const first = await save('identity', { ...DEFAULT_SETTINGS.identity, siteName: '示例平台' }, version);
  assert.equal(first.code, 100);
  await save('identity', { ...DEFAULT_SETTINGS.identity, siteName: '示例平台', icp: 'ICP-1' }, first.data.version);
  const info = await t.call('site.Site/getSiteInfo', {}, { token: owner });
  assert.equal(info.data.siteName, '示例平台');
  const history = await t.call('site.Site/getSettingHistory', { group: 'identity' }, { token: owner });
  assert.deepEqual(
    history.data.list.map((entry) => entry.changed),
    [['icp'], ['siteName']],
  );
});

test('the support address is an e-mail address or none, and all signed-in people get it', async () => {
  const { account } = await t.account();
  const token = await t.signIn(account);
  const told = async () => (await t.call('site.Site/getSiteInfo', {}, { token })).data.supportEmail;
  assert.equal(await told(), '');
  const { values, version } = await read('identity');
  for (const supportEmail of ['nobody', 'a@b', 'two words@example.com', `${'x'.repeat(60)}@example.com`]) {
    const answer = await save('identity', { ...values, supportEmail }, version);
    const { errors } = answer.data as unknown as { errors: { field: string }[] };
    assert.deepEqual([answer.code, errors.map(({ field }) => field)], [40001, ['supportEmail']], supportEmail);
  }
  const saved = await save('identity', { ...values, supportEmail: ' help@example.com ' }, version);
  assert.equal(await told(), 'help@example.com');
  assert.equal((await save('identity', { ...values, supportEmail: '' }, saved.data.version)).code, 100);
  assert.equal(await told(), '');
});

test('an edit of an old version is refused with the values in force', async () => {
  const { version } = await read('locale');
  const values = { ...DEFAULT_SETTINGS.locale, currencyDisplay: 'R$' };
  assert.equal((await save('locale', values, version)).code, 100);
  const late = await save('locale', { ...values, currencyDisplay: '¥' }, version);
  assert.equal(late.code, 40901);
  assert.equal((late.data as unknown as { current: { currencyDisplay: string } }).current.currencyDisplay, 'R$');
});

test('saving settings needs a second verification', async () => {
  const { version, values } = await read('map');
  const answer = await t.call('site.Site/saveSetting', { group: 'map', values, version }, { token: owner });
  assert.equal(answer.code, 40303);
});

test('a secret is stored encrypted, reported as set, and never returned', async () => {
  const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const { version } = await read('map');
  const saved = await save('map', { ...DEFAULT_SETTINGS.map, mapServerKey: secret }, version);
  assert.equal(saved.code, 100);
  const shown = await read('map');
  assert.deepEqual(shown.hasSecret, ['mapServerKey']);
  assert.equal(shown.values.mapServerKey, null);
  const history = await t.call('site.Site/getSettingHistory', { group: 'map' }, { token: owner });
  const records = await t.db.selectFrom('operation_record').selectAll().where('action', '=', 'saveSetting').execute();
  const sealed = await t.db.selectFrom('secret_value').selectAll().execute();
  assert.ok(!JSON.stringify([shown, history, records]).includes(secret));
  assert.ok(sealed.every((row) => !row.sealed.toString('latin1').includes(secret)));
});

test('null keeps a secret and an empty text deletes it', async () => {
  const kept = await save('map', { ...DEFAULT_SETTINGS.map, mapZoom: 11 }, (await read('map')).version);
  assert.equal(kept.code, 100);
  assert.deepEqual((await read('map')).hasSecret, ['mapServerKey']);
  await save('map', { ...DEFAULT_SETTINGS.map, mapServerKey: '' }, kept.data.version);
  assert.deepEqual((await read('map')).hasSecret, []);
});

test("a logo must be its author's own upload for this field, or the present file", async () => {
  const { account, id } = await t.account({ rules: [45, 4502] });
  const token = await t.signIn(account);
  const own = { token, ticket: await t.ticket(token) };
  const file = async (scene: string, createdBy: number) => {
    const fileId = t.ids.next();
    const facts = { name: 'x.png', content_type: 'image/png', bytes: 9, width: 8, height: 8, sha256: '0'.repeat(64) };
    const at = t.clock.now();
    await t.db
      .insertInto('stored_file')
      .values({ ...facts, id: fileId, scene, created_at: at, created_by: createdBy })
      .execute();
    return fileId;
  };
  const identity = async (change: object) => {
    const { values, version } = await read('identity');
    return save('identity', { ...values, ...change }, version, own);
  };
  const licence = await file('licence', id);
  const others = await file('siteLogo', id + 1);
  for (const change of [{ logoLight: licence }, { logoDark: others }, { favicon: await file('siteLogo', id) }]) {
    const answer = await identity(change);
    assert.equal(answer.code, 40001, JSON.stringify(answer));
    const { errors } = answer.data as unknown as { errors: { field: string }[] };
    assert.deepEqual(
      errors.map(({ field }) => field),
      Object.keys(change),
    );
  }
  assert.equal((await identity({ logoLight: await file('siteLogo', id) })).code, 100);
  const { values, version } = await read('identity');
  assert.equal((await save('identity', { ...values, icp: 'ICP-2' }, version)).code, 100, 'another person keeps it');
  assert.equal((await identity({ logoLight: null })).code, 100);
  const undone = await t.call(
    'common.Undo/undo',
    { id: (await t.call('common.Undo/getList', {}, { token })).data.list[0]?.undoId ?? 0 },
    own,
  );
  assert.equal(undone.code, 100, JSON.stringify(undone));
});

test('replacing a secret needs a separate permission', async () => {
  const { account } = await t.account({ rules: [45, 4502] });
  const token = await t.signIn(account);
  const own = { token, ticket: await t.ticket(token) };
  const { version } = await read('map');
  const refused = await save('map', { ...DEFAULT_SETTINGS.map, mapServerKey: 'x'.repeat(32) }, version, own);
  assert.equal(refused.code, 40301);
  assert.equal((await save('map', { ...DEFAULT_SETTINGS.map, mapZoom: 10 }, version, own)).code, 100);
});

test('all bad values are reported at once, at their fields', async () => {
  const { version } = await read('security');
  const answer = await save('security', { ...DEFAULT_SETTINGS.security, maxFail: 99, lockMin: 1 }, version);
  assert.equal(answer.code, 40001);
  const { errors } = answer.data as unknown as { errors: { field: string }[] };
  assert.deepEqual(errors.map(({ field }) => field).sort(), ['lockMin', 'maxFail']);
});

test('an address list that would lock its author out is refused', async () => {
  const { version } = await read('security');
  const answer = await save('security', { ...DEFAULT_SETTINGS.security, ipAllowList: ['192.0.2.0/24'] }, version);
  assert.equal(answer.code, 40001);
});

test('with the simulator a test message goes to the outbox, and the answer says so', async () => {
  const answer = await t.call('site.Site/testSms', { values: {} }, { token: owner, locale: 'en-US' });
  assert.equal(answer.data.ok, true);
  assert.match(answer.data.detail, /outbox/);
});

test('signed-in people get their stored appearance and language; invalid stored values are ignored', async () => {
  const { account } = await t.account();
  const token = await t.signIn(account);
  const look = async () => (await t.call('site.Site/getSiteInfo', {}, { token })).data.look;
  const keep = (value: Record<string, unknown>) => t.call('common.Preference/save', { key: 'look', value }, { token });
  assert.equal(await look(), undefined);
  const chosen = { scheme: 'dark', compact: true, colorWeak: false, locale: 'pt-BR', at: 1_772_000_000_000 };
  await keep(chosen);
  assert.deepEqual(await look(), chosen);
  await keep({ ...chosen, scheme: 'pink' });
  assert.equal(await look(), undefined);
  // Another account has a separate appearance.
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token: owner })).data.look, undefined);
});

const versionAt = async (group: SiteSettingGroup, wanted: { at: string } | { version: number }) =>
  (await t.call('site.Site/getSettingVersion', { group, ...wanted }, { token: owner })).data;
const restore = async (group: SiteSettingGroup, from: number, options: object = {}) =>
  t.call(
    'site.Site/restoreSetting',
    { group, from, version: (await read(group)).version },
    { token: owner, ticket, ...options },
  );

test('an earlier version is restored as a new one, which the history names, and undo reverts it', async () => {
  const { version, values } = await read('business');
  const first = await save('business', { ...values, fundAuditExpireDays: 11 }, version);
  const second = await save('business', { ...values, fundAuditExpireDays: 12 }, first.data.version);
  const restored = await restore('business', first.data.version);
  assert.equal(restored.code, 100, restored.msg);
  assert.equal(restored.data.version, second.data.version + 1);
  assert.equal((await read('business')).values.fundAuditExpireDays, 11);
  const [newest] = (await t.call('site.Site/getSettingHistory', { group: 'business' }, { token: owner })).data.list;
  assert.deepEqual([newest?.restoredFrom, newest?.changed], [first.data.version, ['fundAuditExpireDays']]);
  const { undoId } = (await t.call('common.Undo/getList', {}, { token: owner })).data.list[0] ?? {};
  const undone = await t.call('common.Undo/undo', { id: undoId ?? 0 }, { token: owner, ticket });
  assert.equal(undone.code, 100, undone.msg);
  assert.equal((await read('business')).values.fundAuditExpireDays, 12);
});

test('the initial values can be restored, but not an unknown version and not over a concurrent edit', async () => {
  assert.equal((await restore('business', 0)).code, 100);
  assert.deepEqual((await read('business')).values, DEFAULT_SETTINGS.business);
  assert.equal((await restore('business', 9_999)).code, 40401);
  const late = await t.call(
    'site.Site/restoreSetting',
    { group: 'business', from: 0, version: 1 },
    { token: owner, ticket },
  );
  assert.equal(late.code, 40901);
});

test('a restore needs a second verification, keeps the secrets, and reveals none of them', async () => {
  const { version, values } = await read('map');
  const first = await save('map', { ...values, mapZoom: 9 }, version);
  await save('map', { ...values, mapZoom: 8, mapServerKey: 'c'.repeat(32) }, first.data.version);
  const unverified = await restore('map', first.data.version, { ticket: undefined });
  assert.equal(unverified.code, 40303);
  assert.equal((await restore('map', first.data.version)).code, 100);
  const now = await read('map');
  assert.deepEqual([now.values.mapZoom, now.hasSecret], [9, ['mapServerKey']]);
  const then = await versionAt('map', { version: first.data.version });
  assert.deepEqual([then.values.mapServerKey, then.hasSecret], [null, []]);
});

test('disabling approval by a second person through a restore needs that approval too', async () => {
  const { version, values } = await read('security');
  const off = { ...values, fourEyes: false };
  const stored = { group_key: 'security', created_at: t.clock.now(), created_by: 0, changed: '[]' };
  for (const [at, content] of [off, values].entries()) {
    await t.db
      .insertInto('site_setting')
      .values({ ...stored, id: t.ids.next(), version: version + 1 + at, content: JSON.stringify(content) })
      .execute();
  }
  await t.account({ rules: [45, 4502] });
  const answer = await restore('security', version + 1);
  assert.equal(answer.code, 110, JSON.stringify(answer));
  assert.equal((await read('security')).values.fourEyes, true);
});

test('a version that was stored without a list of secrets reports its secrets as unknown', async () => {
  const { version } = await read('security');
  assert.equal((await versionAt('security', { version })).hasSecret, null);
});

test('settings requested as of a past moment equal the settings read at that moment', async () => {
  const groups = ['identity', 'map', 'business'] as const;
  const answers: { group: (typeof groups)[number]; at: string; answer: object }[] = [];
  const facts = async (group: (typeof groups)[number]) => {
    const { values, version, hasSecret } = await read(group);
    return { values, version, hasSecret: [...hasSecret] };
  };
  const setClock = (ms: number) => t.clock.set(new Date(ms).toISOString());
  /** Time of the last answer after a save, by group. The test never saves a group with an earlier time. */
  const answeredAfterSave = new Map<string, number>();
  const step = fc.record({
    group: fc.constantFrom(...groups),
    /** Milliseconds until the next step. The number may be negative, because clocks of processes differ. */
    later: fc.integer({ min: -50, max: 5_000 }),
    act: fc.constantFrom('save', 'save', 'secret', 'restore', 'read'),
    n: fc.integer({ min: 3, max: 18 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      for (const { group, later, act, n } of steps) {
        const wanted = t.clock.now().getTime() + (act === 'read' ? Math.abs(later) : later);
        setClock(Math.max(wanted, (answeredAfterSave.get(group) ?? 0) + 1));
        const { values, version } = await read(group);
        const change = { identity: { icp: `ICP-${n}` }, map: { mapZoom: n }, business: { fundAuditExpireDays: n } }[
          group
        ];
        const key = act === 'secret' && group === 'map' ? { mapServerKey: n % 2 ? 'd'.repeat(32) : '' } : {};
        if (act === 'restore') await restore(group, n % (version + 1), { ticket: await t.ticket(owner) });
        else if (act !== 'read')
          await save(group, { ...values, ...change, ...key }, version, { ticket: await t.ticket(owner) });
        // Record each answer with its time. At the end, each answer is compared with the history of that time.
        const last = (await versionAt(group, { at: '2099-01-01T00:00:00Z' })).at;
        const saved = last ? Date.parse(last) : 0;
        const at = new Date(Math.max(t.clock.now().getTime(), saved));
        if (at.getTime() > saved) answeredAfterSave.set(group, at.getTime());
        setClock(at.getTime());
        answers.push({ group, at: at.toISOString(), answer: await facts(group) });
        setClock(at.getTime() + 1);
      }
      for (const { group, at, answer } of answers) {
        const { values, version, hasSecret } = await versionAt(group, { at });
        assert.deepEqual({ values, version, hasSecret: hasSecret ?? [] }, answer, `${group} at ${at}`);
      }
    }),
    { numRuns: 12 },
  );
  const before = await versionAt('identity', { at: '2020-01-01T00:00:00Z' });
  assert.deepEqual([before.version, before.values, before.at], [0, DEFAULT_SETTINGS.identity, null]);
});

test('after a restart, messages count as simulated only while no provider is chosen', async () => {
  const portsOfNewProcess = () =>
    configuredPorts(t.db, t.ports.secrets, t.clock, createSmsSimulator(t.db, t.clock, t.ids)).sms;
  const { version } = await read('sms');
  assert.equal(await portsOfNewProcess().isSimulated(), true);
  await insertSetting(t.db, {
    ...{ id: t.ids.next(), group: SITE.groups.sms, version: version + 1, secrets: [], restoredFrom: null, by: 1 },
    ...{ values: { ...DEFAULT_SETTINGS.sms, provider: 'aliyun' }, changed: ['provider'], at: t.clock.now() },
  });
  assert.equal(await portsOfNewProcess().isSimulated(), false);
});
