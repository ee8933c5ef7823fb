import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  CODE_ACTIONS,
  CODE_PLATFORMS,
  type CodeAction,
  hasAction,
  MINI_PLATFORMS,
  MINI_VERSION_STATES,
  type MiniPlatform,
  type MiniVersionState,
  type VersionAction,
  versionLifecycle,
} from '../../../contract/miniCode.states';
import { createTestApp, type TestApp } from '../../testing';
import { inTime, waitMs } from './handlers';
import { releasePassed } from './jobs';
import { orderTask } from './order';
import { rankOf } from './rules';
import { askUnknown, readVersions, takeUp } from './runner';
import { holdTask, insertVersion, markCalled, taskById } from './store';
import { gate, type MemoryCodePlatform, memoryCodePlatform } from './testing';

const MINUTE = 60_000;
const DESC = '本次更新优化了下单流程与骑手位置显示。';
const AUDIT = { versionDesc: DESC, servicePhone: '400-123-456', regionType: 'CHINA' };
/** Valid inputs of the actions that require an input. */
const PAYLOAD: Partial<Record<CodeAction, object>> = {
  upload: { versionDesc: 'new' },
  submitAudit: AUDIT,
  withdrawAudit: { reason: 'wrong text' },
  grayRelease: { percent: 30 },
  release: { confirmVersion: '1.0.0' },
  offline: { reason: 'maintenance' },
};

let t: TestApp;
let owner: string;
let worlds: Record<MiniPlatform, MemoryCodePlatform>;
const ali = () => worlds.ali;
const tools = () => ({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports });
const appOf = (platform: MiniPlatform) => ({ platform, appId: `app-${platform}` });

before(async () => {
  t = await createTestApp({ ports: { codePlatformOf: async (platform) => worlds[platform] } });
  owner = await t.signIn();
});
beforeEach(async () => {
  worlds = { wx: memoryCodePlatform('wx'), ali: memoryCodePlatform('ali'), dy: memoryCodePlatform('dy') };
  await t.db.deleteFrom('mini_code_task').execute();
  await t.db.deleteFrom('mini_version').execute();
  await t.db.deleteFrom('notice_outbox').execute();
});
after(() => t.close());

interface Answer {
  code: number;
  msg: string;
  data: {
    taskId: number;
    no: string;
    state: string;
    message: string | null;
    errors?: { field: string; message: string }[];
  };
}
const operate = async (
  action: CodeAction,
  appVersion?: string,
  payload: object | undefined = PAYLOAD[action],
  how: { platform?: MiniPlatform; token?: string; key?: string; ticket?: string } = {},
) => {
  const { platform = 'ali', token = owner, ...rest } = how;
  const input = { action, ...(appVersion && { appVersion }), ...(payload && { payload }) };
  const address = `${CODE_PLATFORMS[platform].controller}/operateCode`;
  return (await t.raw(address, input, { token, locale: 'en-US', ...rest })) as unknown as Answer;
};
const list = async (platform: MiniPlatform = 'ali', input: object = {}) =>
  (await t.call(`${CODE_PLATFORMS[platform].controller}/getVersions`, input, { token: owner })).data;
const put = async (appVersion: string, state: MiniVersionState, platform: MiniPlatform = 'ali', more: object = {}) => {
  const now = t.clock.now();
  await insertVersion(t.db, {
    ...{ id: t.ids.next(), created_at: now, updated_at: now, platform, app_id: `app-${platform}` },
    ...{ app_version: appVersion, rank: rankOf(appVersion), state, source: 'template', uploaded_at: now },
    ...more,
  });
  worlds[platform].put(appVersion, state);
};
const stateOf = async (appVersion: string, platform: MiniPlatform = 'ali') =>
  (await list(platform)).list.find((row) => row.appVersion === appVersion)?.state;
const task = async (id: number) => {
  const found = await taskById(t.db, 'ali', id);
  assert.ok(found);
  return found;
};
const secondOwner = async (action: CodeAction) => (action === 'offline' ? { ticket: await t.ticket(owner) } : {});

test('until a platform is configured, all three pages say so and offer no action', async () => {
  const bare = await createTestApp();
  const token = await bare.signIn();
  for (const platform of MINI_PLATFORMS) {
    const { controller, name } = CODE_PLATFORMS[platform];
    const answer = await bare.call(`${controller}/getVersions`, {}, { token, locale: 'en-US' });
    assert.equal(answer.data.summary.notConfigured, `Not configured: ${name['en-US']}`);
    const refused = await bare.raw(`${controller}/operateCode`, { action: 'sync' }, { token });
    assert.equal(refused.code, 42330);
  }
  await bare.close();
});

test('a version moves from upload to online, and the former one becomes history', async () => {
  await put('0.9.0', 'online', 'ali', { released_at: t.clock.now() });
  const uploaded = await operate('upload', '1.0.0');
  assert.equal(uploaded.code, 100, uploaded.msg);
  assert.match(uploaded.data.no, /^MC20260301\d{12}$/);
  assert.equal(await stateOf('1.0.0'), 'dev');
  assert.equal((await operate('submitAudit', '1.0.0')).code, 100);
  ali().put('1.0.0', 'passed');
  await readVersions(tools(), appOf('ali'));
  assert.equal(await stateOf('1.0.0'), 'passed');
  assert.equal((await operate('grayRelease', '1.0.0')).code, 100);
  assert.equal((await operate('release', '1.0.0')).code, 100);
  const { list: rows, summary } = await list();
  assert.deepEqual(
    rows.map(({ appVersion, state }) => [appVersion, state]),
    [
      ['1.0.0', 'online'],
      ['0.9.0', 'history'],
    ],
  );
  assert.equal(summary.online, '1.0.0');
  assert.equal(rows[0]?.rollbackTo, '0.9.0');
  assert.equal((await operate('rollback', '1.0.0')).code, 100);
  assert.deepEqual([await stateOf('1.0.0'), await stateOf('0.9.0')], ['offline', 'online']);
});

test("for every state, action and platform, the table's transitions succeed; others are refused and change nothing", async () => {
  let cells = 0;
  for (const platform of MINI_PLATFORMS) {
    for (const state of MINI_VERSION_STATES) {
      for (const action of CODE_ACTIONS) {
        if (action === 'upload' || action === 'sync') continue;
        await t.db.deleteFrom('mini_code_task').execute();
        await t.db.deleteFrom('mini_version').execute();
        worlds[platform].calls.length = 0;
        await put('0.9.0', 'history', platform, { released_at: t.clock.now() });
        await put('1.0.0', state, platform, { released_at: state === 'online' ? t.clock.now() : null });
        const answer = await operate(action, '1.0.0', PAYLOAD[action], { platform, ...(await secondOwner(action)) });
        const name = `${platform} ${state} ${action}: ${answer.msg}`;
        cells += 1;
        if (!hasAction(platform, action)) assert.equal(answer.code, 40001, name);
        else if (state === 'deleted') assert.equal(answer.code, 40401, name);
        else if (!versionLifecycle[platform].allowed(state, action)) assert.equal(answer.code, 42201, name);
        else {
          assert.equal(answer.code, 100, name);
          const { to } = versionLifecycle[platform].transition(action as VersionAction);
          assert.equal(await stateOf('1.0.0', platform), to, name);
          continue;
        }
        assert.equal(await stateOf('1.0.0', platform), state, name);
        assert.deepEqual(worlds[platform].calls, [], name);
      }
    }
  }
  assert.equal(cells, 3 * 11 * 9);
});

test('the rows offer exactly the transitions of the table, and none while a task is running', async () => {
  for (const state of MINI_VERSION_STATES) {
    await t.db.deleteFrom('mini_version').execute();
    await put('1.0.0', state);
    const [row] = (await list()).list;
    const allowed = versionLifecycle.ali.actionsFrom(state, new Set(), true);
    // A rollback is offered only if an earlier version can be restored.
    assert.deepEqual(
      row?.actions,
      allowed.filter((action) => action !== 'rollback'),
      state,
    );
  }
});

test('a version number must exceed the newest one; a deleted or failed number can be reused', async () => {
  await put('1.2.0', 'dev');
  for (const version of ['1.2.0', '1.1.9', '1.0.10']) {
    const answer = await operate('upload', version);
    assert.deepEqual([answer.code, answer.msg], [42334, 'Version must exceed 1.2.0']);
  }
  assert.equal((await operate('deleteDev', '1.2.0')).code, 100);
  assert.equal((await operate('upload', '1.2.0')).code, 100);
});

test('a twenty-first development version is refused', async () => {
  for (let n = 1; n <= 20; n += 1) await put(`1.0.${n}`, 'dev');
  assert.equal((await operate('upload', '2.0.0')).code, 42337);
});

test('only one audit at a time; the payment platform also blocks for passed, rejected and gray versions', async () => {
  for (const blocking of ['auditing', 'passed', 'rejected', 'gray'] as const) {
    await t.db.deleteFrom('mini_version').execute();
    await put('1.0.0', blocking);
    await put('1.1.0', 'dev');
    assert.equal((await operate('submitAudit', '1.1.0')).code, 42335, blocking);
  }
  await put('1.0.0', 'rejected', 'wx');
  await put('1.1.0', 'dev', 'wx');
  const submitted = await operate('submitAudit', '1.1.0', { versionDesc: DESC }, { platform: 'wx' });
  assert.equal(submitted.code, 100);
  assert.equal(await stateOf('1.0.0', 'wx'), 'dev', 'another version takes its place');
  await put('1.2.0', 'dev', 'wx');
  assert.equal((await operate('submitAudit', '1.2.0', { versionDesc: DESC }, { platform: 'wx' })).code, 42335);
});

test('a rollback needs an earlier online version and cannot be repeated where the platform forbids it', async () => {
  await put('1.0.0', 'online', 'ali', { released_at: t.clock.now() });
  assert.equal((await operate('rollback', '1.0.0')).code, 42336);
  for (const [n, version] of ['1.0.0', '1.1.0', '1.2.0'].entries()) {
    await put(version, n === 2 ? 'online' : 'history', 'dy', { released_at: new Date(t.clock.now().getTime() + n) });
  }
  assert.equal((await operate('rollback', '1.2.0', undefined, { platform: 'dy' })).code, 100);
  assert.equal(await stateOf('1.1.0', 'dy'), 'online');
  assert.equal((await operate('rollback', '1.1.0', undefined, { platform: 'dy' })).code, 42336);
});

test('an exhausted quota of withdrawals is refused with its own code', async () => {
  await put('1.0.0', 'auditing', 'wx');
  worlds.wx.meet('withdrawAudit', { kind: 'refused', code: '87013', message: 'quota' });
  const answer = await operate('withdrawAudit', '1.0.0', PAYLOAD.withdrawAudit, { platform: 'wx' });
  assert.deepEqual([answer.code, answer.data.state], [42338, 'failed']);
  assert.equal(await stateOf('1.0.0', 'wx'), 'auditing');
});

test("a platform's refusal fails the task with its text; a missing allow-list entry is explained with the fix", async () => {
  await put('1.0.0', 'dev');
  ali().meet('submitAudit', { kind: 'refused', code: 'isv.name', message: '名称违规' });
  const refused = await operate('submitAudit', '1.0.0');
  assert.deepEqual([refused.code, refused.msg, refused.data.state], [50201, 'Upstream answered: 名称违规', 'failed']);
  worlds.wx.meet('upload', { kind: 'refused', code: '-10008', message: 'invalid ip 203.0.113.9' });
  const address = await operate('upload', '1.0.0', { versionDesc: 'new' }, { platform: 'wx' });
  assert.equal(address.code, 42333);
  assert.match(address.msg, /invalid ip 203\.0\.113\.9; add the address to the allow list/);
  assert.equal(await stateOf('1.0.0', 'wx'), 'buildFailed');
});

test('all invalid fields are refused together, each with its own text', async () => {
  const version = await operate('upload', '1.2');
  assert.deepEqual([version.code, version.data.errors?.[0]?.message], [40001, 'Use three numbers such as 1.2.0']);
  await put('1.0.0', 'dev');
  const audit = await operate('submitAudit', '1.0.0', { versionDesc: 'too short', regionType: 'MARS' });
  assert.deepEqual(
    audit.data.errors?.map(({ field, message }) => [field, message]),
    [
      ['versionDesc', 'Description must be 30–500 characters'],
      ['servicePhone', 'Give a phone or an email'],
      ['regionType', 'Service area is not one of the choices'],
    ],
  );
  const typed = await operate('release', '1.0.0', { confirmVersion: '1.0.1' });
  assert.equal(typed.data.errors?.[0]?.field, 'confirmVersion');
  assert.equal((await t.db.selectFrom('mini_code_task').select('id').execute()).length, 0);
});

/** Builds the first bytes of a JPEG with this size. @param components 3 is RGB, 4 is CMYK */
function jpeg(size: number, components: number): Buffer {
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const frame = Buffer.from([0xff, 0xc0, 0, 8 + 3 * components, 8, 0, size, 0, size, components]);
  return Buffer.concat([start, frame, Buffer.alloc(3 * components), Buffer.from([0xff, 0xd9])]);
}

test('a logo must be the caller’s upload, 180 × 180 and in RGB', async () => {
  await put('1.0.0', 'dev');
  const upload = async (bytes: Buffer) => {
    const edge = 'edge';
    const body = Buffer.concat([
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="scene"\r\n\r\nminiCodeLogo\r\n`),
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="logo.jpg"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]);
    const answer = await t.app.http.inject({
      method: 'POST',
      url: '/api/common.File/upload',
      headers: { authorization: owner, 'content-type': `multipart/form-data; boundary=${edge}`, 'user-agent': BROWSER },
      payload: body,
    });
    return answer.json<{ data: { fileId: number } }>().data.fileId;
  };
  const messageOf = async (appLogo: number) =>
    (await operate('submitAudit', '1.0.0', { ...AUDIT, appLogo })).data.errors?.[0]?.message;
  assert.equal(await messageOf(await upload(jpeg(180, 4))), 'Save the image in RGB');
  assert.equal(await messageOf(await upload(jpeg(100, 3))), 'Logo must be 180 × 180 pixels');
  assert.equal(await messageOf(99), 'Logo is not one of the choices');
  const appLogo = await upload(jpeg(180, 3));
  assert.equal((await operate('submitAudit', '1.0.0', { ...AUDIT, appLogo })).code, 100);
  const sent = ali().calls.find(({ call }) => call === 'submitAudit')?.input?.appLogo as { bytes: Uint8Array };
  assert.equal(sent.bytes.length, jpeg(180, 3).length);
});
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('a test password is sent to the platform and is never stored unencrypted', async () => {
  await put('1.0.0', 'dev');
  const secret = 'Very-Secret-Word-77';
  const open = gate();
  ali().meet('submitAudit', { kind: 'slow', gate: open.passed, when: 'before' });
  const answer = operate('submitAudit', '1.0.0', { ...AUDIT, testAccount: 'demo', testPassword: secret });
  await until(() => ali().calls.length === 1);
  const everything = async () =>
    JSON.stringify([
      await t.db.selectFrom('mini_code_task').selectAll().execute(),
      await t.db.selectFrom('operation_record').selectAll().execute(),
      await t.db.selectFrom('idempotency_record').selectAll().execute(),
    ]);
  const during = await everything();
  assert.ok(!during.includes(secret));
  assert.ok(during.includes('"testAccount"'));
  open.open();
  assert.equal((await answer).code, 100);
  assert.equal(ali().calls[0]?.input?.testPassword, secret);
  const [row] = await t.db.selectFrom('mini_code_task').select('sealed').execute();
  assert.equal(row?.sealed, null, 'it goes with the end of the task');
  assert.ok(!(await everything()).includes(secret));
  const refused = await operate('submitAudit', '1.0.0', { ...AUDIT, testPassword: secret });
  assert.equal(refused.code, 42201);
  assert.ok(!(await everything()).includes(secret), 'a refused call is recorded without it');
});

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((settle) => setImmediate(settle));
}

test('a second action during a task is refused; the same idempotency key returns the same task', async () => {
  await put('1.0.0', 'dev');
  const open = gate();
  ali().meet('submitAudit', { kind: 'slow', gate: open.passed, when: 'before' });
  const first = operate('submitAudit', '1.0.0', AUDIT, { key: 'one-key-1' });
  await until(() => ali().calls.length === 1);
  const other = await send('upload', '2.0.0');
  const sync = await send('sync');
  const address = 'config.AlipayMini/operateCode';
  const repeated = await t.app.http.inject({
    method: 'POST',
    url: `/api/${address}`,
    headers: { ...HEADERS(), 'idempotency-key': 'one-key-1' },
    payload: JSON.stringify({ action: 'submitAudit', appVersion: '1.0.0', payload: AUDIT }),
  });
  const again = repeated.json<Answer>();
  assert.equal(again.code, 110);
  open.open();
  assert.deepEqual([other.code, sync.code], [40904, 40904]);
  assert.equal((await first).code, 100);
  assert.equal((await first).data.taskId, again.data.taskId);
  assert.equal(ali().calls.filter(({ call }) => call === 'submitAudit').length, 1);
});
/** Calls `operateCode` like `operate`, but does not wait for work after the answer. */
const send = async (action: CodeAction, appVersion?: string): Promise<Answer> => {
  const payload = PAYLOAD[action];
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/config.AlipayMini/operateCode',
    headers: { ...HEADERS(), 'idempotency-key': t.clock.randomBytes(16).toString('hex') },
    payload: JSON.stringify({ action, ...(appVersion && { appVersion }), ...(payload && { payload }) }),
  });
  return answer.json<Answer>();
};
const HEADERS = () => ({
  authorization: owner,
  'content-type': 'application/json',
  'user-agent': BROWSER,
  host: 'localhost',
});

test('of many concurrent actions one begins and the others are refused', async () => {
  await put('1.0.0', 'dev');
  const answers = await Promise.all(Array.from({ length: 8 }, () => operate('submitAudit', '1.0.0')));
  const codes = answers.map(({ code }) => code);
  assert.equal(codes.filter((code) => code === 100).length, 1, codes.join());
  assert.ok(
    codes.every((code) => [100, 40904, 42201].includes(code)),
    codes.join(),
  );
  assert.equal(ali().calls.length, 1);
});

test('the server waits 170 seconds for the payment platform and 25 for the others', async () => {
  assert.deepEqual(MINI_PLATFORMS.map(waitMs), [25_000, 170_000, 25_000]);
  const { signal } = new AbortController();
  const never = new Promise<void>(() => undefined);
  assert.equal(await inTime(never, 10, signal), false);
  assert.equal(await inTime(Promise.resolve(), 10_000, signal), true);
  assert.equal(await inTime(never, 10_000, AbortSignal.abort()), false);
});

test('a stopping server answers 110 with the task, which continues', async () => {
  const platform = memoryCodePlatform('ali');
  const other = await createTestApp({ ports: { codePlatformOf: async () => platform } });
  const open = gate();
  platform.meet('upload', { kind: 'slow', gate: open.passed, when: 'after' });
  const answering = other.app.http.inject({
    method: 'POST',
    url: '/api/config.AlipayMini/operateCode',
    headers: { ...HEADERS(), authorization: await other.signIn(), 'idempotency-key': 'slow-key-1' },
    payload: JSON.stringify({ action: 'upload', appVersion: '1.0.0', payload: PAYLOAD.upload }),
  });
  await until(() => platform.calls.length === 1);
  const stopped = other.app.http.close();
  const answer = (await answering).json<Answer>();
  assert.deepEqual([answer.code, answer.data.state], [110, 'queued']);
  open.open();
  await stopped;
  assert.equal((await taskById(other.db, 'ali', answer.data.taskId))?.state, 'succeeded');
  await other.close();
});

test('a timeout makes the result unknown, blocks other actions, and is followed by queries after 1, 5 and 15 minutes', async () => {
  await put('1.0.0', 'dev');
  ali().meet('submitAudit', { kind: 'timeout', when: 'before' });
  const answer = await operate('submitAudit', '1.0.0');
  assert.deepEqual([answer.code, answer.data.state], [50202, 'unknown']);
  const { taskId } = answer.data;
  const other = await operate('deleteDev', '1.0.0');
  assert.equal(other.code, 40904);
  assert.match(other.msg, /result of “Submit for review 1\.0\.0” is unknown/);
  const asked = () => ali().calls.filter(({ call }) => call === 'versions').length;
  const begun = t.clock.now().getTime();
  for (const [at, questions] of [
    [0, 0],
    [0.9, 0],
    [1, 1],
    [1.1, 1],
    [4.9, 1],
    [5, 2],
    [14.9, 2],
  ] as const) {
    t.clock.set(new Date(begun + at * MINUTE).toISOString());
    await askUnknown(tools());
    assert.equal(asked(), questions, `${at} minutes`);
    assert.equal((await task(taskId)).state, 'unknown');
  }
  t.clock.set(new Date(begun + 15 * MINUTE).toISOString());
  await askUnknown(tools());
  assert.equal(asked(), 3);
  const ended = await task(taskId);
  assert.deepEqual([ended.state, ended.result.message?.['en-US']], ['failed', 'The platform did not carry it out']);
  assert.equal((await operate('submitAudit', '1.0.0')).code, 100);
});

for (const kind of ['timeout', 'broken', 'crash'] as const) {
  test(`an executed action with a lost answer (${kind}) counts as done after the first query`, async () => {
    await put('1.0.0', 'dev');
    ali().meet('submitAudit', { kind, when: 'after' });
    const answer = await operate('submitAudit', '1.0.0');
    assert.deepEqual([answer.code, answer.data.state], [50202, 'unknown']);
    assert.equal(await stateOf('1.0.0'), 'dev');
    t.clock.advance(MINUTE);
    await askUnknown(tools());
    assert.equal((await task(answer.data.taskId)).state, 'succeeded');
    assert.equal(await stateOf('1.0.0'), 'auditing');
  });
}

test("the platform's versions decide each action with a lost answer: done or not done", async () => {
  const from: Record<VersionAction, MiniVersionState> = {
    ...{
      submitAudit: 'dev',
      withdrawAudit: 'auditing',
      backToDev: 'rejected',
      grayRelease: 'passed',
      cancelGray: 'gray',
    },
    ...{ release: 'passed', rollback: 'online', offline: 'online', deleteDev: 'dev' },
  };
  for (const [action, state] of Object.entries(from) as [VersionAction, MiniVersionState][]) {
    for (const when of ['before', 'after'] as const) {
      await t.db.deleteFrom('mini_code_task').execute();
      await t.db.deleteFrom('mini_version').execute();
      worlds.ali = memoryCodePlatform('ali');
      await put('0.9.0', 'history', 'ali', { released_at: t.clock.now() });
      await put('1.0.0', state, 'ali', { released_at: t.clock.now() });
      ali().meet(action, { kind: 'timeout', when });
      const { code, msg, data } = await operate(action, '1.0.0', PAYLOAD[action], await secondOwner(action));
      assert.equal(code, 50202, `${action} ${when}: ${msg}`);
      for (const minutes of [1, 4, 10]) {
        t.clock.advance(minutes * MINUTE);
        await askUnknown(tools());
      }
      const name = `${action} ${when}`;
      assert.equal((await task(data.taskId)).state, when === 'after' ? 'succeeded' : 'failed', name);
      assert.equal(await stateOf('1.0.0'), when === 'after' ? versionLifecycle.ali.transition(action).to : state, name);
    }
  }
});

test('without an answer of the platform the result stays unknown with a notice, until a sync settles it', async () => {
  await put('1.0.0', 'passed');
  ali().meet('release', { kind: 'timeout', when: 'after' });
  const { data } = await operate('release', '1.0.0');
  for (const minutes of [1, 4, 10]) {
    t.clock.advance(minutes * MINUTE);
    ali().meet('versions', { kind: 'timeout', when: 'before' });
    await askUnknown(tools());
  }
  const open = await task(data.taskId);
  assert.deepEqual([open.state, open.ask_at], ['unknown', null]);
  const notices = await t.db.selectFrom('notice_outbox').select('event').execute();
  assert.deepEqual(
    notices.map(({ event }) => event),
    ['miniAudit'],
  );
  assert.equal((await operate('offline', '1.0.0', PAYLOAD.offline, await secondOwner('offline'))).code, 40904);
  assert.equal((await operate('sync')).code, 100);
  assert.equal((await task(data.taskId)).state, 'succeeded');
  assert.equal(await stateOf('1.0.0'), 'online');
});

/* ---- the process that ran a task has stopped ---- */

const order = async () => {
  await put('1.0.0', 'dev');
  return t.db.transaction().execute((db) =>
    orderTask({ ...tools(), db }, appOf('ali'), {
      ...{ action: 'submitAudit', appVersion: '1.0.0', input: AUDIT, holder: 'gone' },
      by: { accountId: 1, name: 'Lin', locale: 'en-US' },
    }),
  );
};
const GONE_MS = 61_000;

test('a queued task of an ended process is run by the next process', async () => {
  const { id } = await order();
  await takeUp(tools());
  assert.equal((await task(id)).state, 'queued', 'the holder may still live');
  t.clock.advance(GONE_MS);
  await takeUp(tools());
  assert.equal((await task(id)).state, 'succeeded');
  assert.equal(ali().calls.length, 1);
});

test('a task whose process ended before the call is run by the next process', async () => {
  const { id } = await order();
  await holdTask(t.db, id, 'gone', { now: t.clock.now(), goneBefore: new Date(0) });
  t.clock.advance(GONE_MS);
  await takeUp(tools());
  assert.equal((await task(id)).state, 'succeeded');
});

for (const isDone of [true, false]) {
  test(`a task whose process ended in the call is unknown, and then ${isDone ? 'done' : 'failed'} by the platform`, async () => {
    const { id } = await order();
    await holdTask(t.db, id, 'gone', { now: t.clock.now(), goneBefore: new Date(0) });
    assert.ok(await markCalled(t.db, id, 'gone', t.clock.now()));
    if (isDone) ali().put('1.0.0', 'auditing');
    t.clock.advance(GONE_MS);
    await takeUp(tools());
    assert.equal((await task(id)).state, 'unknown');
    assert.deepEqual(ali().calls, [], 'it is never called a second time');
    for (const minutes of [1, 4, 10]) {
      t.clock.advance(minutes * MINUTE);
      await takeUp(tools());
      await askUnknown(tools());
    }
    assert.equal((await task(id)).state, isDone ? 'succeeded' : 'failed');
    assert.equal(await stateOf('1.0.0'), isDone ? 'auditing' : 'dev');
  });
}

test('an answer that arrives after another holder took the task changes nothing', async () => {
  await put('1.0.0', 'dev');
  const open = gate();
  ali().meet('submitAudit', { kind: 'slow', gate: open.passed, when: 'after' });
  const answering = operate('submitAudit', '1.0.0');
  await until(() => ali().world.get('1.0.0')?.state === 'auditing');
  t.clock.advance(GONE_MS);
  await takeUp(tools());
  open.open();
  const { code, data } = await answering;
  assert.deepEqual([code, data.state], [50202, 'unknown']);
  t.clock.advance(MINUTE);
  await askUnknown(tools());
  assert.equal((await task(data.taskId)).state, 'succeeded');
});

test('an old task that was never sent is dropped', async () => {
  const { id } = await order();
  t.clock.advance(16 * MINUTE);
  await takeUp(tools());
  const ended = await task(id);
  assert.deepEqual([ended.state, ali().calls.length], ['failed', 0]);
  assert.match(ended.result.message?.['en-US'] ?? '', /nothing was changed/);
});

test('a task that two processes find runs once', async () => {
  await order();
  t.clock.advance(GONE_MS);
  await Promise.all([takeUp(tools()), takeUp(tools()), takeUp(tools())]);
  assert.equal(ali().calls.length, 1);
});

test('a rejection is found while a version is in audit, announced once, and counted in the to-dos', async () => {
  await put('1.0.0', 'auditing');
  const opinion = { reason: '截图不清晰', screenshots: ['https://cdn.example/1.png'] };
  ali().put('1.0.0', 'rejected', { opinion });
  await readVersions(tools(), appOf('ali'));
  await readVersions(tools(), appOf('ali'));
  const { list: rows, summary } = await list();
  assert.deepEqual(
    [rows[0]?.state, rows[0]?.opinion, rows[0]?.screenshots],
    ['rejected', opinion.reason, opinion.screenshots],
  );
  assert.equal(summary.audit?.appVersion, '1.0.0');
  const notices = await t.db.selectFrom('notice_outbox').select(['event', 'content']).execute();
  assert.equal(notices.length, 1);
  assert.match(JSON.stringify(notices[0]?.content), /截图不清晰/);
  const todo = await t.call('dashboard.Index/getTodo', {}, { token: owner });
  assert.equal(todo.data.list.find(({ code }) => code === 'miniRejectedAli')?.count, 1);
});

test('a version with "release when passed" goes online; this server releases it if the platform does not', async () => {
  await put('1.0.0', 'dev', 'wx');
  await operate('submitAudit', '1.0.0', { versionDesc: DESC, autoOnline: true }, { platform: 'wx' });
  worlds.wx.put('1.0.0', 'passed');
  await readVersions(tools(), appOf('wx'));
  await releasePassed(tools());
  await releasePassed(tools());
  assert.equal(await stateOf('1.0.0', 'wx'), 'online');
  assert.equal(worlds.wx.calls.filter(({ call }) => call === 'release').length, 1);
});

test('versions made elsewhere appear, and exactly one is online', async () => {
  await put('1.0.0', 'online', 'ali', { released_at: t.clock.now() });
  ali().put('1.0.0', 'history');
  ali().put('1.1.0', 'online');
  ali().put('1.2.0', 'dev', { description: 'by the tool' });
  assert.equal((await operate('sync')).code, 100);
  assert.deepEqual(
    (await list('ali', { sortField: 'appVersion', sortOrder: 'asc' })).list.map(({ appVersion, state }) => [
      appVersion,
      state,
    ]),
    [
      ['1.0.0', 'history'],
      ['1.1.0', 'online'],
      ['1.2.0', 'dev'],
    ],
  );
});

test('a replaced release remains history although the platform reports it as offline; a release without a successor goes offline', async () => {
  await put('1.0.0', 'history');
  await put('1.1.0', 'online');
  ali().put('1.0.0', 'offline');
  await readVersions(tools(), appOf('ali'));
  assert.deepEqual([await stateOf('1.0.0'), await stateOf('1.1.0')], ['history', 'online']);
  ali().put('1.1.0', 'offline');
  ali().put('1.2.0', 'online');
  await readVersions(tools(), appOf('ali'));
  assert.deepEqual([await stateOf('1.1.0'), await stateOf('1.2.0')], ['history', 'online']);
  ali().put('1.2.0', 'offline');
  await readVersions(tools(), appOf('ali'));
  assert.equal(await stateOf('1.2.0'), 'offline');
});

test('only the owner can take a version offline, with a second verification', async () => {
  await put('1.0.0', 'online');
  await t.account({ account: 'integration', rules: [70, 109, 10906] });
  const token = await t.signIn('integration');
  assert.equal((await operate('offline', '1.0.0', PAYLOAD.offline, { token })).code, 40304);
  assert.equal((await operate('offline', '1.0.0')).code, 40303);
  assert.equal((await operate('offline', '1.0.0', PAYLOAD.offline, await secondOwner('offline'))).code, 100);
  assert.equal(await stateOf('1.0.0'), 'offline');
});

test('the list filters by state and days; without days it contains versions of any age', async () => {
  const old = new Date(t.clock.now().getTime() - 200 * 24 * 60 * MINUTE);
  await put('0.1.0', 'online', 'ali', { uploaded_at: old });
  await put('1.0.0', 'dev');
  assert.equal((await list()).total, 2);
  assert.deepEqual(
    (await list('ali', { state: 'online' })).list.map(({ appVersion }) => appVersion),
    ['0.1.0'],
  );
  const days = await list('ali', { uploadedAtFrom: '2026-02-25', uploadedAtTo: '2026-03-02' });
  assert.deepEqual(
    days.list.map(({ appVersion }) => appVersion),
    ['1.0.0'],
  );
});
