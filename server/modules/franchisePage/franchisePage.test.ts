import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { emptyField } from '../../../contract/franchisePage.content';
import { withParents } from '../../../contract/permissions';
import { DAY_MS } from '../../../contract/units';
import { createTestApp, type TestApp } from '../../testing';
import { answersOf, applyPageOf, label, newTel, withFields, withSettings } from '../../testing-apply-page';
import { noticeJobs } from '../noticeManage';

/** Tests the application page: page builder, public page, channels, limits, and assignment of applications. */

let t: TestApp;
let builder: string;
let staff: { id: number; token: string };
let pages: ReturnType<typeof applyPageOf>;
before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.example' } });
  const maker = await t.account({ rules: withParents([43, 4302, 4306]) });
  builder = await t.signIn(maker.account);
  const follower = await t.account({ rules: withParents([41, 4102, 4105]) });
  staff = { id: follower.id, token: await t.signIn(follower.account) };
  pages = applyPageOf(t, builder);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

test('a QR code opens the public page; its visit and its application are counted for its channel', async () => {
  const made = await t.call('franchise.Page/makeQr', { code: 'Expo-2026', name: 'Expo' }, pages.as());
  assert.equal(made.data.url, 'https://console.example/apply/expo-2026');
  assert.match(made.data.qr, /^data:image\/svg\+xml;base64,/);
  const { pathname } = new URL(made.data.url);
  const opened = await pages.page(pathname, { 'accept-language': 'pt-BR,pt;q=0.9' });
  assert.equal(opened.statusCode, 200);
  assert.match(opened.body, /<html lang="pt-BR">/);
  assert.match(opened.body, /Seja um franqueado/);
  assert.match(String(opened.headers['content-security-policy']), /default-src 'none'; script-src 'nonce-/);
  await pages.page(pathname);
  const [, script = ''] = /src="([^"]+apply\.js[^"]+)"/.exec(opened.body) ?? [];
  const loaded = await pages.page(script.replace('&amp;', '&'));
  assert.equal(loaded.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.ok(loaded.body.length < 60_000, `${loaded.body.length} bytes`);
  const done = await pages.apply({}, { channel: 'expo-2026' });
  assert.match(done.data.no ?? '', /^FR\d{20}$/);
  const row = await pages.rowOf(done.data.no);
  assert.deepEqual(
    [row.state, row.source, row.channel, row.form_version, row.region, row.budget],
    ['submitted', 'page', 'expo-2026', 1, '四川省成都市锦江区', 'from30'],
  );
  const stats = await t.call('franchise.Page/getStats', {}, pages.as());
  const { visits, submits, following } = stats.data.list[0] ?? {};
  assert.deepEqual([visits, submits, following], [1, 1, 0]);
  assert.deepEqual(
    stats.data.days.map((day) => [day.visits, day.submits]).filter(([count]) => count),
    [[1, 1]],
  );
});

test('published articles for the franchise page are linked below the form, in the language of the visitor', async () => {
  const editor = { token: await t.signIn(), locale: 'en-US' as const };
  const none = label('');
  assert.doesNotMatch((await pages.page('/apply?lang=en-US')).body, /<aside/);
  const save = async (title: string, audience: 'franchisePage' | 'userApp') => {
    const written = { title: { ...none, 'zh-CN': '加盟政策', 'en-US': title }, content: label('<p>Terms</p>') };
    const article = {
      kind: 'help' as const,
      code: null,
      categoryId: null,
      summary: none,
      coverId: null,
      linkUrl: null,
    };
    const shown = { audience: [audience], teamIds: [], tags: [], sort: 0, offlineAt: null, allowComment: false };
    return (await t.call('information.Article/save', { version: 0, ...article, ...written, ...shown }, editor)).data;
  };
  const publish = ({ id, version }: { id: number; version: number }) =>
    t.call('information.Article/publish', { id, version }, editor);
  const terms = await save('Terms <b>&</b> fees', 'franchisePage');
  await publish(terms);
  await publish(await save('For users', 'userApp'));
  await save('A draft', 'franchisePage');
  const { body } = await pages.page('/apply?lang=en-US');
  const [aside = ''] = /<aside.*<\/aside>/.exec(body) ?? [];
  assert.deepEqual([...aside.matchAll(/<a /g)].length, 1, aside);
  assert.ok(aside.includes('>Terms &lt;b&gt;&amp;&lt;/b&gt; fees</a>'), aside);
  const [, href = ''] = /href="([^"]+)"/.exec(aside) ?? [];
  assert.equal(href, `/api/content/page/${terms.id}?locale=en-US`);
  assert.match((await pages.page(href)).body, /<p>Terms<\/p>/);
  assert.match((await pages.page('/apply?lang=zh-CN')).body, />加盟政策<\/a>/);
});

test('a draft is published once and archives the previous page, and answers keep their version', async () => {
  const first = await pages.apply();
  const version = await pages.publish(
    withFields({ key: 'team', kind: 'number', label: label('Riders'), required: true }),
  );
  assert.equal(version, 2);
  const { data } = await t.call('franchise.Page/getVersions', {}, pages.as());
  assert.deepEqual(
    data.list.map((one) => [one.version, one.state]),
    [
      [2, 'published'],
      [1, 'archived'],
    ],
  );
  const missing = await pages.apply();
  assert.deepEqual(
    [missing.code, (missing.data as unknown as { errors: { field: string }[] }).errors[0]?.field],
    [40001, 'team'],
  );
  const second = await pages.apply({ team: '12' });
  const keysOf = async (no: string | null) => {
    const { id } = await pages.rowOf(no);
    return (await t.call('franchise.Apply/getDetail', { id }, { token: staff.token })).data.answers.map(
      ({ key }) => key,
    );
  };
  assert.deepEqual(await keysOf(first.data.no), ['name', 'tel', 'region', 'budget']);
  assert.deepEqual(await keysOf(second.data.no), ['name', 'tel', 'region', 'budget', 'team']);
  assert.equal((await pages.submit({ version: 1, answers: answersOf(newTel()) })).code, 42282);
});

test('of two users who save or publish one draft the second is refused and sees the first one’s name', async () => {
  const { content, revision } = await pages.draft();
  const save = () => t.call('franchise.Page/saveDraft', { revision, ...content }, pages.as());
  const codes = (await Promise.all([save(), save()])).map((answer) => answer.code);
  assert.deepEqual(codes.sort(), [100, 40901]);
  const { revision: now } = await pages.draft();
  assert.equal((await t.call('franchise.Page/publish', { revision: now + 1 }, pages.as())).code, 40901);
  assert.equal((await t.call('franchise.Page/discardDraft', { revision: now }, pages.as())).code, 100);
  assert.equal((await t.call('franchise.Page/publish', { revision: now }, pages.as())).code, 40401);
});

test('a save of a discarded draft is refused, even after as many saves of a new draft', async () => {
  const { content } = await pages.draft();
  const save = (revision: number) => t.call('franchise.Page/saveDraft', { revision, ...content }, pages.as());
  const { revision: old } = (await save(0)).data;
  assert.equal((await t.call('franchise.Page/discardDraft', { revision: old }, pages.as())).code, 100);
  const next = await save(0);
  assert.equal(next.code, 100);
  assert.equal((await save(old)).code, 40901);
  assert.equal((await t.call('franchise.Page/discardDraft', next.data, pages.as())).code, 100);
});

test('a draft without name or phone is refused, and one with faults is saved but not published', async () => {
  const { content, revision } = await pages.draft();
  const without = { ...content, fields: content.fields.filter(({ key }) => key !== 'tel') };
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...without }, pages.as())).code, 42284);
  const other = {
    ...content,
    fields: content.fields.map((one) => (one.key === 'plan' ? { ...one, kind: 'number' as const } : one)),
  };
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...other }, pages.as())).code, 40001);
  const silent = {
    ...content,
    blocks: content.blocks.map((one) => (one.kind === 'agreement' ? { ...one, text: label('<p> </p>') } : one)),
  };
  const saved = await t.call('franchise.Page/saveDraft', { revision, ...silent }, pages.as());
  const refused = await t.call('franchise.Page/publish', { revision: saved.data.revision }, pages.as());
  assert.equal(refused.code, 40001);
  assert.deepEqual(
    (refused.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field),
    ['blocks.2.text'],
  );
  await t.call('franchise.Page/discardDraft', { revision: saved.data.revision }, pages.as());
});

test('the page closes by its days and its daily limit, and an archived page is gone', async () => {
  const day = (offset: number) => new Date(t.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  await pages.publish(withSettings({ openTo: day(-2), openFrom: null }));
  assert.match((await pages.page('/apply?lang=en-US')).body, /Applications are closed/);
  assert.equal((await pages.submit({ answers: answersOf(newTel()) })).code, 42282);
  await pages.publish(withSettings({ openTo: null, maxPerDay: 1 }));
  const tel = newTel();
  assert.equal(
    (await pages.submit({ answers: { ...answersOf(tel), team: '1' }, code: await pages.code(tel) })).code,
    42901,
  );
  const version = await pages.publish(withSettings({ maxPerDay: null }));
  assert.equal((await t.call('franchise.Page/archive', { version, reason: 'Season is over' }, pages.as())).code, 100);
  assert.equal((await pages.page('/apply')).statusCode, 404);
  assert.equal((await t.call('franchise.Public/getForm', {})).code, 40401);
  assert.equal((await t.call('franchise.Page/archive', { version, reason: 'Season is over' }, pages.as())).code, 42201);
});

test('applications are assigned in turn, and the configured people get notices', async () => {
  const other = await t.account({ rules: withParents([41, 4102]), scope: { kind: 'regions', ids: [510_000] } });
  const assignStaffIds = [staff.id, other.id];
  await pages.publish(withSettings({ autoAssign: 'roundRobin', assignStaffIds, notifyStaffIds: [staff.id] }));
  const applied = async () => {
    const { data } = await pages.apply({ team: '3' });
    const row = await pages.rowOf(data.no);
    assert.equal(row.state, 'following');
    t.clock.advance(1_000);
    return row;
  };
  const rows = [await applied(), await applied(), await applied(), await applied()];
  const followers = rows.map(({ follower_id: follower }) => follower);
  assert.deepEqual(new Set(followers.slice(0, 2)), new Set(assignStaffIds));
  assert.deepEqual(followers.slice(2), followers.slice(0, 2));
  const told = await t.db
    .selectFrom('notice_outbox')
    .select(['event', 'object_id as id', 'account_ids as accountIds'])
    .where(
      'object_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  assert.deepEqual(
    told,
    rows.map(({ id, follower_id: follower }) => ({
      ...{ event: 'applicationNew', id },
      accountIds: [...new Set([staff.id, follower])],
    })),
  );
  // It is the first person's turn. If staff assign an older application to this person, the next new application goes to the second person.
  const [first = 0, second] = followers;
  const input = { id: rows[1]?.id ?? 0, followerId: first ?? 0 };
  assert.equal((await t.call('franchise.Apply/assign', input, { token: await t.signIn() })).code, 100);
  assert.equal((await applied()).follower_id, second);
  // A person whose account is locked cannot work on applications, so the other person gets them.
  const setStatus = (status: 'locked' | 'active') =>
    t.db.updateTable('account').set({ status }).where('id', '=', first).execute();
  await setStatus('locked');
  assert.deepEqual([(await applied()).follower_id, (await applied()).follower_id], [second, second]);
  await setStatus('active');
});

test('a new application notifies each person once: its follower, the chosen staff who may see it, and the receivers of the rule', async () => {
  const rules = withParents([41, 4102]);
  const elsewhere = await t.account({ rules, scope: { kind: 'regions', ids: [440_000] } });
  const withoutPage = await t.account({ rules: withParents([43]) });
  const byRule = await t.account({ identity: 'investment' });
  const notifyStaffIds = [staff.id, elsewhere.id, withoutPage.id];
  await pages.publish(withSettings({ autoAssign: 'roundRobin', assignStaffIds: [staff.id], notifyStaffIds }));
  const apply = async () => {
    const { id } = await pages.rowOf((await pages.apply({ team: '3', region: '510104' })).data.no);
    for (const job of noticeJobs(t.ports.sms)) if (job.name === 'notice-delivery') await job.run(t.db, t.clock, t.ids);
    const link = `/franchisee/applicationList?open=${id}`;
    const notices = await t.db.selectFrom('bell_notice').selectAll().where('link', '=', link).execute();
    return notices.map(({ account_id: accountId }) => accountId).sort((one, two) => one - two);
  };
  const { id: ownerId } = await t.db
    .selectFrom('account')
    .select('id')
    .where('account', '=', 'owner')
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    await apply(),
    [staff.id, byRule.id, ownerId].sort((one, two) => one - two),
  );
  const rule = { identityIds: [], accountIds: [staff.id], threshold: null, channels: ['inSite' as const], mergeMin: 0 };
  const saved = await t.call(
    'dashboard.Notice/saveRule',
    { ...rule, event: 'applicationNew', enabled: true, teamAdmins: false, quiet: null, version: 0 },
    { token: await t.signIn() },
  );
  assert.equal(saved.code, 100, saved.msg);
  assert.deepEqual(await apply(), [staff.id]);
});

test('assignment by region chooses people whose scope contains the place, or none: then the application waits to be claimed', async () => {
  const rules = withParents([41, 4102]);
  const regional = await t.account({ rules, scope: { kind: 'regions', ids: [510_000] } });
  const everywhere = await t.account({ rules });
  const former = await pages.draft();
  const publish = (...people: { id: number }[]) =>
    pages.publish((content) => ({
      ...withSettings({ autoAssign: 'byRegion', assignStaffIds: people.map(({ id }) => id) })(content),
      fields: content.fields.map((one) => (one.key === 'region' ? { ...one, required: false } : one)),
    }));
  const [inside, outside, none] = ['510104', '440305', ''];
  const assigned = async (region: string | undefined) => {
    const { state, follower_id: followerId } = await pages.rowOf(
      (await pages.apply({ team: '3', region: region ?? '' })).data.no,
    );
    return [state, followerId];
  };
  await publish(regional, everywhere);
  assert.deepEqual(await assigned(inside), ['following', regional.id]);
  assert.deepEqual(await assigned(outside), ['following', everywhere.id]);
  assert.deepEqual(await assigned(none), ['following', everywhere.id]);
  await publish(regional);
  assert.deepEqual(await assigned(inside), ['following', regional.id]);
  assert.deepEqual(await assigned(outside), ['submitted', null]);
  assert.deepEqual(await assigned(none), ['submitted', null]);
  await pages.publish((content) => ({ ...content, ...former.content }));
});

test('a sealed budget or region leaves no copy in the columns of the list', async () => {
  await pages.publish((content) =>
    withFields({ ...emptyField('home', 'region'), sensitive: true })({
      ...content,
      settings: { ...content.settings, needSms: true, maxPerDay: null, openFrom: null, openTo: null },
      fields: content.fields.map((field) => (field.key === 'budget' ? { ...field, sensitive: true } : field)),
    }),
  );
  const { data, msg } = await pages.apply({ team: '3', home: '440305' });
  assert.ok(data.no, msg);
  const row = await pages.rowOf(data.no);
  assert.deepEqual([row.budget, row.district_code], [null, '510104']);
  // Simulate a page that was published before regions had to be non-sensitive.
  await t.db
    .updateTable('franchise_form')
    .set({ fields: sql`replace(fields::text, '"kind": "region"', '"kind": "region", "sensitive": true')::jsonb` })
    .where('version', '=', row.form_version)
    .execute();
  const later = await pages.apply({ team: '3', home: '440305' });
  const { region, province_code: province, answers } = await pages.rowOf(later.data.no);
  assert.deepEqual([region, province, JSON.stringify(answers).includes('510104')], ['', null, false]);
});

test('a user without the permission to edit or publish is refused', async () => {
  const { token } = staff;
  assert.equal((await t.call('franchise.Page/getVersions', {}, { token })).code, 40301);
  const reader = await t.account({ rules: withParents([43]) });
  const own = { token: await t.signIn(reader.account) };
  const { content, revision } = (await t.call('franchise.Page/getDraft', {}, own)).data;
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...content }, own)).code, 40301);
  assert.equal((await t.call('franchise.Page/publish', { revision }, own)).code, 40301);
});
