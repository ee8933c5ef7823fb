import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { SMS_TYPE } from '../../contract/limits';
import { runnerTools } from '../../server/exports';
import { runWaiting } from '../../server/modules/exportManage';
import { moduleExportSources } from '../../server/modules/exports';
import { createTestApp, type TestApp } from '../../server/testing';
import { validInputs } from '../support/inputs';
import { acceptable, secretFor, secretTargets } from '../support/settingSecrets';

/** Tests that planted secrets appear in no response, operation record or log line (QUALITY C.3 37, 38). */

let t: TestApp;
const lines: string[] = [];
const answers: string[] = [];
const canaries: string[] = [];

/** Creates a canary of 32 hexadecimal digits and stores it for the final search. */
function plant(): string {
  const canary = t.clock.randomBytes(16).toString('hex');
  canaries.push(canary);
  return canary;
}

before(async () => {
  const logger = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(line) });
  t = await createTestApp({ demo: true, logger });
});
after(() => t.close());

async function call(address: string, input: unknown, token?: string) {
  const answer = await t.raw(address, input, { token, ticket: token ? await t.ticket(token) : undefined });
  answers.push(JSON.stringify(answer));
  return answer;
}

test('fifty planted secrets are stored, and no response returns them', async () => {
  const owner = await t.signIn();
  const map = (await call('site.Site/getSetting', { group: 'map' }, owner)).data as { values: object; version: number };
  const sms = (await call('site.Site/getSetting', { group: 'sms' }, owner)).data as { values: object; version: number };
  for (let round = 0; round < 10; round += 1) {
    const mapSecrets = { mapSecurityCode: plant(), mapServerKey: plant() };
    const savedMap = { group: 'map', values: { ...map.values, ...mapSecrets }, version: map.version + round };
    assert.equal((await call('site.Site/saveSetting', savedMap, owner)).code, 100);
    const smsSecrets = { accessKeySecret: plant() };
    const savedSms = { group: 'sms', values: { ...sms.values, ...smsSecrets }, version: sms.version + round };
    assert.equal((await call('site.Site/saveSetting', savedSms, owner)).code, 100);
    // Calls that the server refuses must not leak secrets either.
    await call(
      'site.Site/saveSetting',
      { ...savedMap, values: { ...map.values, mapServerKey: plant(), mapZoom: 99 } },
      owner,
    );
    await call('Login/login', { account: 'owner', password: plant(), captchaId: 'x', code: 'abcd' });
  }
  assert.equal(canaries.length, 50);
  canaries.push(owner);

  for (const name of ['auditor', 'operations'])
    await t.account({ account: `reader-${name}`, identity: name as 'auditor' });
  for (const name of ['owner', 'reader-auditor', 'reader-operations']) {
    const token = await t.signIn(name);
    canaries.push(token);
    for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.method !== 'GET') continue;
      for (const input of validInputs(endpoint, 4, 7)) await call(address, input, token);
    }
    for (const group of ['map', 'sms', 'security'] as const) {
      await call('site.Site/getSetting', { group }, token);
      await call('site.Site/getSettingHistory', { group, limit: 100 }, token);
    }
  }
  const records = await t.db.selectFrom('operation_record').selectAll().execute();
  const settings = await t.db.selectFrom('site_setting').selectAll().execute();
  const places: Record<string, string> = {
    answers: answers.join('\n'),
    log: lines.join('\n'),
    records: JSON.stringify(records),
    settings: JSON.stringify(settings),
  };
  assert.ok(records.length >= 40 && lines.length >= 100 && answers.length >= 100);
  for (const [place, text] of Object.entries(places)) {
    for (const canary of canaries) assert.equal(text.includes(canary), false, `${place} holds a planted secret`);
  }
});

test('the log has one line per request for any input, and no complete phone number or code', async () => {
  lines.length = 0;
  const { tel } = await t.account({ account: 'quiet', tel: '13898765432' });
  await call('Verify/sendMessage', { tel, sms_type: SMS_TYPE.login });
  const message = await t.db.selectFrom('sms_outbox').select('text').where('tel', '=', tel).executeTakeFirstOrThrow();
  const code = /\d{6}/.exec(message.text)?.[0] ?? '';
  await call('Login/loginFormPhoneVerify', { tel, code, sms_type: SMS_TYPE.login });
  await t.app.http.inject({
    method: 'GET',
    url: '/api/nothing%0a{"level":60}%1b[31m',
    headers: { 'user-agent': 'curl/8 \u001b[31m', 'x-request-id': 'chosen by the caller' },
  });
  assert.equal(lines.length, 3);
  for (const line of lines) {
    assert.equal(line.trimEnd().split('\n').length, 1);
    assert.ok(!line.includes('\u001b') && !line.includes('chosen by the caller'));
    const { requestId } = JSON.parse(line) as { requestId: string };
    assert.match(requestId, /^[0-9a-f]{32}$/);
    // The request id and decimals of durations are random and may contain the digits of the code.
    const fixed = line.replaceAll(requestId, '').replaceAll(/\.\d+/g, '');
    assert.ok(!fixed.includes(tel) && !fixed.includes(code), fixed);
  }
});

test('a secret of any settings page appears in no response, operation record, notice, export or log line', async () => {
  const owner = await t.signIn();
  const planted: { readonly place: string; readonly canary: string }[] = [];
  const heard: string[] = [];
  lines.length = 0;
  const ask = async (address: string, input: unknown, ticket?: string) => {
    const answer = await t.raw(address, input, { token: owner, ...(ticket && { ticket }) });
    heard.push(JSON.stringify(answer));
    return answer;
  };
  const targets = secretTargets();
  assert.ok(targets.some(({ name }) => name === 'oem') && targets.some(({ name }) => name === 'map'));
  // The connection tests of the settings pages must not reach the network.
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async () => {
    throw new TypeError('there is no network here');
  };
  try {
    for (const { name, group, get, save, reads, test: tryOut } of targets) {
      const { values, version } = (await ask(get, { group: name })).data as { values: object; version: number };
      const secrets: Record<string, string> = {};
      for (const [at, field] of group.secrets.entries()) {
        const declared = group.fields[field];
        const secret = declared && secretFor(field, declared, planted.length + at + 1);
        if (!secret) continue;
        secrets[field] = secret.text;
        planted.push({ place: `${group.key}.${field}`, canary: secret.canary });
      }
      const input = { group: name, values: acceptable(group, { ...values, ...secrets }), version };
      const saved = await ask(save, input, await t.ticket(owner));
      assert.equal(saved.code, 100, `${group.key}: ${JSON.stringify(saved)}`);
      // Calls that the server refuses must not leak secrets either. This call has an outdated version.
      assert.equal((await ask(save, input, await t.ticket(owner))).code, 40901, group.key);
      if (tryOut) await ask(tryOut, { group: name, version: version + 1 });
      for (const address of reads) {
        await ask(address, { group: name, limit: 100 });
        for (const number of [version, version + 1]) await ask(address, { group: name, version: number });
        await ask(address, { group: name, at: t.clock.now().toISOString() });
      }
    }
  } finally {
    globalThis.fetch = originalFetch;
  }
  assert.ok(planted.length >= targets.length);
  const stored = await t.db.selectFrom('secret_value').select('place').execute();
  for (const { place } of planted)
    assert.ok(
      stored.some((row) => row.place === `site_setting/${place.replace('.', '/')}`),
      place,
    );

  const places: Record<string, string> = {
    answers: heard.join('\n'),
    log: lines.join('\n'),
    records: JSON.stringify(await t.db.selectFrom('operation_record').selectAll().execute()),
    settings: JSON.stringify(await t.db.selectFrom('site_setting').selectAll().execute()),
    states: JSON.stringify(await t.db.selectFrom('config_state').selectAll().execute()),
    notices: JSON.stringify(await t.db.selectFrom('notice_outbox').selectAll().execute()),
    exports: await exportedRecords(owner),
  };
  assert.match(places.exports ?? '', /oemSetting|贴牌配置|OEM/);
  for (const [place, text] of Object.entries(places)) {
    const body = text.replaceAll('\\n', '\n');
    for (const secret of planted) assert.equal(body.includes(secret.canary), false, `${place} holds ${secret.place}`);
  }
});

/** Exports the operation records with all columns. */
async function exportedRecords(token: string): Promise<string> {
  const source = moduleExportSources.find(({ module }) => module === 'rights.record');
  const columns = source?.columns.map(({ key }) => key) ?? [];
  const asked = await t.raw(
    'export.Task/create',
    { module: 'rights.record', filter: {}, columns, format: 'csv' },
    { token, ticket: await t.ticket(token) },
  );
  assert.equal(asked.code, 110, JSON.stringify(asked));
  const { db, clock, ids, ports } = t;
  const log = { error: (details: unknown) => assert.fail(JSON.stringify(details)) };
  await runWaiting(
    runnerTools(
      { db, clock, ids, log },
      { reading: { upToDate: async () => db }, ports, settings: { ...t.parts.settings } as never },
    ),
  );
  const { taskId } = asked.data as { taskId: number };
  return readFileSync(join(ports.exportFolder, `${taskId}.csv`), 'utf8');
}
