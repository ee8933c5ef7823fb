import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { wrongAnswers } from '../../../contract/announcement.states';
import { HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { createTestApp, type TestApp } from '../../testing';
import { announcementJobs } from './jobs';

let t: TestApp;
let owner: string;
let teamId: number;
let otherTeamId: number;

before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  const teams = await t.db
    .selectFrom('rider')
    .where('status', '=', 'active')
    .select(['team_id as id'])
    .groupBy('team_id')
    .orderBy('team_id')
    .execute();
  [teamId = 0, otherTeamId = 0] = teams.map(({ id }) => id);
});
beforeEach(async () => {
  // Some tests advance the clock, which can end the session. Each test therefore signs in.
  owner = await t.signIn();
});
after(() => t.close());
afterEach(() => assert.deepEqual(t.faults, []));

type Save = Input<'announcement.Announcement/save'>;
const NO_TEXT = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
const as = (token = owner) => ({ token, locale: 'en-US' as const });
const run = () => Promise.all(announcementJobs.map((job) => job.run(t.db, t.clock, t.ids)));
const at = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
const EVERYONE = { regions: [], teamIds: [], identityIds: [], riderTypes: [], franchiseeIds: [], excludeIds: [] };
/** Builds a text. Languages without a text show the default language, which is Chinese. */
const words = (chinese: string, english = '') => ({ ...NO_TEXT, 'zh-CN': chinese, 'en-US': english });
const QUIZ = [
  { question: words('第一题', 'First?'), answers: [words('是', 'yes'), words('否')], right: 0 },
  { question: words('第二题'), answers: [words('a'), words('b'), words('c')], right: 2 },
];
const form = (more: Partial<Save> = {}): Save => ({
  version: 0,
  title: { ...NO_TEXT, 'zh-CN': '停电通知', 'en-US': 'Power cut' },
  level: 'normal',
  content: { ...NO_TEXT, 'zh-CN': '<p>周五停电</p><script>x</script>' },
  attachments: [],
  audienceType: 'staff',
  target: EVERYONE,
  channels: [],
  popup: 'none',
  mustConfirm: false,
  confirmText: null,
  quiz: [],
  publishMode: 'now',
  publishAt: null,
  expireAt: null,
  dynamicTarget: false,
  ...more,
});
async function saved(more: Partial<Save> = {}, token = owner) {
  const answer = await t.call('announcement.Announcement/save', form(more), as(token));
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return { id: answer.data.id, version: answer.data.version };
}
async function published(more: Partial<Save> = {}) {
  const draft = await saved(more);
  const answer = await t.call('announcement.Announcement/publish', { ...draft, now: false }, as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  await run();
  return { id: draft.id, version: answer.data.version };
}
const codeOf = async (more: Partial<Save>, token = owner) =>
  (await t.call('announcement.Announcement/save', form(more), as(token))).code;
const stored = (id: number) =>
  t.db.selectFrom('announcement').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rowOf = async (id: number) =>
  (await t.call('announcement.Announcement/getDetail', { id: String(id) }, as())).data;
const ridersOf = (team: number) =>
  t.db
    .selectFrom('rider')
    .where('team_id', '=', team)
    .where('status', 'in', ['probation', 'active', 'suspended'])
    .select('id')
    .orderBy('id')
    .execute();
const push = async (events: Input<'announcement.Receipt/push'>['events']) =>
  (await t.call('announcement.Receipt/push', { events }, { signed: true, locale: 'en-US' })).data;
/** Asserts that the counters of an announcement equal its receipts. */
async function assertExact(id: number) {
  const { rows } = await sql<{ n: number; read: number; confirmed: number }>`
    select count(*)::int as n, count(read_at)::int as read, count(confirmed_at)::int as confirmed
    from announcement_receipt where announcement_id = ${id}`.execute(t.db);
  const { target_count, read_count, confirmed_count } = await stored(id);
  assert.deepEqual([target_count, read_count, confirmed_count], [rows[0]?.n, rows[0]?.read, rows[0]?.confirmed]);
}

describe('writing', () => {
  it('sanitises the text, and refuses too many files, an empty audience, and times in the wrong order', async () => {
    const { id } = await saved();
    assert.equal((await stored(id)).content['zh-CN'], '<p>周五停电</p>');
    assert.equal(await codeOf({ attachments: [1, 2, 3, 4, 5, 6] }), 40008);
    assert.equal(await codeOf({ audienceType: 'riders', target: { ...EVERYONE, regions: ['999999'] } }), 42362);
    assert.equal(await codeOf({ expireAt: at(-MINUTE_MS) }), 42354);
    assert.equal(await codeOf({ publishMode: 'at', publishAt: at(HOUR_MS), expireAt: at(HOUR_MS) }), 42354);
    assert.equal(await codeOf({ publishMode: 'at', publishAt: at(-HOUR_MS) }), 40001);
    assert.equal(await codeOf({ mustConfirm: true, quiz: [{ ...QUIZ[1], right: 3 }] as typeof QUIZ }), 40001);
    assert.equal(await codeOf({ quiz: [...QUIZ, ...QUIZ] }), 40001);
    assert.equal(
      await codeOf({ mustConfirm: true, quiz: [{ ...QUIZ[0], question: words('', 'First?') }] as typeof QUIZ }),
      40001,
    );
  });

  it('counts the people who will receive receipts, and only those of stations in scope', async () => {
    const count = async (audienceType: Save['audienceType'], target: object, token = owner) => {
      const targetJson = JSON.stringify(target);
      const answer = await t.call('announcement.Announcement/countTarget', { audienceType, targetJson }, as(token));
      return answer.code === 100 ? answer.data.count : -answer.code;
    };
    const own = (await ridersOf(teamId)).length;
    assert.ok(own > 0);
    assert.equal(await count('riders', { teamIds: [teamId] }), own);
    const all = await count('riders', {});
    assert.equal(await count('riders', { excludeIds: [teamId] }), all - own);
    const { account } = await t.account({ rules: [90, 9001, 9002], scope: { kind: 'teams', ids: [teamId] } });
    const scoped = await t.signIn(account);
    assert.equal(await count('riders', {}, scoped), own);
    assert.equal(await count('staff', {}, scoped), -40302);
    assert.equal(await count('riders', { teamIds: [otherTeamId] }, scoped), -40302);
    const draft = await saved({ audienceType: 'riders' }, scoped);
    assert.equal((await stored(draft.id)).planned_count, own);
    const foreign = await saved({ audienceType: 'riders' });
    const seen = await t.call('announcement.Announcement/getDetail', { id: String(foreign.id) }, as(scoped));
    assert.equal(seen.code, 40302);
  });
});

describe('an author whose scope became smaller', () => {
  async function narrowed() {
    const { id, account } = await t.account({ rules: [90, 9001, 9002, 9006], scope: { kind: 'all', ids: [] } });
    const make = (more: Partial<Save>) => t.signIn(account).then((token) => saved(more, token));
    const narrow = async () => {
      const held = t.db.selectFrom('account_identity').select('identity_id').where('account_id', '=', id);
      const data_scope = JSON.stringify({ kind: 'teams', ids: [teamId] });
      await t.db.updateTable('identity').set({ data_scope, version: 2 }).where('id', 'in', held).execute();
      return as(await t.signIn(account));
    };
    return { make, narrow };
  }

  it('publishes an old draft to the stations of the present scope only', async () => {
    const author = await narrowed();
    const riders = await author.make({ audienceType: 'riders' });
    const staff = await author.make({});
    const named = await author.make({ audienceType: 'riders', target: { ...EVERYONE, teamIds: [otherTeamId] } });
    const now = await author.narrow();
    const publish = async (draft: { id: number; version: number }) =>
      (await t.call('announcement.Announcement/publish', { ...draft, now: false }, now)).code;
    assert.deepEqual([await publish(riders), await publish(staff), await publish(named)], [100, 40302, 40302]);
    await run();
    const { scope_team_ids, target_count } = await stored(riders.id);
    assert.deepEqual([scope_team_ids, target_count], [[teamId], (await ridersOf(teamId)).length]);
  });

  it('revises an old announcement for the stations of the present scope only', async () => {
    const author = await narrowed();
    const draft = await author.make({ audienceType: 'riders' });
    const live = await t.call('announcement.Announcement/publish', { ...draft, now: false }, as());
    const target = { id: draft.id, version: live.data.version, reason: 'wrong day' };
    assert.equal((await t.call('announcement.Announcement/withdraw', target, as())).code, 100);
    const revision = await t.call('announcement.Announcement/revise', { id: draft.id }, await author.narrow());
    assert.equal(revision.code, 100, JSON.stringify(revision));
    assert.deepEqual((await stored(revision.data.id)).scope_team_ids, [teamId]);
    const { account } = await t.account({ rules: [90, 9001, 9002], scope: { kind: 'teams', ids: [teamId] } });
    const id = String(revision.data.id);
    const limited = await t.call('announcement.Announcement/getDetail', { id }, as(await t.signIn(account)));
    assert.deepEqual([limited.code, limited.data.revisionOf], [100, null], 'the old one is outside the scope');
    assert.equal((await rowOf(revision.data.id)).revisionOf?.id, draft.id);
  });
});

describe('publishing', () => {
  it('publishes and ends at the set times, and shows the announcement only in between', async () => {
    const draft = await saved({ publishMode: 'at', publishAt: at(10 * MINUTE_MS), expireAt: at(20 * MINUTE_MS) });
    const planned = await t.call('announcement.Announcement/publish', { ...draft, now: false }, as());
    assert.equal(planned.data.state, 'scheduled');
    assert.equal(await codeOf({ id: draft.id, version: planned.data.version }), 42201);
    await run();
    const seen = async () => (await t.call('announcement.Inbox/getOne', { id: String(draft.id) }, as())).code;
    assert.equal(await seen(), 40401);
    t.clock.advance(10 * MINUTE_MS);
    await run();
    assert.deepEqual([(await stored(draft.id)).state, await seen()], ['published', 100]);
    await assertExact(draft.id);
    t.clock.advance(10 * MINUTE_MS);
    await run();
    assert.deepEqual([(await stored(draft.id)).state, await seen()], ['expired', 40401]);
    const records = await t.db
      .selectFrom('operation_record')
      .where('object_id', '=', draft.id)
      .where('account', '=', 'system')
      .select('action')
      .orderBy('at')
      .execute();
    assert.deepEqual(
      records.map(({ action }) => action),
      ['publishDue', 'expire'],
    );
  });

  it('lets exactly one of concurrent schedule, cancel, publish and job win', async () => {
    for (let round = 0; round < 4; round += 1) {
      const draft = await saved({ publishMode: 'at', publishAt: at(MINUTE_MS) });
      const planned = await t.call('announcement.Announcement/publish', { ...draft, now: false }, as());
      const target = { id: draft.id, version: planned.data.version };
      t.clock.advance(MINUTE_MS);
      const [cancelled, now, withdrawn] = await Promise.all([
        t.call('announcement.Announcement/cancelSchedule', target, as()),
        t.call('announcement.Announcement/publish', { ...target, now: true }, as()),
        t.call('announcement.Announcement/withdraw', { ...target, reason: 'too early' }, as()),
        run(),
      ]);
      const done = [cancelled, now, withdrawn].filter(({ code }) => code === 100);
      assert.ok(done.length <= 1, JSON.stringify([cancelled.code, now.code, withdrawn.code]));
      await run();
      const { state, target_count } = await stored(draft.id);
      assert.equal(state, cancelled.code === 100 ? 'draft' : 'published');
      assert.equal(target_count > 0, state === 'published');
      await assertExact(draft.id);
    }
  });

  it('stops writing receipts after a withdrawal, with exact figures', async () => {
    const draft = await saved({ audienceType: 'all' });
    const { version } = (await t.call('announcement.Announcement/publish', { ...draft, now: false }, as())).data;
    const input = { id: draft.id, version, reason: 'wrong text' };
    const [withdrawn] = await Promise.all([t.call('announcement.Announcement/withdraw', input, as()), run()]);
    assert.equal(withdrawn.code, 100);
    await run();
    await assertExact(draft.id);
    assert.equal((await stored(draft.id)).state, 'withdrawn');
  });

  it('includes people who join later only if the audience is dynamic', async () => {
    const target = { ...EVERYONE, teamIds: [teamId] };
    const fixed = await published({ audienceType: 'riders', target });
    const dynamic = await published({ audienceType: 'riders', target, dynamicTarget: true });
    const before = (await ridersOf(teamId)).length;
    await t.db.updateTable('rider').set({ team_id: teamId }).where('team_id', '=', otherTeamId).execute();
    const now = (await ridersOf(teamId)).length;
    assert.ok(now > before);
    await run();
    assert.deepEqual([(await stored(fixed.id)).target_count, (await stored(dynamic.id)).target_count], [before, now]);
    await assertExact(dynamic.id);
  });
});

describe('editing a published announcement', () => {
  it('needs the rule for publishing and a text in the default language', async () => {
    const { id, version } = await published();
    const { account } = await t.account({ rules: [90, 9001, 9002], scope: { kind: 'all', ids: [] } });
    const editor = await t.signIn(account);
    const change: Partial<Save> = { id, version, level: 'urgent' };
    assert.equal(await codeOf(change, editor), 40301);
    const seen = await t.call('announcement.Announcement/getDetail', { id: String(id) }, as(editor));
    assert.ok(!seen.data.actions.includes('edit'), seen.data.actions.join());
    assert.ok((await rowOf(id)).actions.includes('edit'));
    const blank = { ...NO_TEXT, 'zh-CN': '<p> </p>', 'en-US': '<p>Power is off</p>' };
    const empty = await t.call('announcement.Announcement/save', form({ ...change, content: blank }), as());
    assert.deepEqual([empty.code, JSON.stringify(empty.data).includes('content.zh-CN')], [40001, true]);
    assert.equal((await stored(id)).content['zh-CN'], '<p>周五停电</p>');
    assert.equal(await codeOf(change), 100);
  });
});

describe('two editors of one version', () => {
  it('store one change, and the second editor sees the name of the first', async () => {
    const draft = await saved();
    const { account } = await t.account({ rules: [90, 9001, 9002], scope: { kind: 'all', ids: [] } });
    const { name } = await t.db
      .selectFrom('account')
      .select('name')
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    assert.equal(await codeOf(draft, await t.signIn(account)), 100);
    const late = await t.call('announcement.Announcement/save', form(draft), as());
    const { changedBy, changedAt } = late.data as unknown as { changedBy: string; changedAt: string };
    assert.deepEqual([late.code, changedBy, changedAt], [40901, name, t.clock.now().toISOString()]);
  });
});

describe('reading', () => {
  it('locks the text with the first read, and links a revision to the withdrawn announcement', async () => {
    const { id, version } = await published();
    const edited = await t.call('announcement.Announcement/save', form({ id, version, level: 'important' }), as());
    assert.equal(edited.code, 100);
    const first = await t.call('announcement.Inbox/read', { id }, as());
    const again = await t.call('announcement.Inbox/read', { id }, as());
    assert.deepEqual([first.data.readAt, again.data.counts], [again.data.readAt, first.data.counts]);
    assert.equal((await stored(id)).read_count, 1);
    assert.equal(await codeOf({ id, version: edited.data.version }), 42361);
    const target = { id, version: edited.data.version };
    assert.equal((await t.call('announcement.Announcement/revise', { id }, as())).code, 42201);
    const withdrawn = await t.call('announcement.Announcement/withdraw', { ...target, reason: 'wrong day' }, as());
    assert.equal(withdrawn.code, 100);
    const revision = await t.call('announcement.Announcement/revise', { id }, as());
    assert.equal((await t.call('announcement.Announcement/revise', { id }, as())).code, 40903);
    assert.equal((await rowOf(revision.data.id)).revisionOf?.id, id);
    assert.equal((await rowOf(id)).revision?.id, revision.data.id);
  });

  it('lists urgent unread announcements and those to confirm in the reader’s to-dos until they are done', async () => {
    const PAGE = '/announcementCenter/announcementCenter';
    const todo = async () => {
      const { data } = await t.call('dashboard.Index/getTodo', {}, as());
      const waiting = data.list.filter(({ link }) => link.startsWith(PAGE));
      for (const { count, link } of waiting) {
        const filter = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
        assert.equal((await t.call('announcement.Announcement/getList', filter, as())).data.total, count, link);
      }
      const of = (code: string) => waiting.find((one) => one.code === code)?.count ?? 0;
      return [of('announcementsUrgent'), of('announcementsToConfirm')] as const;
    };
    const [urgent, toConfirm] = await todo();
    const first = await published({ level: 'urgent' });
    const second = await published({ level: 'urgent', mustConfirm: true });
    assert.deepEqual(await todo(), [urgent + 1, toConfirm + 1]);
    for (const { id } of [first, second]) await t.call('announcement.Inbox/read', { id }, as());
    assert.deepEqual(await todo(), [urgent, toConfirm + 1]);
    await t.call('announcement.Inbox/confirm', { id: second.id, answers: [] }, as());
    assert.deepEqual(await todo(), [urgent, toConfirm]);
  });

  it('previews text, quiz and confirmation as readers see them in each language, the default language first', async () => {
    const { id } = await saved({ mustConfirm: true, quiz: QUIZ, content: words('<p>停电</p>', '<p>Power is off</p>') });
    const { previews } = await rowOf(id);
    assert.deepEqual(
      previews.map(({ quiz, ...texts }) => texts),
      [
        { locale: 'zh-CN', title: '停电通知', content: '<p>停电</p>', confirmText: '我已阅读并知悉' },
        {
          ...{ locale: 'en-US', title: 'Power cut', content: '<p>Power is off</p>' },
          confirmText: 'I have read and understood this',
        },
      ],
    );
    assert.deepEqual(previews[1]?.quiz, [
      { question: 'First?', answers: ['yes', '否'] },
      { question: '第二题', answers: ['a', 'b', 'c'] },
    ]);
    const plain = await rowOf((await saved()).id);
    assert.deepEqual([plain.previews[0]?.quiz, plain.previews[0]?.confirmText], [[], null]);
  });

  it('confirms only right answers, never shows them, and counts pop-ups', async () => {
    const before = (await t.call('dashboard.Notice/getUnread', {}, as())).data.announcements;
    const { id } = await published({ level: 'urgent', popup: 'untilConfirmed', quiz: QUIZ });
    const now = (await t.call('dashboard.Notice/getUnread', {}, as())).data.announcements;
    assert.deepEqual(now, { unread: before.unread + 1, popups: before.popups + 1 });
    const [popup] = (await t.call('announcement.Inbox/getPopups', {}, as())).data.list;
    assert.equal(popup?.isBlocking, true);
    assert.deepEqual(popup?.quiz, [
      { question: 'First?', answers: ['yes', '否'] },
      { question: '第二题', answers: ['a', 'b', 'c'] },
    ]);
    assert.doesNotMatch(JSON.stringify(popup), /"right"/);
    const wrong = await t.call('announcement.Inbox/confirm', { id, answers: [0, 1] }, as());
    assert.deepEqual([wrong.code, (await stored(id)).confirmed_count], [40001, 0]);
    const right = await t.call('announcement.Inbox/confirm', { id, answers: [0, 2] }, as());
    assert.deepEqual(right.data.counts.announcements, before);
    assert.equal((await t.call('announcement.Inbox/confirm', { id, answers: [0, 2] }, as())).code, 100);
    const receipts = await t.call(
      'announcement.Announcement/getReceipts',
      { announcementId: String(id), isConfirmed: 'true' },
      as(),
    );
    assert.deepEqual(
      receipts.data.list.map(({ answers }) => answers),
      ['A, C'],
    );
    await assertExact(id);
  });

  it('accepts each receipt of a rider once, and refuses receipts of people without the announcement', async () => {
    const target = { ...EVERYONE, teamIds: [teamId] };
    const { id } = await published({ audienceType: 'riders', target, mustConfirm: true, quiz: QUIZ });
    const [one, two] = await ridersOf(teamId);
    const event = { event: 'read' as const, personType: 'rider' as const, announcementId: id, at: at(0) };
    const confirmed = { ...event, event: 'confirmed' as const, personId: two?.id ?? 0 };
    const answer = await push([
      { ...event, personId: one?.id ?? 0 },
      { ...event, personId: one?.id ?? 0 },
      { ...confirmed, answers: [1, 2] },
      { ...confirmed, answers: [0, 2] },
      { ...event, personId: 99 },
    ]);
    assert.deepEqual(
      answer.rows.map(({ state }) => state),
      ['done', 'repeated', 'refused', 'done', 'refused'],
    );
    const { read_count, confirmed_count } = await stored(id);
    assert.deepEqual([read_count, confirmed_count], [2, 1]);
    await assertExact(id);
    const who = { personType: 'rider' as const, personId: one?.id ?? 0 };
    const inbox = await t.call('announcement.Receipt/getInbox', who, { signed: true });
    assert.equal(inbox.data.list.find((row) => row.id === id)?.readAt !== null, true);
    assert.doesNotMatch(JSON.stringify(inbox.data), /"right"/);
  });

  it('accepts a receipt from before the expiry when it is reported later, and refuses later receipts', async () => {
    const target = { ...EVERYONE, teamIds: [teamId] };
    const { id } = await published({ audienceType: 'riders', target, expireAt: at(10 * MINUTE_MS) });
    const [one, two] = await ridersOf(teamId);
    const event = { event: 'read' as const, personType: 'rider' as const, announcementId: id };
    t.clock.advance(20 * MINUTE_MS);
    await run();
    assert.equal((await stored(id)).state, 'expired');
    const { rows } = await push([
      { ...event, personId: one?.id ?? 0, at: at(-15 * MINUTE_MS) },
      { ...event, personId: two?.id ?? 0, at: at(-5 * MINUTE_MS) },
    ]);
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['done', 'refused'],
    );
    assert.equal((await stored(id)).read_count, 1);
    await assertExact(id);
  });

  it('reminds people who have not read it, at most once in four hours', async () => {
    const { id, version } = await published();
    await t.call('announcement.Inbox/read', { id }, as());
    const reminded = await t.call('announcement.Announcement/remind', { id, version }, as());
    assert.equal(reminded.code, 100, JSON.stringify(reminded));
    const marked = await t.db
      .selectFrom('announcement_receipt')
      .where('announcement_id', '=', id)
      .where('reminded_at', 'is not', null)
      .select(['read_at'])
      .execute();
    assert.ok(marked.length > 0 && marked.every(({ read_at }) => read_at === null));
    const soon = await t.call('announcement.Announcement/remind', { id, version: version + 1 }, as());
    assert.equal(soon.code, 42901);
  });

  it('shows users without a permission to write only announcements that they received', async () => {
    const { account } = await t.account({ rules: [90] });
    const token = await t.signIn(account);
    const { id } = await published();
    await saved();
    const list = (await t.call('announcement.Announcement/getList', {}, as(token))).data.list;
    assert.ok(list.length > 0 && list.every(({ state }) => state === 'published' || state === 'expired'));
    const detail = await t.call('announcement.Announcement/getDetail', { id: String(id) }, as(token));
    assert.deepEqual([detail.data.form, detail.data.actions], [null, ['read']]);
    assert.equal(
      (await t.call('announcement.Announcement/getReceipts', { announcementId: String(id) }, as(token))).code,
      40301,
    );
  });

  it('reports exactly the questions with wrong answers, for any chosen answers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 3 }), fc.array(fc.nat(3), { maxLength: 3 }), (right, chosen) => {
        const quiz = right.map((one) => ({
          question: words('q'),
          answers: ['a', 'b', 'c', 'd'].map((one) => words(one)),
          right: one,
        }));
        const wrong = wrongAnswers(quiz, chosen);
        assert.deepEqual(
          wrong,
          right.flatMap((one, place) => (chosen[place] === one ? [] : [place])),
        );
      }),
    );
  });
});

it('pins at most three, and withdraws several in separate steps', async () => {
  const made = [await published(), await published(), await published(), await published()];
  const pinned = await t.call('announcement.Announcement/bulkPin', { ids: made.map(({ id }) => id) }, as());
  const total = await t.db.selectFrom('announcement').where('pinned', '=', true).select('id').execute();
  assert.equal(total.length, 3);
  assert.ok(pinned.data.failed.length > 0);
  const ids = [...made.map(({ id }) => id), (await saved()).id];
  const withdrawn = await t.call('announcement.Announcement/bulkWithdraw', { ids, reason: 'over' }, as());
  assert.deepEqual([withdrawn.data.success, withdrawn.data.failed.map(({ code }) => code)], [4, [42201]]);
});
