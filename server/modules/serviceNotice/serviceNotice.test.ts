import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/units';
import type { SmsPort } from '../../core/platforms/ports';
import { makeAccountAndApp, makeMiniPrograms } from '../../demo';
import { DEMO_MESSAGES } from '../../demo/serviceNotices';
import type { SimulatedPush } from '../../simulators/jpush';
import { SENT_MESSAGE, type SimulatedMessage, subscribeUser } from '../../simulators/subscriptions';
import { createTestApp, type TestApp } from '../../testing';
import { sendDue } from './sending';

let t: TestApp;
let owner: string;
let here: number;
let elsewhere: number;
/** Number of times that each text message was sent, by message number. */
const sent = new Map<string, number>();
let repeats = true;
/** Number of text messages that can still be sent. The next one then fails with an error, which simulates a crash. */
let diesAfter = Number.POSITIVE_INFINITY;
const sms: SmsPort = {
  isSimulated: async () => true,
  repeats: async () => repeats,
  async send({ no = '' }) {
    if (diesAfter <= 0) throw new Error('killed');
    diesAfter -= 1;
    sent.set(no, (sent.get(no) ?? 0) + 1);
  },
  quotaLeft: async () => null,
};

before(async () => {
  t = await createTestApp({ demo: true, ports: { sms } });
  owner = await t.signIn();
  const teams = await t.db
    .selectFrom('team')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
  [here = 0, elsewhere = 0] = teams.map(({ id }) => id);
});
after(() => t.close());
beforeEach(async () => {
  for (const table of ['service_notice_task', 'service_notice_delivery', 'user_inbox', 'service_notice_day'] as const) {
    await t.db.deleteFrom(table).execute();
  }
  await t.db.deleteFrom('user_reach').execute();
  await t.db.deleteFrom('user_push_device').execute();
  await t.db.deleteFrom('app_user').execute();
  sent.clear();
  repeats = true;
  diesAfter = Number.POSITIVE_INFINITY;
});

const as = (token = owner) => ({ token, locale: 'en-US' as const });
let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
async function users(count: number, more: { teamId?: number | null; tel?: false; level?: number } = {}) {
  const now = t.clock.now();
  const made = Array.from({ length: count }, () => ({
    id: t.ids.next(),
    tel: more.tel === false ? null : `139${String(10_000_000 + next())}`,
    nickname: `Nick ${next()}`,
    source: 'app' as const,
    home_team_id: more.teamId === undefined ? here : more.teamId,
    level: more.level ?? 0,
    tags: '[]',
    status: 'normal' as const,
    first_login_at: now,
    created_at: now,
    updated_at: now,
  }));
  await t.db.insertInto('app_user').values(made).execute();
  return made.map(({ id }) => id);
}

const TEXT: Input<'user.Notice/saveTemplate'> = {
  code: 'inbox',
  name: 'Inbox notice',
  channel: 'inSite',
  title: 'Dear user',
  body: 'The station {{station}} closes early.',
  dailyCap: 0,
  quietHours: null,
};
const SMS = { code: 'sms', name: 'Text', channel: 'sms', title: null, signName: '示例', upstreamId: 'SMS_1' } as const;
async function template(more: Partial<Input<'user.Notice/saveTemplate'>> = {}) {
  const input = { ...TEXT, ...more, code: `${more.code ?? 'inbox'}${next()}` };
  const answer = await t.call('user.Notice/saveTemplate', input, as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const create = (input: Partial<Input<'user.Notice/createTask'>> & { templateId: number }, token = owner) =>
  t.call(
    'user.Notice/createTask',
    {
      title: 'A notice',
      audience: { kind: 'all' },
      variables: { station: 'North' },
      sendMode: 'now',
      ...input,
    },
    as(token),
  );
const run = () => sendDue({ db: t.db, clock: t.clock, ids: t.ids, ports: t.ports, wait: async () => undefined });
const task = async (id: number) => {
  const answer = await t.call('user.Notice/getTask', { id }, as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data;
};
const counts = async (id: number) =>
  Object.fromEntries((await task(id)).counts.flatMap(({ state, count }) => (count > 0 ? [[state, count]] : [])));
async function made(input: Parameters<typeof create>[0]): Promise<number> {
  const answer = await create(input);
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.id;
}
const push = async (events: Input<'user.Notice/push'>['events']) => {
  const answer = await t.call('user.Notice/push', { events }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.rows.map(({ state }) => state);
};

describe('templates', () => {
  it('report the field that does not fit its type, and never change their code or channel', async () => {
    const fields = [{ key: 'thing1', label: 'Station', value: `${'x'.repeat(21)}{{a}}` }];
    const wish = { ...TEXT, code: 'wxMessage', channel: 'officialTemplate' as const, upstreamId: 'T1', fields };
    const refused = await t.call('user.Notice/saveTemplate', wish, as());
    assert.equal(refused.code, 40001);
    assert.match(JSON.stringify(refused.data), /Station allows at most 20 characters/);
    const id = await template();
    const changed = { ...TEXT, id, version: 1, code: 'other', channel: 'sms' as const, name: 'Renamed' };
    assert.equal((await t.call('user.Notice/saveTemplate', changed, as())).code, 100);
    const { data } = await t.call('user.Notice/getTemplate', { id }, as());
    assert.deepEqual([data.name, data.channel, data.version], ['Renamed', 'inSite', 2]);
    assert.equal((await t.call('user.Notice/saveTemplate', changed, as())).code, 40901);
  });

  it('are not sent with a missing variable, with a text that is too long, or while disabled', async () => {
    await users(1);
    const templateId = await template({ body: `${'x'.repeat(480)}{{station}}` });
    assert.equal((await create({ templateId, variables: {} })).code, 42235);
    assert.equal((await create({ templateId, variables: { station: 'y'.repeat(30) } })).code, 40001);
    await t.call('user.Notice/toggleTemplate', { id: templateId, version: 1, enabled: false }, as());
    assert.equal((await create({ templateId })).code, 42201);
  });
});

describe('an audience', () => {
  it('is counted by conditions, without users who left, and within the data scope', async () => {
    await users(3, { level: 2 });
    await users(2, { teamId: elsewhere, level: 2 });
    const [left] = await users(1, { level: 2 });
    await t.db
      .updateTable('app_user')
      .set({ status: 'cancelled' })
      .where('id', '=', left ?? 0)
      .execute();
    const audienceJson = JSON.stringify({ kind: 'conditions', levels: ['2'], ordersMax: 0 });
    const all = await t.call('user.Notice/countAudience', { audienceJson }, as());
    assert.equal(all.code, 100, JSON.stringify(all));
    assert.deepEqual([all.data.count, all.data.isExact], [5, true]);
    const staff = await t.account({ rules: [23, 2306], scope: { kind: 'teams', ids: [here] } });
    const token = await t.signIn(staff.account);
    assert.equal((await t.call('user.Notice/countAudience', { audienceJson }, as(token))).data.count, 3);
    const foreign = JSON.stringify({ kind: 'teams', teamIds: [elsewhere] });
    assert.equal((await t.call('user.Notice/countAudience', { audienceJson: foreign }, as(token))).code, 40302);
    assert.equal((await t.call('user.Notice/countAudience', { audienceJson: 'no json' }, as())).code, 40001);
  });

  it("of a draft is limited to the caller's present data scope when the draft is sent", async () => {
    await users(2);
    await users(1, { teamId: elsewhere });
    const staff = await t.account({ rules: [23, 2306], scope: { kind: 'teams', ids: [here, elsewhere] } });
    const templateId = await template();
    const token = await t.signIn(staff.account);
    const draft = async (audience: Input<'user.Notice/createTask'>['audience']) =>
      (await create({ templateId, sendMode: 'draft', audience }, token)).data.id;
    const [all, chosen] = [await draft({ kind: 'all' }), await draft({ kind: 'teams', teamIds: [here, elsewhere] })];
    const held = t.db.selectFrom('account_identity').select('identity_id').where('account_id', '=', staff.id);
    await t.db
      .updateTable('identity')
      .set((eb) => ({ data_scope: JSON.stringify({ kind: 'teams', ids: [here] }), version: eb('version', '+', 1) }))
      .where('id', 'in', held)
      .execute();
    const now = as(await t.signIn(staff.account));
    assert.equal((await t.call('user.Notice/sendTask', { id: chosen, version: 1 }, now)).code, 40302);
    const sent = await t.call('user.Notice/sendTask', { id: all, version: 1 }, now);
    assert.equal(sent.code, 100, JSON.stringify(sent));
    await run();
    assert.deepEqual(await counts(all), { delivered: 2 });
  });

  it('is counted by the days of the last order, which users without an order never match; reversed ranges are refused', async () => {
    const [early = 0, late = 0] = await users(3);
    const orderedOn = (id: number, last_order_at: string) =>
      t.db.updateTable('app_user').set({ last_order_at }).where('id', '=', id).execute();
    await orderedOn(early, '2026-02-10T23:59:00+08:00');
    await orderedOn(late, '2026-02-20T00:00:00+08:00');
    const count = async (days: { lastOrderFrom?: string; lastOrderTo?: string }) => {
      const audienceJson = JSON.stringify({ kind: 'conditions', ...days });
      const { code, data } = await t.call('user.Notice/countAudience', { audienceJson }, as());
      return code === 100 ? data.count : code;
    };
    assert.deepEqual(
      [
        await count({ lastOrderFrom: '2026-02-10' }),
        await count({ lastOrderFrom: '2026-02-11' }),
        await count({ lastOrderTo: '2026-02-19' }),
        await count({ lastOrderFrom: '2026-02-10', lastOrderTo: '2026-02-20' }),
        await count({ lastOrderFrom: '2026-02-20', lastOrderTo: '2026-02-10' }),
      ],
      [2, 1, 1, 2, 40006],
    );
    const templateId = await template();
    const amounts = { kind: 'conditions', paidFenMin: 2, paidFenMax: 1 } as const;
    const reversed = await create({ templateId, sendMode: 'draft', audience: amounts });
    assert.deepEqual(
      [reversed.code, (reversed.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field)],
      [40001, ['paidFenMax']],
    );
    const id = await made({ templateId, audience: { kind: 'conditions', lastOrderFrom: '2026-02-11' } });
    assert.equal((await task(id)).audienceText, 'Last order ≥ 2026-02-11');
  });

  it('comes from a file of phones and numbers, each user once', async () => {
    const ids = await users(3);
    const [one] = await t.db
      .selectFrom('app_user')
      .select('tel')
      .where('id', '=', ids[0] ?? 0)
      .execute();
    const file = `Phone\n${one?.tel}\n${ids[0]}\n${ids[1]}\n13900000000\n`;
    const content = Buffer.from(file).toString('base64');
    const read = await t.call('user.Notice/uploadList', { name: 'list.csv', content }, as());
    assert.equal(read.code, 100, JSON.stringify(read));
    const { listId, ...figures } = read.data;
    assert.deepEqual(figures, { rows: 4, matched: 2, repeated: 1, unknown: 1 });
    const id = await made({ templateId: await template(), audience: { kind: 'list', listId } });
    await run();
    assert.deepEqual(await counts(id), { delivered: 2 });
  });

  it('takes no phones from callers who see them masked, and so does not reveal which phones belong to users', async () => {
    const [id = 0] = await users(1);
    const { tel } = await t.db.selectFrom('app_user').select('tel').where('id', '=', id).executeTakeFirstOrThrow();
    const uploaded = async (rules: readonly number[], cells: readonly (string | number | null)[]) => {
      const token = await t.signIn((await t.account({ rules })).account);
      const content = Buffer.from(cells.join('\n')).toString('base64');
      const { code, data } = await t.call('user.Notice/uploadList', { name: 'list.csv', content }, as(token));
      return [code, JSON.stringify(data)] as const;
    };
    const masked = [23, 2306];
    const [known, unknown] = [await uploaded(masked, [id, tel]), await uploaded(masked, [id, '13900000000'])];
    assert.equal(known[0], 40001);
    assert.match(known[1], /user numbers/);
    assert.deepEqual(known, unknown);
    assert.equal((await uploaded(masked, ['User', id]))[0], 100);
    assert.equal((await uploaded([...masked, 21, 2105], [tel]))[0], 100);
  });

  it('without users is refused, and above 50,000 users only the owner sends', async () => {
    const templateId = await template();
    assert.equal((await create({ templateId })).code, 42236);
    await sql`
      insert into app_user (id, nickname, source, home_team_id, status, first_login_at, created_at, updated_at)
      select n, 'x', 'app', ${here}, 'normal', now(), now(), now() from generate_series(1, 50001) n`.execute(t.db);
    const staff = await t.account({ rules: [23, 2306] });
    const token = await t.signIn(staff.account);
    assert.equal((await create({ templateId }, token)).code, 40304);
    const draft = await create({ templateId, sendMode: 'draft' }, token);
    const { id, version } = draft.data;
    assert.equal((await t.call('user.Notice/sendTask', { id, version }, as(token))).code, 40304);
    assert.equal((await t.call('user.Notice/sendTask', { id, version }, as())).code, 100);
  });
});

describe('sending', () => {
  it('stores each message once in the inbox, where it is read, opened and withdrawn', async () => {
    const [userId = 0] = await users(3);
    const id = await made({ templateId: await template() });
    await run();
    const done = await task(id);
    assert.deepEqual([done.state, done.total, done.sent, done.delivered], ['finished', 3, 3, 3]);
    const inbox = await t.call('user.Notice/getInbox', { userId }, { signed: true });
    assert.equal(inbox.data.list[0]?.body, 'The station North closes early.');
    const at = t.clock.now().toISOString();
    const opened = { event: 'opened' as const, userId, at, no: inbox.data.list[0]?.no ?? '' };
    assert.deepEqual(await push([opened, opened]), ['done', 'repeated']);
    assert.equal((await task(id)).opened, 1);
    const reason = 'wrong text';
    const back = await t.call('user.Notice/withdraw', { id, version: done.version, reason }, as());
    assert.equal(back.code, 100, JSON.stringify(back));
    assert.equal((await t.call('user.Notice/getInbox', { userId }, { signed: true })).data.list.length, 0);
    const ofUser = await t.call('user.Notice/getOfUser', { userId }, as());
    assert.deepEqual([ofUser.data.list.length, ofUser.data.list[0]?.state], [1, 'delivered']);
  });

  it('hands unfinished messages over again with the same numbers after a server was killed', async () => {
    await users(120);
    const id = await made({ templateId: await template(SMS) });
    for (const after of [10, 70, 3]) {
      diesAfter = after;
      await assert.rejects(run(), /killed/);
    }
    diesAfter = Number.POSITIVE_INFINITY;
    await run();
    assert.deepEqual(await counts(id), { sent: 120 });
    assert.equal(sent.size, 120, 'each message has one number');
    const { total, sent: figure, costFen } = await task(id);
    assert.deepEqual([total, figure, costFen], [120, 120, 0]);
  });

  it('marks unfinished messages of a channel without numbers as unknown and sends them again only on request', async () => {
    repeats = false;
    await users(20);
    const id = await made({ templateId: await template({ ...SMS, unitFen: 5 }) });
    diesAfter = 8;
    await assert.rejects(run(), /killed/);
    diesAfter = Number.POSITIVE_INFINITY;
    t.clock.advance(MINUTE_MS);
    await run();
    const stopped = await task(id);
    assert.equal(stopped.state, 'partFailed');
    const calls = [...sent.values()].reduce((sum, n) => sum + n, 0);
    assert.equal(calls, sent.size, 'nothing was handed over twice');
    const retry = await t.call('user.Notice/retryFailed', { id, version: stopped.version }, as());
    assert.equal(retry.code, 100, JSON.stringify(retry));
    await run();
    const { state, sent: figure, failed, costFen } = await task(id);
    assert.deepEqual([state, figure, failed, costFen], ['finished', 20, 0, 100]);
  });

  it('skips unreachable and unsubscribed users, and respects the daily limit', async () => {
    const [off = 0] = await users(2);
    await users(1, { tel: false });
    const at = t.clock.now().toISOString();
    assert.deepEqual(await push([{ event: 'unsubscribed', userId: off, at, channel: 'sms' }]), ['done']);
    const templateId = await template({ ...SMS, dailyCap: 1 });
    const id = await made({ templateId });
    await run();
    const first = await task(id);
    assert.deepEqual([first.state, first.sent, first.skipped], ['finished', 1, 2]);
    const again = await made({ templateId });
    await run();
    assert.deepEqual(await counts(again), { skipped: 3 });
    const { data } = await t.call('user.Notice/getDeliveries', { taskId: again, reason: ['dailyCap'] }, as());
    assert.equal(data.list.length, 1);
    assert.match(data.list[0]?.tel ?? '', /^139\*{4}\d{4}$/);
    t.clock.advance(DAY_MS);
    owner = await t.signIn();
    const nextDay = await made({ templateId });
    await run();
    assert.deepEqual(await counts(nextDay), { sent: 1, skipped: 2 });
  });

  it('gives an interrupted message back to the daily count of the day on which it was counted', async () => {
    repeats = false;
    await users(1);
    const templateId = await template({ ...SMS, dailyCap: 1 });
    const id = await made({ templateId });
    diesAfter = 0;
    await assert.rejects(run(), /killed/);
    const countedOn = () => t.db.selectFrom('service_notice_day').select(['day', 'sent']).execute();
    const [before] = await countedOn();
    assert.equal(before?.sent, 1);
    diesAfter = Number.POSITIVE_INFINITY;
    t.clock.advance(DAY_MS);
    owner = await t.signIn();
    await run();
    assert.deepEqual(await counts(id), { failed: 1 });
    assert.deepEqual(await countedOn(), [{ ...before, sent: 0 }]);
  });

  it('waits during quiet hours, until its time, and while it is paused', async () => {
    await users(2);
    const quiet = { from: '11:00', to: '12:00' };
    const id = await made({ templateId: await template({ quietHours: quiet }) });
    await run();
    assert.deepEqual([(await task(id)).state, await counts(id)], ['sending', { waiting: 2 }]);
    assert.ok((await task(id)).waitsUntil);
    t.clock.advance(HOUR_MS);
    owner = await t.signIn();
    const paused = await t.call('user.Notice/pauseTask', { id, version: (await task(id)).version }, as());
    assert.equal(paused.code, 100, JSON.stringify(paused));
    await run();
    assert.deepEqual(await counts(id), { waiting: 2 });
    await t.call('user.Notice/resumeTask', { id, version: paused.data.version }, as());
    await run();
    assert.equal((await task(id)).state, 'finished');
    const soon = new Date(t.clock.now().getTime() + 5 * MINUTE_MS).toISOString();
    const templateId = await template();
    assert.equal((await create({ templateId, sendMode: 'at', sendAt: soon })).code, 42237);
    const later = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
    const planned = await made({ templateId, sendMode: 'at', sendAt: later });
    await run();
    const { state, version } = await task(planned);
    assert.equal(state, 'scheduled');
    const listed = await t.call('user.Notice/getTasks', { state: ['scheduled'] }, as());
    assert.deepEqual([listed.data.list.length, listed.data.list[0]?.id], [1, planned], 'the list has no end of days');
    const cancel = { id: planned, version, reason: 'not needed' };
    assert.equal((await t.call('user.Notice/cancelTask', cancel, as())).code, 100);
    assert.equal((await t.call('user.Notice/cancelTask', { ...cancel, version: version + 1 }, as())).code, 42201);
  });

  it('changes, lists (without a sending time), sends or deletes a draft, which belongs to its last editor', async () => {
    await users(2);
    const templateId = await template();
    const draft = (await create({ templateId, sendMode: 'draft' })).data;
    const { id } = draft;
    const edit = { templateId, id, version: draft.version, title: 'Changed', sendMode: 'draft' as const };
    const changed = await create(edit);
    assert.deepEqual([changed.code, changed.data.no, changed.data.version], [100, draft.no, 2]);
    assert.equal((await create(edit)).code, 40901);
    t.clock.advance(60 * DAY_MS);
    owner = await t.signIn();
    const { list } = (await t.call('user.Notice/getTasks', {}, as())).data;
    assert.deepEqual(
      list.map(({ title, sendAt, actions }) => [title, sendAt, actions]),
      [['Changed', null, ['send', 'editDraft', 'copy', 'removeDraft']]],
    );
    const sendAtTo = t.clock.now().toISOString().slice(0, 10);
    const ofDays = await t.call('user.Notice/getTasks', { sendAtFrom: '2026-01-01', sendAtTo } as never, as());
    assert.notEqual(ofDays.data?.list?.length, 1);
    assert.equal((await create({ ...edit, version: 2, sendMode: 'now' })).code, 100);
    await run();
    assert.deepEqual(await counts(id), { delivered: 2 });
    assert.equal((await create({ ...edit, version: (await task(id)).version })).code, 42201);
    const other = (await create({ templateId, sendMode: 'draft' })).data;
    const remove = { id: other.id, version: 1 };
    assert.equal((await t.call('user.Notice/removeDraft', remove, as())).code, 100);
    assert.equal((await t.call('user.Notice/removeDraft', remove, as())).code, 40401);
    const sentTask = { id, version: (await task(id)).version };
    assert.equal((await t.call('user.Notice/removeDraft', sentTask, as())).code, 42201);
  });

  it('to chosen users begins at once and is hidden from staff of other stations', async () => {
    const ids = await users(2);
    const templateId = await template();
    const answer = await t.call('user.Notice/sendToUsers', { ids, templateId, variables: { station: 'North' } }, as());
    assert.equal(answer.code, 100, JSON.stringify(answer));
    await run();
    assert.deepEqual(await counts(answer.data.id), { delivered: 2 });
    const staff = await t.account({ rules: [23, 2306], scope: { kind: 'teams', ids: [elsewhere] } });
    const token = await t.signIn(staff.account);
    assert.equal((await t.call('user.Notice/getTask', { id: answer.data.id }, as(token))).code, 40302);
    assert.equal((await t.call('user.Notice/getTasks', {}, as(token))).data.list.length, 0);
    const foreign = { ids, templateId, variables: { station: 'North' } };
    assert.equal((await t.call('user.Notice/sendToUsers', foreign, as(token))).code, 40302);
  });

  it('is refused with the number of chosen users whom the caller may not see, and sends nothing', async () => {
    const templateId = await template();
    const [own] = await users(1, { teamId: elsewhere });
    const userIds = [own ?? 0, ...(await users(1)), ...(await users(1, { teamId: null })), t.ids.next()];
    const staff = await t.account({ rules: [23, 2306], scope: { kind: 'teams', ids: [elsewhere] } });
    const token = await t.signIn(staff.account);
    const variables = { station: 'North' };
    const sending = await t.call('user.Notice/sendToUsers', { ids: userIds, templateId, variables }, as(token));
    assert.deepEqual([sending.code, sending.msg], [40302, 'Chosen users outside your data scope: 3']);
    const planning = await create({ templateId, audience: { kind: 'users', userIds } }, token);
    assert.equal(planning.code, 40302);
    assert.deepEqual(await t.db.selectFrom('service_notice_task').selectAll().execute(), []);
    const seen = { ids: [own ?? 0], templateId, variables };
    assert.equal((await t.call('user.Notice/sendToUsers', seen, as(token))).code, 100);
  });
});

describe('app push', () => {
  const PUSH = { code: 'push', name: 'Push', channel: 'appPush', jumpPath: 'pages/index' } as const;
  const pushes = async () => (await t.ports.platforms.simulatorStore('jpush').list<SimulatedPush>('push')).length;
  const device = (userId: number, serial: number, event: 'bound' | 'unbound' = 'bound', seconds = 0) => ({
    ...{ event, userId, channel: 'appPush' as const, address: `18071adc030dcba9${serial}` },
    at: new Date(t.clock.now().getTime() + seconds * 1_000).toISOString(),
  });

  it("is offered after the app's push is enabled", async () => {
    await users(1);
    const templateId = await template(PUSH);
    const refused = await create({ templateId });
    assert.deepEqual([refused.code, refused.msg], [42330, 'Not configured: App push']);
    const isReady = async () => {
      const { list } = (await t.call('user.Notice/getTemplateChoices', {}, as())).data;
      return list.find(({ id }) => id === templateId)?.isReady;
    };
    assert.equal(await isReady(), false);
    await makeAccountAndApp(t, t.clock.now());
    assert.equal(await isReady(), true);
    const tested = await t.call('user.Notice/testSend', { templateId, variables: { station: 'North' } }, as());
    assert.deepEqual([tested.code, tested.data.message], [100, 'Sent to test devices: 1']);
  });

  it('is sent to the devices of users in one call, once, and counts the app’s reports', async () => {
    const [first = 0, second = 0, none = 0] = await users(3);
    const bound = [device(first, 101), device(first, 102), device(second, 103), device(none, 104)];
    assert.deepEqual(await push(bound), ['done', 'done', 'done', 'done']);
    // The second device changes its user, and the previous user's sign-out arrives late. The fourth device is signed out.
    const later = [device(second, 102, 'bound', 1), device(first, 102, 'unbound', 2), device(none, 104, 'unbound', 3)];
    assert.deepEqual(await push(later), ['done', 'repeated', 'done']);
    const templateId = await template(PUSH);
    const counted = await t.call(
      'user.Notice/countAudience',
      { audienceJson: JSON.stringify({ kind: 'all' }), templateId },
      as(),
    );
    assert.deepEqual([counted.data.count, counted.data.reachable], [3, 2]);
    const before = await pushes();
    const id = await made({ templateId });
    await run();
    assert.deepEqual(await counts(id), { sent: 2, skipped: 1 });
    assert.equal(await pushes(), before + 1);
    const { no } = await task(id);

    // Simulate a crash after the call and before its result is stored.
    await t.db.updateTable('service_notice_delivery').set({ state: 'sending' }).where('state', '=', 'sent').execute();
    await t.db.updateTable('service_notice_task').set({ state: 'sending', sent: 0 }).where('id', '=', id).execute();
    await run();
    assert.deepEqual([await counts(id), await pushes()], [{ sent: 2, skipped: 1 }, before + 1]);

    const at = t.clock.now().toISOString();
    const received = { event: 'received' as const, userId: first, at, no };
    const opened = { event: 'opened' as const, userId: second, at, no };
    const foreign = { ...opened, userId: none };
    assert.deepEqual(await push([received, received, opened, foreign]), ['done', 'repeated', 'done', 'refused']);
    const { sent: figure, delivered, opened: openedFigure } = await task(id);
    assert.deepEqual([figure, delivered, openedFigure], [2, 2, 1]);
  });
});

describe('messages of the Alipay and Douyin mini programs', () => {
  /** For each channel: its platform, a mini program with a template, an OpenID or user id, and the template's fields. */
  const PLACES = {
    alipayMessage: {
      ...{ platform: 'alipay', name: 'Alipay mini program message', address: '2088102122458832' },
      place: { appId: '2021000000000001', templateId: DEMO_MESSAGES.alipay },
      fields: [
        { key: 'keyword1', label: 'Station', value: '{{station}}' },
        { key: 'keyword2', label: 'Hint', value: 'closes early' },
      ],
      data: { keyword1: { value: 'North' }, keyword2: { value: 'closes early' } },
    },
    dySubscribe: {
      ...{ platform: 'douyin', name: 'Douyin mini program message', address: '_000R5XqB8-bXkFqrAe8t7nC6lZ9S1tXl7ab' },
      place: { appId: 'tt00000000000000d1', templateId: DEMO_MESSAGES.douyin },
      fields: [{ key: '站点', label: '站点', value: '{{station}}' }],
      data: { 站点: 'North' },
    },
  } as const;
  const CHANNELS = ['alipayMessage', 'dySubscribe'] as const;
  type Channel = (typeof CHANNELS)[number];
  const storeOf = (channel: Channel) => t.ports.platforms.simulatorStore(PLACES[channel].platform);
  const sentBy = async (channel: Channel) =>
    (await storeOf(channel).list<SimulatedMessage>(SENT_MESSAGE)).map(({ value }) => value);
  const templateInput = (channel: Channel) => ({
    ...{ code: channel, channel, title: null, body: null, jumpPath: '/pages/order/index' },
    ...{ upstreamId: PLACES[channel].place.templateId, fields: [...PLACES[channel].fields] },
  });
  const at = () => t.clock.now().toISOString();

  it('are refused while the mini program is not enabled', async () => {
    await users(1);
    for (const channel of CHANNELS) {
      const refused = await create({ templateId: await template(templateInput(channel)) });
      assert.deepEqual([refused.code, refused.msg], [42330, `Not configured: ${PLACES[channel].name}`]);
    }
    await makeMiniPrograms(t, t.clock.now());
  });

  it('are sent to users with an address and a subscription, once for each subscription', async () => {
    for (const channel of CHANNELS) {
      const { address, place, data } = PLACES[channel];
      await t.db.deleteFrom('app_user').execute();
      const [able = 0, unsubscribed = 0] = await users(3);
      const [leftTimes, templateId] = [1, place.templateId];
      const reach = [
        { event: 'bound' as const, userId: able, at: at(), channel, address },
        { event: 'subscribed' as const, userId: able, at: at(), channel, templateId, leftTimes },
        { event: 'bound' as const, userId: unsubscribed, at: at(), channel, address: `${address}x` },
      ];
      assert.deepEqual(await push(reach), ['done', 'done', 'done']);
      await subscribeUser(storeOf(channel), place, address);
      const id = await template(templateInput(channel));
      const counted = await t.call(
        'user.Notice/countAudience',
        { audienceJson: JSON.stringify({ kind: 'all' }), templateId: id },
        as(),
      );
      assert.deepEqual([counted.data.count, counted.data.reachable], [3, 1]);
      const first = await made({ templateId: id });
      await run();
      assert.deepEqual(await counts(first), { sent: 1, skipped: 2 });
      const { data: report } = await t.call('user.Notice/getDeliveries', { taskId: first }, as());
      assert.deepEqual(
        report.list.map(({ state, reason }) => [state, reason]),
        [
          ['sent', null],
          ['skipped', 'noSubscription'],
          ['skipped', 'notBound'],
        ],
      );
      assert.deepEqual(await sentBy(channel), [{ ...place, to: address, page: 'pages/order/index', data }]);
      const second = await made({ templateId: id });
      await run();
      assert.deepEqual(await counts(second), { skipped: 3 });
    }
  });

  it('are skipped without a subscription at the platform, and fail with its text for an unknown template', async () => {
    for (const channel of CHANNELS) {
      const { address } = PLACES[channel];
      const [userId = 0] = await users(1);
      const deliveryOf = async (templateId: string) => {
        const subscribed = { event: 'subscribed' as const, userId, at: at(), channel, templateId, leftTimes: 1 };
        await push([{ event: 'bound', userId, at: at(), channel, address: `${address}y` }, subscribed]);
        const id = await made({
          templateId: await template({ ...templateInput(channel), upstreamId: templateId }),
          audience: { kind: 'users', userIds: [userId] },
        });
        await run();
        return (await t.call('user.Notice/getDeliveries', { taskId: id }, as())).data.list[0];
      };
      const skipped = await deliveryOf(PLACES[channel].place.templateId);
      assert.deepEqual([skipped?.state, skipped?.reason], ['skipped', 'noSubscription']);
      const failed = await deliveryOf('unknown');
      assert.deepEqual([failed?.state, failed?.reason], ['failed', 'refused']);
      assert.match(failed?.error ?? '', /USER_TEMPLATE_ILLEGAL|28014001/);
    }
  });

  it('of a killed server are not sent again automatically', async () => {
    const { address, place } = PLACES.alipayMessage;
    const [userId = 0] = await users(1);
    const subscribed = { event: 'subscribed' as const, userId, at: at(), leftTimes: 2 };
    const [channel, templateId] = ['alipayMessage', place.templateId] as const;
    await push([
      { event: 'bound', userId, at: at(), channel, address: `${address}z` },
      { ...subscribed, channel, templateId },
    ]);
    await subscribeUser(storeOf(channel), place, `${address}z`, 2);
    const id = await made({ templateId: await template(templateInput(channel)) });
    await run();
    const before = (await sentBy(channel)).length;
    await t.db.updateTable('service_notice_delivery').set({ state: 'sending' }).where('state', '=', 'sent').execute();
    await t.db.updateTable('service_notice_task').set({ state: 'sending', sent: 0 }).where('id', '=', id).execute();
    t.clock.advance(MINUTE_MS);
    await run();
    assert.deepEqual([await counts(id), (await sentBy(channel)).length], [{ failed: 1 }, before]);
  });

  it('have the fields of their platform, and a page where the platform requires one', async () => {
    const save = async (channel: Channel, change: object) => {
      const input = { ...TEXT, ...templateInput(channel), code: `refused${next()}`, ...change };
      const answer = await t.call('user.Notice/saveTemplate', input, as());
      assert.equal(answer.code, 40001, JSON.stringify(change));
      return JSON.stringify(answer.data);
    };
    const field = (key: string, value = 'x') => ({ key, label: 'Station', value });
    assert.match(await save('alipayMessage', { fields: [field('thing1')] }), /keyword1, keyword2 and so on/);
    const gap = { fields: [field('keyword1'), field('keyword3')] };
    assert.match(await save('alipayMessage', gap), /The field keyword2 is missing/);
    const long = { fields: [field('keyword1', 'x'.repeat(51))] };
    assert.match(await save('alipayMessage', long), /Station allows at most 50 characters/);
    assert.match(await save('alipayMessage', { jumpPath: null }), /"field":"jumpPath","rule":"required"/);
    assert.match(await save('alipayMessage', { jumpPath: 'https://example.com' }), /must be a mini-program path/);
    assert.match(await save('dySubscribe', { jumpPath: 'https://example.com' }), /must be a mini-program path/);
    assert.match(await save('dySubscribe', { fields: [field('two words')] }), /a keyword of the platform/);
    const saved = await template({ ...templateInput('dySubscribe'), jumpPath: null });
    assert.ok(saved > 0);
  });
});
