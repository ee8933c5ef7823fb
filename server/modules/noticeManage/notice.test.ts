import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import { text } from '../../../contract/text';
import { runJob } from '../../core/jobs';
import { UpstreamTimeout } from '../../core/platforms/outbound';
import type { SmsMessage, SmsPort } from '../../core/platforms/ports';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { type Notice, notify } from '../notice';
import { teamJobs } from '../team';
import { deliverWaiting } from './delivery';
import { noticeJobs, remindOfCertificates, sendDueSms } from './jobs';

let t: TestApp;
let ownerId: number;
let token: string;
/** Stations for the groups of tests. They are created before sign-in, because a later station would need a new session. */
let mine: { id: number };
let other: { id: number };
let pausing: { id: number };
let certified: { id: number };
const sent: SmsMessage[] = [];
let quota: number | null = null;
let breaks = 0;
/** Number of further calls in which the provider sends the message, but the answer times out. */
let silent = 0;
const sms: SmsPort = {
  isSimulated: async () => false,
  repeats: async () => true,
  async send(message) {
    if (breaks > 0) {
      breaks -= 1;
      throw new Error('the provider is away');
    }
    sent.push(message);
    if (silent > 0) {
      silent -= 1;
      throw new UpstreamTimeout('no answer');
    }
  },
  quotaLeft: async () => quota,
};

before(async () => {
  t = await createTestApp({ ports: { sms } });
  await t.signIn();
  const ground = await prepareGround(t);
  mine = await ground.open({ name: '甲站' });
  other = await ground.open({ name: '乙站' });
  pausing = await ground.open({ name: '自动站' });
  certified = await ground.open({ name: '证件站' });
  ownerId = (await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow()).id;
});
after(() => t.close());
beforeEach(async () => {
  t.clock.set(TEST_NOW);
  token = await t.signIn();
  sent.length = 0;
  quota = null;
  breaks = 0;
  silent = 0;
  for (const table of ['notice_outbox', 'bell_notice', 'bell_inbox', 'notice_rule', 'notice_sms'] as const)
    await t.db.deleteFrom(table).execute();
});

const MINUTE = 60_000;
const NEWS = {
  title: text('{n} 条新消息', '{n} news', '{n} novidades', '{n} 則新訊息'),
  content: text('内容 {n}', 'Content {n}', 'Conteúdo {n}', '內容 {n}'),
};
const deliver = () => deliverWaiting(t.db, t.clock, t.ids);
const tell = (notice: Partial<Notice> & object, n = 1) =>
  notify(t, { ...NEWS, params: { n }, ...notice } as unknown as Notice);
// Sign in for each call: tests advance the clock, and a session expires after half an hour without a call.
const list = async (input: Input<'dashboard.Notice/getList'> = {}, as?: string) =>
  (await t.call('dashboard.Notice/getList', input, { token: as ?? (await t.signIn()), locale: 'en-US' })).data;
const counts = async (as = token) => (await t.call('dashboard.Notice/getUnread', {}, { token: as })).data;
const risk = (n = 1, more: Partial<Notice> = {}) => tell({ event: 'loginRisk', ...more } as Partial<Notice>, n);

type Rule = Input<'dashboard.Notice/saveRule'>;
const rule = (over: Partial<Rule>): Rule => ({
  event: 'loginRisk',
  enabled: true,
  threshold: null,
  channels: ['inSite'],
  identityIds: [],
  accountIds: [ownerId],
  teamAdmins: false,
  mergeMin: 0,
  quiet: null,
  version: 0,
  ...over,
});
const saveRule = (over: Partial<Rule>) => t.call('dashboard.Notice/saveRule', rule(over), { token, locale: 'en-US' });

/** Sends one notice of each type to an inbox. @returns the notice ids by type */
async function oneOfEach(as = ownerId) {
  for (const type of ['notification', 'message', 'event'] as const)
    await tell({ type, source: 'system', accountIds: [as] } as Partial<Notice>);
  await deliver();
  const { list: rows } = await list();
  return Object.fromEntries(rows.map((row) => [row.type, row.id])) as Record<
    'notification' | 'message' | 'event',
    number
  >;
}

test('a notice within a transaction is discarded by a rollback', async () => {
  await assert.rejects(
    t.db.transaction().execute(async (db) => {
      await notify(
        { db, clock: t.clock, ids: t.ids },
        { ...NEWS, type: 'message', source: 'system', accountIds: [ownerId] },
      );
      throw new Error('undone');
    }),
  );
  assert.equal(await deliver(), 0);
  assert.equal((await counts()).total, 0);
});

test('a notice arrives in the reader’s language with its values, source and link', async () => {
  await tell(
    { type: 'message', source: 'rights', accountIds: [ownerId], link: '/teamList/index?open=3' } as Partial<Notice>,
    7,
  );
  await deliver();
  const [row] = (await list()).list;
  assert.equal(row?.title, '7 news');
  assert.equal(row?.sourceText, 'Rights');
  assert.equal(row?.link, '/teamList/index?open=3');
  assert.deepEqual(row?.actions, ['open', 'read', 'remove']);
  const { data } = await t.call('dashboard.Notice/getList', {}, { token, locale: 'pt-BR' });
  assert.equal(data.list[0]?.title, '7 novidades');
});

test('a link to another site is refused when the notice is made', async () => {
  for (const link of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example', '/a b'])
    await assert.rejects(tell({ type: 'message', source: 'system', accountIds: [ownerId], link } as Partial<Notice>));
});

test('reading updates the counts, and reading twice changes nothing', async () => {
  const ids = await oneOfEach();
  assert.deepEqual(await counts(), {
    total: 3,
    unread: 3,
    types: {
      notification: { total: 1, unread: 1 },
      message: { total: 1, unread: 1 },
      event: { total: 1, unread: 1 },
    },
    announcements: { unread: 0, popups: 0 },
  });
  for (let round = 0; round < 2; round += 1) {
    const { data } = await t.call('dashboard.Notice/read', { ids: [ids.event] }, { token });
    assert.equal(data.success, 1);
    assert.deepEqual([data.counts.total, data.counts.unread, data.counts.types.event.unread], [3, 2, 0]);
  }
  const { data: site } = await t.call('site.Site/getSiteInfo', {}, { token });
  assert.deepEqual(site.unread, { notification: 1, message: 1, event: 0 });
});

test('clearing a type deletes all notices of this type and updates both counts', async () => {
  await oneOfEach();
  await oneOfEach();
  const { data } = await t.call('dashboard.Notice/clear', { type: 'event' }, { token });
  assert.equal(data.success, 2);
  assert.deepEqual([data.counts.total, data.counts.unread], [4, 4]);
  assert.ok((await list()).list.every((row) => row.type !== 'event'));
});

test('all notices of a type, or all notices, can be marked as read at once', async () => {
  await oneOfEach();
  assert.equal((await t.call('dashboard.Notice/readAll', { type: 'message' }, { token })).data.counts.unread, 2);
  assert.equal((await t.call('dashboard.Notice/readAll', {}, { token })).data.counts.unread, 0);
});

test("people cannot read, change or count other people's notices", async () => {
  const ids = await oneOfEach();
  const other = await t.account();
  const theirs = await t.signIn(other.account);
  assert.equal((await list({}, theirs)).total, 0);
  for (const address of ['dashboard.Notice/read', 'dashboard.Notice/remove'] as const) {
    const { data } = await t.call(address, { ids: [ids.event] }, { token: theirs });
    assert.equal(data.success, 0);
    assert.equal(data.failed[0]?.code, 40401);
  }
  await t.call('dashboard.Notice/clear', { type: 'event' }, { token: theirs });
  assert.deepEqual([(await counts()).total, (await counts()).unread], [3, 3]);
});

test('the list filters by type, read and days, and sorts both ways', async () => {
  const ids = await oneOfEach();
  await t.call('dashboard.Notice/read', { ids: [ids.message] }, { token });
  t.clock.advance(24 * 60 * MINUTE);
  await risk(2, { accountIds: [ownerId] });
  await deliver();
  assert.deepEqual(
    (await list({ type: 'event,message' as never })).list.map((row) => row.id),
    [ids.event, ids.message],
  );
  assert.deepEqual(
    (await list({ read: 'true' })).list.map((row) => row.id),
    [ids.message],
  );
  assert.equal((await list({ atFrom: '2026-03-02', atTo: '2026-03-02' })).list[0]?.title, '2 news');
  assert.equal((await list({ atTo: '2026-03-01' })).total, 3);
  assert.equal((await list({ sortField: 'at', sortOrder: 'asc' })).list.at(-1)?.title, '2 news');
  const wide = await t.call(
    'dashboard.Notice/getList',
    { atFrom: '2025-01-01', atTo: '2026-03-01' },
    { token: await t.signIn() },
  );
  assert.equal(wide.code, 40006);
});

test('repetitions within the merge window become one notice; after reading or later a new one begins', async () => {
  await saveRule({ mergeMin: 10 });
  await risk(1);
  await deliver();
  t.clock.advance(9 * MINUTE);
  await risk(2);
  await deliver();
  let rows = (await list()).list;
  assert.deepEqual(
    rows.map((row) => [row.title, row.count]),
    [['2 news', 2]],
  );
  assert.equal((await counts()).unread, 1);

  t.clock.advance(2 * MINUTE);
  await risk(3);
  await deliver();
  rows = (await list()).list;
  assert.deepEqual(
    rows.map((row) => [row.title, row.count]),
    [
      ['3 news', 1],
      ['2 news', 2],
    ],
  );

  await t.call('dashboard.Notice/readAll', {}, { token });
  t.clock.advance(MINUTE);
  await risk(4);
  await deliver();
  assert.equal((await list()).list[0]?.count, 1);
  assert.equal((await counts()).unread, 1);
});

test('occurrences that are delivered together are merged too', async () => {
  await saveRule({ mergeMin: 5 });
  for (const n of [1, 2, 3]) await risk(n);
  await deliver();
  assert.deepEqual(
    (await list()).list.map((row) => [row.title, row.count]),
    [['3 news', 3]],
  );
});

test('text messages in quiet hours wait until their end, across midnight', async () => {
  await saveRule({ channels: ['inSite', 'sms'], quiet: { from: '22:00', to: '07:00' } });
  t.clock.set('2026-03-01T23:30:00+08:00');
  await risk();
  await deliver();
  assert.equal((await list()).total, 1);
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  t.clock.set('2026-03-02T06:59:00+08:00');
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  t.clock.set('2026-03-02T07:00:00+08:00');
  assert.equal(await sendDueSms(t.db, t.clock, sms), 1);
  assert.match(sent[0]?.text ?? '', /1 条新消息。内容 1/);
  await risk(2);
  await deliver();
  assert.equal(await sendDueSms(t.db, t.clock, sms), 1);
});

test('concurrent deliveries deliver a notice once', async () => {
  await saveRule({ channels: ['inSite', 'sms'] });
  for (let n = 0; n < 30; n += 1) await risk(n);
  const done = await Promise.all([deliver(), deliver(), deliver()]);
  assert.equal(
    done.reduce((sum, part) => sum + part),
    30,
  );
  assert.equal((await list()).total, 30);
  const rounds = await Promise.all([1, 2, 3].map(() => sendDueSms(t.db, t.clock, sms)));
  assert.equal(
    rounds.reduce((sum, part) => sum + part),
    30,
  );
  assert.equal(sent.length, 30);
  assert.equal(new Set(sent.map((message) => message.text)).size, 30);
});

test('a message that the provider refuses is retried up to five attempts', async () => {
  await saveRule({ channels: ['sms'] });
  await risk();
  await deliver();
  assert.equal((await list()).total, 0);
  breaks = 1;
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  t.clock.advance(MINUTE);
  assert.equal(await sendDueSms(t.db, t.clock, sms), 1);

  await risk();
  await deliver();
  breaks = 100;
  for (let round = 0; round < 20; round += 1) {
    await sendDueSms(t.db, t.clock, sms);
    t.clock.advance(60 * MINUTE);
  }
  const last = await t.db.selectFrom('notice_sms').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  assert.deepEqual([last.state, last.attempts, last.error], ['failed', 5, 'the provider is away']);
});

test('a message without an answer is retried under the same number, which the provider sends once', async () => {
  await saveRule({ channels: ['sms'] });
  await risk();
  await deliver();
  silent = 1;
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  t.clock.advance(MINUTE);
  assert.equal(await sendDueSms(t.db, t.clock, sms), 1);
  assert.equal(sent.length, 2);
  assert.equal(new Set(sent.map(({ no }) => no)).size, 1);
});

test('another process sends the message of an ended sender', async () => {
  await saveRule({ channels: ['sms'] });
  await risk();
  await deliver();
  await t.db
    .updateTable('notice_sms')
    .set({ state: 'sending', due_at: new Date(t.clock.now().getTime() + MINUTE) })
    .execute();
  assert.equal(await sendDueSms(t.db, t.clock, sms), 0);
  t.clock.advance(2 * MINUTE);
  assert.equal(await sendDueSms(t.db, t.clock, sms), 1);
});

test('many messages are sent in batches, each with its own number', async () => {
  const at = t.clock.now();
  const rows = Array.from({ length: 220 }, (_, n) => ({ id: t.ids.next(), tel: `1990000${1_000 + n}` }));
  await t.db
    .insertInto('notice_sms')
    .values(
      rows.map((row) => ({
        ...row,
        account_id: 0,
        text: 'News',
        locale: 'zh-CN' as const,
        due_at: at,
        created_at: at,
      })),
    )
    .execute();
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  assert.equal(await sendDueSms(t.db, t.clock, sms, wait), 220);
  assert.equal(new Set(sent.map(({ no }) => no)).size, 220);
  assert.equal(waits.length, 5);
});

test('a message left by an ended sender is not sent again if the provider does not recognize repeated numbers', async () => {
  await saveRule({ channels: ['sms'] });
  await risk();
  await deliver();
  await t.db.updateTable('notice_sms').set({ state: 'sending', attempts: 1 }).execute();
  assert.equal(await sendDueSms(t.db, t.clock, { ...sms, repeats: async () => false }), 0);
  const left = await t.db.selectFrom('notice_sms').select(['state', 'attempts']).executeTakeFirst();
  assert.deepEqual([left, sent.length], [{ state: 'failed', attempts: 1 }, 0]);
});

test('a notice of a disabled rule goes only to the people concerned', async () => {
  const person = await t.account();
  const theirs = await t.signIn(person.account);
  await saveRule({ enabled: false });
  await risk(1, { accountIds: [person.id] });
  await deliver();
  assert.equal((await list()).total, 0);
  assert.equal((await list({}, theirs)).total, 1);
});

test('disabled people get no notices', async () => {
  const person = await t.account();
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', person.id).execute();
  await tell({ type: 'message', source: 'system', accountIds: [person.id] } as Partial<Notice>);
  await deliver();
  assert.equal((await t.db.selectFrom('bell_notice').select('id').execute()).length, 0);
});

test('notices about a station go only to people who may see it, and to its administrators if the rule includes them', async () => {
  const scope = (id: number) => ({ kind: 'teams', ids: [id] }) as const;
  const inside = await t.account({ rules: [11], scope: scope(mine.id) });
  const outside = await t.account({ rules: [11], scope: scope(other.id) });
  const admin = await t.account({ type: 'station', identity: 'stationAdmin', teamIds: [mine.id] });
  await saveRule({ event: 'teamAutoChange', accountIds: [inside.id, outside.id, ownerId], teamAdmins: true });
  await tell({ event: 'teamAutoChange', teamId: mine.id } as Partial<Notice>);
  await deliver();
  const rows = await t.db.selectFrom('bell_notice').select('account_id as id').execute();
  const told = new Set(rows.map(({ id }) => id));
  for (const id of [ownerId, inside.id, admin.id]) assert.ok(told.has(id));
  assert.ok(!told.has(outside.id));
});

test('receivers by a rule get notices only of their pages, within the scope of that page', async () => {
  const here = { kind: 'teams', ids: [mine.id] } as const;
  const there = { kind: 'teams', ids: [other.id] } as const;
  const auditor = await t.account({ rules: [65], scope: here });
  const without = await t.account({ rules: [11] });
  const elsewhere = await t.account({ rules: [65], scope: there });
  // The data scope for another page must not widen the data scope for this page.
  const wide = await t.account({ rules: [11] });
  await t.db
    .updateTable('account_identity')
    .set({ account_id: wide.id })
    .where('account_id', '=', (await t.account({ rules: [65], scope: there })).id)
    .execute();
  const accountIds = [auditor.id, without.id, elsewhere.id, wide.id, ownerId];
  const [named] = await t.db
    .selectFrom('account_identity')
    .select('identity_id as id')
    .where('account_id', '=', without.id)
    .execute();
  await saveRule({ event: 'fundAuditPending', accountIds, identityIds: [named?.id ?? 0] });
  await saveRule({ event: 'loginRisk', accountIds });
  await tell({ event: 'fundAuditPending', teamId: mine.id } as Partial<Notice>);
  await risk();
  await deliver();
  const told = async (source: 'finance' | 'login') =>
    (
      await t.db
        .selectFrom('bell_notice')
        .select('account_id as id')
        .where('source', '=', source)
        .orderBy('account_id')
        .execute()
    ).map(({ id }) => id);
  assert.deepEqual(
    await told('finance'),
    [ownerId, auditor.id].sort((one, two) => one - two),
  );
  assert.deepEqual(await told('login'), [ownerId]);
  const { data } = await t.call('dashboard.Notice/getRules', {}, { token, locale: 'en-US' });
  assert.match(data.list.find(({ event }) => event === 'fundAuditPending')?.help ?? '', /who have “Rider fund audit”/);
});

test('a rule includes all people of an identity; saving needs known receivers, SMS quota and the current version', async () => {
  const { data } = await t.call('dashboard.Notice/getRules', {}, { token, locale: 'en-US' });
  assert.deepEqual(
    data.list.map((one) => one.event),
    [
      'loginRisk',
      'certExpiring',
      'riderSuspended',
      'policyFailed',
      'inspectionOverdue',
      'incidentSevere',
      'applicationNew',
      'franchiseOverdue',
      'franchiseExpiring',
      'franchiseeAdjustPending',
      'teamAutoChange',
      'fundAdjustPending',
      'teamTermsPending',
      'fundAuditPending',
      'withdrawPending',
      'withdrawFailed',
      'foodLossNew',
      'foodLossAsked',
      'foodLossDecided',
      'foodLossAppeal',
      'statementSent',
      'statementDisputed',
      'depositLow',
      'auditHeadKept',
      'auditHeadLost',
      'transferPending',
      'reconDiff',
      'balanceBelow',
      'problemReported',
      'callbackFailed',
      'configExpiring',
      'miniAudit',
      'exportReady',
    ],
  );
  assert.ok(data.list.every((one) => one.version === 0 && one.enabled));
  assert.match(data.list[1]?.receiverText ?? '', /Safety officer, Station administrators$/);

  const problem = async (over: Partial<Rule>) => {
    const answer = await saveRule(over);
    assert.equal(answer.code, 40001);
    const [error] = (answer.data as unknown as { errors: { field: string; message: string }[] }).errors;
    return `${error?.field}: ${error?.message}`;
  };
  assert.equal(await problem({ accountIds: [] }), 'identityIds: Choose at least one receiver');
  assert.equal(await problem({ accountIds: [], teamAdmins: true }), 'identityIds: Choose at least one receiver');
  assert.match(await problem({ identityIds: [12345] }), /^identityIds: Some receivers were deleted/);
  assert.match(await problem({ event: 'certExpiring', threshold: null }), /^threshold: /);
  assert.match(await problem({ event: 'certExpiring', threshold: 91 }), /^threshold: .* whole number from 1 to 90$/);
  assert.equal(
    await problem({ event: 'balanceBelow', threshold: null }),
    'threshold: This field must be from ¥0.01 to ¥10,000,000.00',
  );
  assert.equal(await problem({ quiet: { from: '07:00', to: '07:00' } }), 'quiet: Start and end must differ');
  quota = 0;
  assert.equal(await problem({ channels: ['sms'] }), 'channels: SMS quota is used up');
  quota = 12;

  const first = await saveRule({ channels: ['sms'] });
  assert.deepEqual([first.code, first.data.version, first.data.state], [100, 1, 'on']);
  const late = await saveRule({});
  assert.equal(late.code, 40901);
  assert.equal((late.data as unknown as { current: { version: number } }).current.version, 1);
  assert.equal((await saveRule({ version: 1, enabled: false, accountIds: [] })).data.version, 2);
  const after = (await t.call('dashboard.Notice/getRules', {}, { token })).data.list[0];
  assert.deepEqual([after?.version, after?.enabled, after?.updatedByName], [2, false, 'owner']);
});

test('only people who may edit rules see them', async () => {
  const person = await t.account({ rules: [5] });
  const answer = await t.call('dashboard.Notice/getRules', {}, { token: await t.signIn(person.account) });
  assert.equal(answer.code, 40301);
});

test('a scheduled pause of a station causes one notice with a link to it', async () => {
  await t.db.updateTable('team').set({ pause_at: t.clock.now() }).where('id', '=', pausing.id).execute();
  for (let round = 0; round < 2; round += 1) for (const job of teamJobs) await runJob(job, t);
  await deliver();
  const rows = (await list()).list;
  assert.deepEqual(
    rows.map((row) => [row.title, row.link]),
    [['自动站 paused business as planned', `/teamList/index?open=${pausing.id}`]],
  );
});

test('certificate reminders are sent at nine, as many days ahead as the rule sets, a week and a day ahead, each once', async () => {
  const rider = async (validTo: string) => {
    const id = t.ids.next();
    await t.db
      .insertInto('rider')
      .values({
        id,
        rider_no: `R${id}`.slice(-12),
        tel: `19${id}`.slice(0, 4) + String(id).slice(-7),
        name: 'Rider',
        id_card: Buffer.from('x'),
        id_card_hash: String(id),
        birth: '1990-01-01',
        gender: 'male',
        team_id: certified.id,
        rider_type: 'full',
        status: 'active',
        status_reason: null,
        real_name_state: 'passed',
        face_state: 'passed',
        health_state: 'valid',
        health_valid_to: validTo,
        vehicle_type: 'ebike',
        plate_no: null,
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
      })
      .execute();
    return id;
  };
  const ids: number[] = [];
  for (const day of ['2026-03-31', '2026-03-31', '2026-03-08', '2026-03-02', '2026-03-20']) ids.push(await rider(day));
  await saveRule({ event: 'certExpiring', threshold: 30 });
  t.clock.set('2026-03-01T08:59:00+08:00');
  await remindOfCertificates(t.db, t.clock, t.ids);
  assert.equal(await deliver(), 0);
  t.clock.set('2026-03-01T09:00:00+08:00');
  for (let round = 0; round < 2; round += 1) await remindOfCertificates(t.db, t.clock, t.ids);
  await deliver();
  assert.deepEqual((await list()).list.map((row) => row.title).sort(), [
    '证件站: 1 health certificate expires in 1 day',
    '证件站: 1 health certificate expires in 7 days',
    '证件站: 2 health certificates expire in 30 days',
  ]);
  const inbox = await t.db
    .selectFrom('user_inbox')
    .select(['person_type', 'user_id', 'body'])
    .orderBy('user_id')
    .execute();
  assert.deepEqual(
    inbox.map(({ person_type: type, user_id: id }) => [type, id]),
    ids.slice(0, 4).map((id) => ['rider', id]),
  );
  assert.match(inbox[3]?.body ?? '', /2026-03-02/);
});

test('delivered events are purged after a week, notices after half a year', async () => {
  await oneOfEach();
  const forget = noticeJobs(sms).find((job) => job.name === 'notice-forget');
  assert.ok(forget);
  t.clock.advance(8 * 24 * 60 * MINUTE);
  await runJob(forget, t);
  assert.equal((await t.db.selectFrom('notice_outbox').select('id').execute()).length, 0);
  assert.equal((await t.db.selectFrom('bell_notice').select('id').execute()).length, 3);
  t.clock.advance(180 * 24 * 60 * MINUTE);
  await runJob(forget, t);
  assert.equal((await t.db.selectFrom('bell_notice').select('id').execute()).length, 0);
});

test('deleting a notice leaves one operation record', async () => {
  const ids = await oneOfEach();
  const answer = await t.call('dashboard.Notice/remove', { ids: [ids.event] }, { token });
  const records = await t.db
    .selectFrom('operation_record')
    .select(['module', 'action', 'result_code as code'])
    .where('request_id', '=', answer.requestId)
    .execute();
  assert.deepEqual(records, [{ module: 'notice', action: 'remove', code: 100 }]);
});
