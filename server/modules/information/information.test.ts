import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Data, Input } from '../../../contract';
import { ARTICLE_LIMITS } from '../../../contract/information.states';
import { SESSION_LIMITS } from '../../../contract/limits';
import { markSensitive, sensitiveIn } from '../../../contract/sensitive';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/units';
import { buildApp } from '../../app';
import { createTestApp, type TestApp } from '../../testing';
import { informationJobs } from './jobs';
import { mostAtOnce } from './overlap';
import { pictureSrc } from './pictures';
import { isBlank, plainText, sanitiseHtml } from './sanitise';
import { HOSTILE } from './testing-hostile';

let t: TestApp;
let token: string;
let categoryId: number;
let teamId: number;

before(async () => {
  t = await createTestApp({ demo: true });
  token = await t.signIn();
  const category = await t.db
    .selectFrom('article_category')
    .select('id')
    .where('code', '=', 'news')
    .executeTakeFirstOrThrow();
  categoryId = category.id;
  const team = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  teamId = team.id;
});
after(() => t.close());
afterEach(() => assert.deepEqual(t.faults, []));

const NO_TEXT = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
const as = (who = token) => ({ token: who, locale: 'en-US' as const });
const form = (more: Partial<Input<'information.Article/save'>> = {}): Input<'information.Article/save'> => ({
  version: 0,
  kind: 'article',
  code: null,
  categoryId,
  title: { ...NO_TEXT, 'zh-CN': '测试文章', 'en-US': 'Test article' },
  summary: NO_TEXT,
  content: { ...NO_TEXT, 'zh-CN': '<p>正文</p>' },
  coverId: null,
  linkUrl: null,
  audience: ['userApp'],
  teamIds: [],
  tags: [],
  sort: 0,
  offlineAt: null,
  allowComment: false,
  ...more,
});
async function saved(more: Partial<Input<'information.Article/save'>> = {}) {
  const answer = await t.call('information.Article/save', form(more), as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return { id: answer.data.id, version: answer.data.version };
}
async function published(more: Partial<Input<'information.Article/save'>> = {}) {
  const answer = await t.call('information.Article/publish', await saved(more), as());
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return { id: answer.data.id, version: answer.data.version };
}
const read = (url: string, headers: Record<string, string> = {}) =>
  t.app.http.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });
const shownOf = async (id: number, query = '') => (await read(`/api/content/articles/${id}${query}`)).json().data;
const run = () => Promise.all(informationJobs.map((job) => job.run(t.db, t.clock, t.ids)));
const at = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
async function setWords(words: string[]) {
  const known = await t.call('site.Site/getSetting', { group: 'business' }, as());
  const values = { ...known.data.values, sensitiveWords: words };
  const input = { group: 'business', values, version: known.data.version };
  const done = await t.call('site.Site/saveSetting', input as never, { ...as(), ticket: await t.ticket(token) });
  assert.equal(done.code, 100, JSON.stringify(done));
}

describe('the form of a category', () => {
  it('is read by its id, even with more than a hundred other categories', async () => {
    const category = { version: 0, parentId: null, iconId: null, sort: 99, visible: true };
    const { created_at, updated_at, updated_by } = await t.db
      .selectFrom('article_category')
      .selectAll()
      .where('id', '=', categoryId)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 110 }, (_, n) => ({
      id: t.ids.next(),
      name: JSON.stringify({ ...NO_TEXT, 'zh-CN': `分类${n}` }),
      ...{ code: `many-${n}`, parent_id: null, icon_id: null, sort: 98, visible: true },
      ...{ created_at, updated_at, updated_by },
    }));
    await t.db.insertInto('article_category').values(others).execute();
    const name = { ...NO_TEXT, 'zh-CN': '最后' };
    const { data: last } = await t.call('information.Category/save', { ...category, name, code: 'last' }, as());
    const { data } = await t.call('information.Category/getForm', { id: last.id }, as());
    assert.deepEqual([data.category?.id, data.category?.version, data.category?.form.code], [last.id, 1, 'last']);
    assert.equal(data.parents.length > 110, true);
    assert.equal(
      data.parents.some(({ value }) => value === last.id),
      false,
    );
    const { data: fresh } = await t.call('information.Category/getForm', {}, as());
    assert.equal(fresh.category, null);
    assert.equal(fresh.parents.length, data.parents.length + 1);
    assert.equal((await t.call('information.Category/getForm', { id: 1 }, as())).code, 40401);
    await t.db
      .deleteFrom('article_category')
      .where('id', 'in', [last.id, ...others.map(({ id }) => id)])
      .execute();
  });
});

describe('rich text', () => {
  const own = (src: string) => src === '/api/content/images/1/ok';
  it('removes scripts, event handlers, styles, unsafe links and foreign pictures from hostile documents', () => {
    assert.ok(HOSTILE.length >= 50);
    for (const document of HOSTILE) {
      const kept = sanitiseHtml(document, own);
      assert.doesNotMatch(
        kept,
        /<(?!\/?(p|br|h[234]|strong|em|ul|ol|li|a|img|table|thead|tbody|tr|th|td)\b)/i,
        document,
      );
      assert.doesNotMatch(
        kept.replace(/>[^<]*</g, '><'),
        /\son\w+\s*=|style\s*=|javascript:|data:|srcdoc|formaction/i,
        document,
      );
      for (const [, address = ''] of kept.matchAll(/href="([^"]*)"/g)) assert.match(address, /^https:\/\//, document);
      for (const [, address = ''] of kept.matchAll(/src="([^"]*)"/g)) assert.ok(own(address), document);
      assert.equal(sanitiseHtml(kept, own), kept, `repeated: ${document}`);
    }
  });
  it('keeps every element that the editor makes', () => {
    const whole =
      '<h2>A</h2><h3>B</h3><p><strong>b</strong> <em>i</em> <a href="https://a.example/x" rel="noopener noreferrer nofollow">l</a></p><ul><li><p>1</p></li></ul><ol><li><p>2</p></li></ol><img src="/api/content/images/1/ok" alt="p" /><table><tbody><tr><th colspan="2"><p>h</p></th></tr><tr><td><p>c</p></td></tr></tbody></table>';
    assert.equal(sanitiseHtml(whole, own), whole);
    assert.equal(plainText('<p>a</p><p>b &amp; c</p>'), 'a b & c');
    assert.deepEqual([isBlank('<p> </p>'), isBlank('<p>x</p>'), isBlank('<img src="x">')], [true, false, false]);
  });
  it('does not change when it is sanitised a second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', 'a', 'p', '/', '"', '=', ' ', 'h', '&', ';', 'svg', 'img ') }),
        (text) => {
          const once = sanitiseHtml(text, own);
          assert.equal(sanitiseHtml(once, own), once);
        },
      ),
      { numRuns: 300 },
    );
  });
  it('finds sensitive words with other characters between their letters', () => {
    assert.deepEqual(sensitiveIn(['买 赌\u200b 博 券', 'GAMBLE'], ['赌博', 'gamble', '没有']), ['赌博', 'gamble']);
    const [mark] = markSensitive('ab赌 博c', ['赌博']);
    assert.deepEqual([mark?.from, mark?.to], [2, 5]);
    assert.deepEqual(sensitiveIn(['ＧＡＭＢＬＥ'], ['gamble']), ['gamble'], 'full-width letters');
  });
  it('counts simultaneous banners exactly, compared with a count of every minute', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 10 })).map(([start, length]) => ({
      startAt: new Date(start * MINUTE_MS),
      endAt: new Date((start + length) * MINUTE_MS),
    }));
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 12 }), (of, others) => {
        let most = 0;
        for (let ms = of.startAt.getTime(); ms < of.endAt.getTime(); ms += MINUTE_MS) {
          const now = new Date(ms);
          most = Math.max(most, 1 + others.filter(({ startAt, endAt }) => startAt <= now && now < endAt).length);
        }
        assert.equal(mostAtOnce(of, others), most);
      }),
    );
  });
});

describe('articles', () => {
  it('are readable by apps only from publication to withdrawal', async () => {
    const draft = await saved({ content: { ...NO_TEXT, 'zh-CN': '<p onclick="x()">一</p><script>x()</script>' } });
    assert.equal(await shownOf(draft.id), null);
    const { data } = await t.call('information.Article/publish', draft, as());
    const shown = await shownOf(draft.id);
    assert.deepEqual([shown.content, shown.title, shown.version], ['<p>一</p>', '测试文章', 1]);
    assert.equal((await shownOf(draft.id, '?locale=en-US')).content, '<p>一</p>', 'the default language stands in');
    const withdrawn = await t.call(
      'information.Article/withdraw',
      { ...draft, version: data.version, reason: 'outdated' },
      as(),
    );
    assert.equal(withdrawn.code, 100);
    assert.equal(await shownOf(draft.id), null);
  });

  it('show the published version until the edited one is published', async () => {
    const live = await published();
    const edited = await t.call(
      'information.Article/save',
      form({ ...live, content: { ...NO_TEXT, 'zh-CN': '<p>二</p>' } }),
      as(),
    );
    assert.equal(edited.data.state, 'published');
    assert.equal((await shownOf(live.id)).content, '<p>正文</p>');
    const again = await t.call('information.Article/publish', { id: live.id, version: edited.data.version }, as());
    assert.equal((await shownOf(live.id)).content, '<p>二</p>');
    const unchanged = await t.call('information.Article/publish', { id: live.id, version: again.data.version }, as());
    assert.equal(unchanged.code, 42201);
    const detail = await t.call('information.Article/getDetail', { id: live.id }, as());
    assert.deepEqual(
      detail.data.versions.map(({ no, isLive }) => [no, isLive]),
      [
        [2, true],
        [1, false],
      ],
    );
    const restored = await t.call(
      'information.Article/restore',
      { id: live.id, version: again.data.version, no: 1 },
      as(),
    );
    assert.equal(restored.code, 100);
    assert.equal((await shownOf(live.id)).content, '<p>二</p>', 'restored into the form only');
    const form1 = await t.call('information.Article/getDetail', { id: live.id }, as());
    assert.equal(form1.data.form.content['zh-CN'], '<p>正文</p>');
  });

  it('keep the kind and the code of what is published until they are published again', async () => {
    const live = await published({ kind: 'agreement', code: 'refunds', categoryId: null });
    const address = (code: string) => `/api/content/agreements/${code}`;
    const { account } = await t.account({ rules: [110, 11001, 11002], scope: { kind: 'all', ids: [] } });
    const editor = as(await t.signIn(account));
    const renamed = form({ ...live, kind: 'agreement', code: 'returns', categoryId: null });
    const edited = await t.call('information.Article/save', renamed, editor);
    assert.equal(edited.code, 100, JSON.stringify(edited));
    const asHelp = form({ ...live, version: edited.data.version, kind: 'help', categoryId: null });
    const again = await t.call('information.Article/save', asHelp, editor);
    assert.deepEqual([again.code, (await read(address('refunds'))).json().data.id], [100, live.id]);
    const taken = await t.call(
      'information.Article/save',
      form({ kind: 'agreement', code: 'refunds', categoryId: null }),
      as(),
    );
    assert.equal(taken.code, 40903, 'apps still read this code');
    const target = { id: live.id, version: again.data.version };
    assert.equal((await t.call('information.Article/publish', target, as())).code, 100);
    assert.deepEqual([(await read(address('refunds'))).statusCode, (await shownOf(live.id)).kind], [404, 'help']);
  });

  it('get another end time only from users who may publish', async () => {
    const live = await published();
    const { account } = await t.account({ rules: [110, 11002], scope: { kind: 'all', ids: [] } });
    const editor = as(await t.signIn(account));
    const ending = form({ ...live, offlineAt: at(1_000) });
    assert.equal((await t.call('information.Article/save', ending, editor)).code, 40301);
    const kept = await t.call('information.Article/save', form(live), editor);
    assert.equal(kept.code, 100, 'the same end');
    const version = kept.data.version;
    assert.equal((await t.call('information.Article/save', { ...ending, version }, as())).code, 100);
  });

  it('start and end at their scheduled times, and cannot be edited while scheduled', async () => {
    const draft = await saved();
    const input = { ...draft, publishAt: at(10 * MINUTE_MS), offlineAt: at(DAY_MS) };
    const early = await t.call('information.Article/schedule', { ...input, publishAt: at(-1) }, as());
    assert.equal(early.code, 40001);
    const backwards = await t.call('information.Article/schedule', { ...input, offlineAt: at(5 * MINUTE_MS) }, as());
    assert.equal(backwards.code, 42354);
    const scheduled = await t.call('information.Article/schedule', input, as());
    assert.equal(scheduled.code, 100, JSON.stringify(scheduled));
    const edit = await t.call(
      'information.Article/save',
      form({ id: draft.id, version: scheduled.data.version }),
      as(),
    );
    assert.equal(edit.code, 42201);
    await run();
    assert.equal(await shownOf(draft.id), null);
    t.clock.advance(10 * MINUTE_MS);
    await run();
    assert.equal((await shownOf(draft.id)).version, 1);
    t.clock.advance(DAY_MS);
    assert.equal(await shownOf(draft.id), null, 'ended before the job ran');
    await run();
    const detail = await t.call('information.Article/getDetail', { id: draft.id }, as(await t.signIn()));
    assert.equal(detail.data.state, 'expired');
    token = await t.signIn();
    const records = await t.db
      .selectFrom('operation_record')
      .where('object_id', '=', draft.id)
      .where('account', '=', 'system')
      .select(['action', 'after'])
      .orderBy('at')
      .execute();
    assert.deepEqual(
      records.map(({ action, after }) => [action, (after as { state: string }).state]),
      [
        ['publishDue', 'published'],
        ['expire', 'expired'],
      ],
    );
    const notices = await t.db
      .selectFrom('notice_outbox')
      .where('link', '=', `/information/index?open=${draft.id}`)
      .select('title')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      notices.map(({ title }) => title['en-US']),
      ['Published on schedule: Test article', 'Ended on schedule: Test article'],
    );
  });

  it('either start on schedule or are withdrawn if both happen at once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const draft = await saved();
      const scheduled = await t.call(
        'information.Article/schedule',
        { ...draft, publishAt: at(MINUTE_MS), offlineAt: null },
        as(),
      );
      t.clock.advance(MINUTE_MS);
      const target = { id: draft.id, version: scheduled.data.version };
      const [cancelled] = await Promise.all([t.call('information.Article/cancelSchedule', target, as()), run(), run()]);
      const row = await t.db.selectFrom('article').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow();
      const versions = await t.db
        .selectFrom('article_version')
        .select('no')
        .where('article_id', '=', draft.id)
        .execute();
      if (cancelled.code === 100) assert.deepEqual([row.state, row.live_no, versions.length], ['draft', null, 0]);
      else assert.deepEqual([row.state, row.live_no, versions.length], ['published', 1, 1]);
    }
  });

  it('need a text in the default language and none of the sensitive words', async () => {
    const empty = await t.call('information.Article/publish', await saved({ content: NO_TEXT }), as());
    assert.equal(empty.code, 40001);
    assert.match(JSON.stringify(empty.data), /Content in 简体中文 is required/);
    await setWords(['赌博']);
    const answer = await t.call(
      'information.Article/save',
      form({ content: { ...NO_TEXT, 'zh-CN': '<p>赌<strong>博</strong></p>' } }),
      as(),
    );
    assert.deepEqual([answer.code, answer.data.sensitiveWords], [100, ['赌博']], 'the work is kept');
    const refused = await t.call('information.Article/publish', { id: answer.data.id, version: 1 }, as());
    assert.deepEqual([refused.code, refused.msg], [42352, 'Sensitive words: 赌博']);
    await setWords([]);
  });

  it('are limited to five pinned ones in a category, even if several users pin at once', async () => {
    const fresh = await t.call(
      'information.Category/save',
      {
        version: 0,
        name: { ...NO_TEXT, 'zh-CN': '置顶测试' },
        code: 'pins',
        parentId: null,
        iconId: null,
        sort: 1,
        visible: true,
      },
      as(),
    );
    const made = [];
    for (let n = 0; n < 7; n += 1) made.push(await published({ categoryId: fresh.data.id }));
    const answers = await Promise.all(
      made.map((one) => t.call('information.Article/pin', { ...one, pinned: true }, as())),
    );
    assert.equal(answers.filter(({ code }) => code === 100).length, ARTICLE_LIMITS.pinned);
    const [first] = answers.flatMap(({ code, data }) => (code === 100 ? [data] : []));
    const saving = { id: first?.id ?? 0, version: first?.version ?? 0 };
    const kept = await t.call('information.Article/save', form({ ...saving, categoryId: fresh.data.id }), as());
    const stored = () =>
      t.db.selectFrom('article').select('pinned').where('id', '=', saving.id).executeTakeFirstOrThrow();
    assert.equal((await stored()).pinned, true, 'in the same category');
    await t.call('information.Article/save', form({ id: saving.id, version: kept.data.version }), as());
    assert.equal((await stored()).pinned, false, 'in another category');
    const used = await t.call('information.Category/remove', { id: fresh.data.id, version: 1 }, as());
    assert.equal(used.code, 42351);
  });

  it('can be changed by users who see all of their stations, and are hidden from others', async () => {
    const scope = { kind: 'teams' as const, ids: [teamId] };
    const { account } = await t.account({ rules: [110, 11001, 11002, 11003, 11006], scope });
    const editor = await t.signIn(account);
    const everywhere = await published();
    const edit = await t.call('information.Article/save', form({ ...everywhere }), as(editor));
    assert.equal(edit.code, 40302);
    const own = await t.call('information.Article/save', form({ teamIds: [teamId] }), as(editor));
    assert.equal(own.code, 100);
    assert.equal((await t.call('information.Article/save', form(), as(editor))).code, 40302, 'not for all stations');
    const others = await t.db.selectFrom('team').select('id').where('id', '<>', teamId).executeTakeFirstOrThrow();
    const foreign = await saved({ teamIds: [others.id] });
    assert.equal((await t.call('information.Article/getDetail', { id: foreign.id }, as(editor))).code, 40302);
    const list = await t.call('information.Article/getList', { limit: 100 }, as(editor));
    assert.ok(!list.data.list.some(({ id }) => id === foreign.id));
    const row = list.data.list.find(
      ({ id }) => id === everywhere.id,
    ) as Data<'information.Article/getList'>['list'][number];
    assert.deepEqual(row.actions, ['preview', 'copy']);
  });
});

describe('the app feed', () => {
  it('has an ETag, so that a client with the same content gets 304', async () => {
    const { id } = await published();
    const first = await read(`/api/content/articles/${id}`);
    const tag = String(first.headers.etag);
    assert.equal(first.headers['cache-control'], 'public, max-age=60');
    const again = await read(`/api/content/articles/${id}`, { 'if-none-match': `W/${tag}` });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    const list = await read('/api/content/articles?limit=1&locale=en-US');
    assert.deepEqual([list.json().data.list.length, list.json().data.more], [1, true]);
    assert.equal((await read('/api/content/articles?audience=nobody')).statusCode, 400);
    assert.equal((await read('/api/content/agreements/privacy')).json().data.kind, 'agreement');
  });

  it('has a page without scripts, and a preview by link, in the language of the link', async () => {
    const live = await published({ title: { ...NO_TEXT, 'zh-CN': '<img src=x onerror=alert(1)>' } });
    const page = await read(`/api/content/page/${live.id}`);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    assert.ok(!page.body.includes('<img src=x'));
    const draft = await saved({ content: { ...NO_TEXT, 'zh-CN': '<p>正文</p>', 'en-US': '<p>Text</p>' } });
    const { data } = await t.call('information.Article/getDetail', { id: draft.id }, as());
    const { pathname, search } = new URL(data.previewUrl ?? '');
    assert.equal((await read(`${pathname}${search}`)).statusCode, 200);
    for (const [locale, words] of [
      ['en-US', 'Text'],
      ['zh-CN', '正文'],
    ] as const) {
      const { body } = await read(`${pathname}${search.replace('locale=en-US', `locale=${locale}`)}`);
      assert.ok(body.includes(`<html lang="${locale}"`) && body.includes(`<article><p>${words}</p></article>`));
    }
    assert.equal((await read(`${pathname}${search}x`)).statusCode, 404);
    t.clock.advance((ARTICLE_LIMITS.previewSeconds + 120) * 1_000);
    assert.equal((await read(`${pathname}${search}`)).statusCode, 404);
  });

  it('shows the day of the publication in the time zone of the platform', async () => {
    const { id } = await published();
    // 17:30 UTC is 01:30 of the next day in Shanghai.
    const late = new Date('2026-02-20T17:30:00Z');
    await t.db.updateTable('article').set({ publish_at: late }).where('id', '=', id).execute();
    assert.match((await read(`/api/content/page/${id}`)).body, /<p class="note">2026-02-21<\/p>/);
  });

  it('shows only sanitised documents, in the answer and on the page', async () => {
    const allowed = /<(?!\/?(p|br|h[234]|strong|em|ul|ol|li|a|img|table|thead|tbody|tr|th|td)\b)/i;
    for (const document of HOSTILE) {
      const { id } = await published({ content: { ...NO_TEXT, 'zh-CN': `<p>x</p>${document}` } });
      const { content } = await shownOf(id);
      assert.doesNotMatch(content, allowed, document);
      const page = await read(`/api/content/page/${id}`);
      const [, body = '', rest = ''] = /<article>([\s\S]*?)<\/article>([\s\S]*)$/.exec(page.body) ?? [];
      assert.equal(body, content, document);
      assert.equal(rest, '</main></body></html>\n', document);
    }
  });

  it('serves pictures by signed addresses only, and texts contain no other pictures', async () => {
    const file = await t.db
      .selectFrom('stored_file')
      .select('id')
      .where('scene', '=', 'bannerImage')
      .executeTakeFirstOrThrow();
    const src = pictureSrc(t.ports.secrets, file.id);
    assert.equal((await read(`${src.slice(0, -3)}AAA`)).statusCode, 404);
    const content = {
      ...NO_TEXT,
      'zh-CN': `<p>x</p><img src="${src}"><img src="${src.slice(0, -3)}AAA"><img src="https://a.example/x.png">`,
    };
    const { id } = await published({ content });
    assert.equal((await shownOf(id)).content, `<p>x</p><img src="${src}" />`);
  });

  it('counts more content than a network may try sign-ins, and leaves the sign-ins of the network alone', async () => {
    const { id } = await published();
    const limited = await buildApp({ ...t.parts, settings: { ...t.parts.settings, rateLimited: true } });
    try {
      const post = async (address: string, payload: object) =>
        (await limited.http.inject({ method: 'POST', url: `/api/${address}`, payload })).json().code;
      for (let call = 0; call <= SESSION_LIMITS.loginPerAddressPerMinute; call += 1)
        assert.equal(await post('information.Feed/count', { kind: 'article', id, what: 'view' }), 100);
      assert.notEqual(await post('Login/login', { account: 'x', password: 'y' }), 42901);
    } finally {
      await limited.http.close();
    }
  });

  it('counts only content that is shown', async () => {
    const live = await published();
    const draft = await saved();
    const count = (id: number) => t.call('information.Feed/count', { kind: 'article', id, what: 'view' }, {});
    assert.deepEqual([(await count(live.id)).data.counted, (await count(draft.id)).data.counted], [true, false]);
    await count(live.id);
    // The job that ends articles has not run yet.
    const now = t.clock.now();
    const ended = { publish_at: new Date(now.getTime() - 1_000), offline_at: now };
    await t.db.updateTable('article').set(ended).where('id', '=', live.id).execute();
    assert.equal((await count(live.id)).data.counted, false);
    const row = await t.db.selectFrom('article').select('views').where('id', '=', live.id).executeTakeFirstOrThrow();
    assert.equal(row.views, 2);
    const stat = await t.db
      .selectFrom('content_stat')
      .select('views')
      .where('object_id', '=', live.id)
      .executeTakeFirstOrThrow();
    assert.equal(stat.views, 2);
  });
});

describe('banners', () => {
  async function picture(width: number, height: number) {
    const { id: ownerId } = await t.db
      .selectFrom('account')
      .select('id')
      .where('account', '=', 'owner')
      .executeTakeFirstOrThrow();
    const id = t.ids.next();
    const file = {
      id,
      scene: 'bannerImage',
      name: 'b.png',
      content_type: 'image/png',
      bytes: 1,
      width,
      height,
      sha256: '0'.repeat(64),
    };
    await t.db
      .insertInto('stored_file')
      .values({ ...file, created_at: t.clock.now(), created_by: ownerId })
      .execute();
    return id;
  }
  const banner = (
    imageId: number,
    more: Partial<Input<'information.Banner/save'>> = {},
  ): Input<'information.Banner/save'> => ({
    version: 0,
    title: 'Banner',
    imageId,
    position: 'riderHome',
    jumpType: 'none',
    jumpValue: null,
    teamIds: [],
    startAt: at(-MINUTE_MS),
    endAt: at(DAY_MS),
    frequency: 'always',
    sort: 0,
    ...more,
  });

  it('fit their position, and end after they start', async () => {
    const [fitting, square] = [await picture(1500, 600), await picture(800, 800)];
    const bad = await t.call('information.Banner/save', banner(square), as());
    assert.deepEqual([bad.code, JSON.stringify(bad.data).includes('750×300')], [40001, true]);
    const ended = await t.call('information.Banner/save', banner(fitting, { endAt: at(-2 * MINUTE_MS) }), as());
    assert.equal(ended.code, 42354);
    const target = await t.call(
      'information.Banner/save',
      banner(fitting, { jumpType: 'web', jumpValue: 'javascript:alert(1)' }),
      as(),
    );
    assert.equal(target.code, 40001);
  });

  it('link only to articles that are published as long as the banner is shown', async () => {
    const imageId = await picture(750, 200);
    const linking = (article: { readonly id: number | undefined }, more: object = {}) =>
      t.call(
        'information.Banner/save',
        banner(imageId, { position: 'mine', jumpType: 'article', jumpValue: String(article.id), ...more }),
        as(),
      );
    const publish = async (saved: Awaited<ReturnType<typeof linking>>) =>
      t.call('information.Banner/publish', { id: saved.data.id, version: saved.data.version }, as());
    assert.equal((await linking({ id: 999_999_999 })).code, 40001);

    const draft = await saved();
    const early = await published({ offlineAt: at(DAY_MS - MINUTE_MS) });
    for (const article of [draft, early]) {
      const refused = await publish(await linking(article));
      assert.deepEqual([refused.code, JSON.stringify(refused.data).includes('jumpValue')], [40001, true]);
    }
    const scheduled = { ...draft, publishAt: at(HOUR_MS), offlineAt: null };
    assert.equal((await t.call('information.Article/schedule', scheduled, as())).code, 100);
    assert.equal((await publish(await linking(draft))).code, 40001, 'the banner begins before the article');
    assert.equal((await publish(await linking(draft, { startAt: at(2 * HOUR_MS) }))).code, 100);

    const live = await published({ offlineAt: at(DAY_MS) });
    assert.equal((await publish(await linking(live))).code, 100);
    const jump = async () => {
      const [first] = (await read('/api/content/banners?position=mine')).json().data.list;
      return [first.jumpType, first.jumpValue];
    };
    assert.deepEqual(await jump(), ['article', String(live.id)]);
    assert.equal((await t.call('information.Article/withdraw', { ...live, reason: 'Out of date' }, as())).code, 100);
    assert.deepEqual(await jump(), ['none', null]);
  });

  it('open no article of a hidden category or of its subcategories, and the feed has none of them', async () => {
    const category = async (code: string, parentId: number | null) => {
      const words = { name: { ...NO_TEXT, 'zh-CN': code }, code, parentId, iconId: null, sort: 1, visible: true };
      const { data } = await t.call('information.Category/save', { version: 0, ...words }, as());
      return { ...words, id: data.id, version: data.version };
    };
    const upper = await category('upper', null);
    const lower = await category('lower', upper.id);
    const { id } = await published({ categoryId: lower.id });
    const target = { position: 'mine', jumpType: 'article', jumpValue: String(id) } as const;
    const { data } = await t.call('information.Banner/save', banner(await picture(750, 200), target), as());
    const publishing = await t.call('information.Banner/publish', { id: data.id, version: data.version }, as());
    assert.equal(publishing.code, 100, publishing.msg);
    const seen = async () => {
      const banners: { id: number; jumpType: string }[] = (await read('/api/content/banners?position=mine')).json().data
        .list;
      return [
        (await read('/api/content/articles?category=upper')).json().data.list.length,
        (await read(`/api/content/articles/${id}`)).statusCode,
        (await read(`/api/content/page/${id}`)).statusCode,
        banners.find((one) => one.id === data.id)?.jumpType,
      ];
    };
    assert.deepEqual(await seen(), [1, 200, 200, 'article']);
    assert.equal((await t.call('information.Category/save', { ...upper, visible: false }, as())).code, 100);
    assert.deepEqual(await seen(), [0, 404, 404, 'none']);
    const { version } = publishing.data;
    assert.equal((await t.call('information.Banner/withdraw', { id: data.id, version }, as())).code, 100);
  });

  it('refuse a change of an old version with the name of the user who changed them, as articles and categories do', async () => {
    const { account } = await t.account({ rules: [110, 11001, 11002, 11003], scope: { kind: 'all', ids: [] } });
    const editor = as(await t.signIn(account));
    const { name } = await t.db
      .selectFrom('account')
      .select('name')
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    const first = banner(await picture(1500, 600));
    const category = {
      name: { ...NO_TEXT, 'zh-CN': '冲突' },
      code: 'late',
      parentId: null,
      iconId: null,
      sort: 1,
      visible: true,
    };
    const saves = [
      (more: object, who: object) => t.call('information.Article/save', form(more), who),
      (more: object, who: object) => t.call('information.Banner/save', { ...first, ...more }, who),
      (more: object, who: object) => t.call('information.Category/save', { version: 0, ...category, ...more }, who),
    ];
    for (const save of saves) {
      const made = await save({}, as());
      const { id, version } = made.data;
      const changed = await save({ id, version }, editor);
      assert.deepEqual([made.code, changed.code], [100, 100], changed.msg);
      const late = await save({ id, version }, as());
      assert.equal(late.code, 40901);
      const { changedBy, changedAt } = late.data as unknown as { changedBy: string; changedAt: string };
      assert.deepEqual([changedBy, changedAt], [name, t.clock.now().toISOString()]);
    }
  });

  it('are limited to ten running ones in a position, even if they are published at once', async () => {
    const imageId = await picture(750, 300);
    const made = [];
    for (let n = 0; n < 13; n += 1) {
      const { data } = await t.call('information.Banner/save', banner(imageId, { title: `Banner ${n}` }), as());
      made.push({ id: data.id, version: data.version });
    }
    const answers = await Promise.all(made.map((one) => t.call('information.Banner/publish', one, as())));
    const running = await t.call(
      'information.Banner/getList',
      { position: ['riderHome'], state: ['running'], limit: 50 },
      as(),
    );
    assert.equal(running.data.total, 10);
    assert.deepEqual([...new Set(answers.map(({ code }) => code))].sort(), [100, 42353]);
    const shown = (await read('/api/content/banners?position=riderHome')).json().data.list;
    assert.equal(shown.length, 10);
    const [first] = shown;
    await t.call('information.Feed/count', { kind: 'banner', id: first.id, what: 'view' }, {});
    await t.call('information.Feed/count', { kind: 'banner', id: first.id, what: 'click' }, {});
    const { data } = await t.call('information.Stat/getBannerStats', { id: first.id }, as());
    assert.equal(data.days[0]?.clicks, data.days[0]?.exposures);
    const ids = running.data.list.map(({ id }) => id);
    const withdrawn = await t.call('information.Banner/bulkWithdraw', { ids }, as());
    assert.deepEqual([withdrawn.data.success, withdrawn.data.failed.length], [10, 0]);
    assert.equal((await read('/api/content/banners?position=riderHome')).json().data.list.length, 0);
  });
});
