import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Data, Input } from '../../../contract';
import { type FormField, isAsked, isSealed } from '../../../contract/franchiseForm';
import { checkAnswers } from '../../../contract/franchiseForm.answers';
import { answerText } from '../../../contract/franchiseForm.words';
import { emptyField } from '../../../contract/franchisePage.content';
import { withParents } from '../../../contract/permissions';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import type { RowReader } from '../../core/export/export';
import { createTestApp, type TestApp } from '../../testing';
import { newestCode, solvableCaptcha } from '../../testing-codes';
import { franchiseExportSources } from '../franchise';
import { regionText } from '../region';

/** The application page: from the builder over the QR code and the public form to the application. */

let t: TestApp;
let builder: string;
let staff: { id: number; token: string };
before(async () => {
  t = await createTestApp({ settings: { publicOrigin: 'https://console.example' } });
  const maker = await t.account({ rules: withParents([43, 4302, 4306]) });
  builder = await t.signIn(maker.account);
  const follower = await t.account({ rules: withParents([41, 4102, 4105]) });
  staff = { id: follower.id, token: await t.signIn(follower.account) };
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

const as = () => ({ token: builder, locale: 'en-US' as const });
const label = (word: string) => text(word, word, word, word);
type Content = Data<'franchise.Page/getDraft'>['content'];
const draft = async () => (await t.call('franchise.Page/getDraft', {}, as())).data;

/** Publishes the page with a change. */
async function publish(change: (content: Content) => Content): Promise<number> {
  const { content, revision } = await draft();
  const saved = await t.call('franchise.Page/saveDraft', { revision, ...change(content) }, as());
  assert.equal(saved.code, 100, JSON.stringify(saved));
  const done = await t.call('franchise.Page/publish', { revision: saved.data.revision }, as());
  assert.equal(done.code, 100, JSON.stringify(done));
  return done.data.version;
}
const withSettings = (set: Partial<Content['settings']>) => (content: Content) => ({
  ...content,
  settings: { ...content.settings, ...set },
});
const withFields =
  (...fields: FormField[]) =>
  (content: Content) =>
    ({ ...content, fields: [...content.fields, ...fields] }) as Content;

async function captcha() {
  const captchaId = await solvableCaptcha(t);
  return { captchaId, captcha: 'abcd' };
}
async function code(tel: string): Promise<string> {
  const sent = await t.call('franchise.Public/sendCode', { tel, ...(await captcha()) });
  assert.equal(sent.code, 100, JSON.stringify(sent));
  return newestCode(t, tel);
}
let serial = 0;
const newTel = () => {
  serial += 1;
  return `1990001${String(1_000 + serial)}`;
};
const answersOf = (tel: string) => ({ name: 'Lin Fang', tel, region: '510104', budget: 'from30' });
async function submit(more: Partial<Input<'franchise.Public/submit'>>) {
  const { data } = await t.call('franchise.Public/getForm', {});
  serial += 1;
  const key = `key-of-a-browser-${serial}`;
  return t.call(
    'franchise.Public/submit',
    { key, version: data.version, answers: {}, agreed: true, ...more },
    { locale: 'en-US' },
  );
}
async function apply(answers: Record<string, string> = {}, more: Partial<Input<'franchise.Public/submit'>> = {}) {
  const tel = answers.tel ?? newTel();
  return submit({ answers: { ...answersOf(tel), ...answers }, code: await code(tel), ...more });
}
const page = (path: string, headers: Record<string, string> = {}) =>
  t.app.http.inject({ method: 'GET', url: path, headers });
const rowOf = (no: string | null) =>
  t.db
    .selectFrom('franchise_apply')
    .selectAll()
    .where('no', '=', no ?? '')
    .executeTakeFirstOrThrow();

test('from a QR code over the public page to the application, its channel and its funnel', async () => {
  const made = await t.call('franchise.Page/makeQr', { code: 'Expo-2026', name: 'Expo' }, as());
  assert.equal(made.data.url, 'https://console.example/apply/expo-2026');
  assert.match(made.data.qr, /^data:image\/svg\+xml;base64,/);
  const { pathname } = new URL(made.data.url);
  const opened = await page(pathname, { 'accept-language': 'pt-BR,pt;q=0.9' });
  assert.equal(opened.statusCode, 200);
  assert.match(opened.body, /<html lang="pt-BR">/);
  assert.match(opened.body, /Seja um franqueado/);
  assert.match(String(opened.headers['content-security-policy']), /default-src 'none'; script-src 'nonce-/);
  await page(pathname);
  const [, script = ''] = /src="([^"]+apply\.js[^"]+)"/.exec(opened.body) ?? [];
  const loaded = await page(script.replace('&amp;', '&'));
  assert.equal(loaded.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.ok(loaded.body.length < 60_000, `${loaded.body.length} bytes`);
  const done = await apply({}, { channel: 'expo-2026' });
  assert.match(done.data.no ?? '', /^FR\d{20}$/);
  const row = await rowOf(done.data.no);
  assert.deepEqual(
    [row.state, row.source, row.channel, row.form_version, row.region, row.budget],
    ['submitted', 'page', 'expo-2026', 1, '四川省成都市锦江区', 'from30'],
  );
  const stats = await t.call('franchise.Page/getStats', {}, as());
  const { visits, submits, following } = stats.data.list[0] ?? {};
  assert.deepEqual([visits, submits, following], [1, 1, 0]);
  assert.deepEqual(
    stats.data.days.map((day) => [day.visits, day.submits]).filter(([count]) => count),
    [[1, 1]],
  );
});

test('a draft is published once, the page before it is archived, and answers keep their version', async () => {
  const first = await apply();
  const version = await publish(withFields({ key: 'team', kind: 'number', label: label('Riders'), required: true }));
  assert.equal(version, 2);
  const { data } = await t.call('franchise.Page/getVersions', {}, as());
  assert.deepEqual(
    data.list.map((one) => [one.version, one.state]),
    [
      [2, 'published'],
      [1, 'archived'],
    ],
  );
  const missing = await apply();
  assert.deepEqual(
    [missing.code, (missing.data as unknown as { errors: { field: string }[] }).errors[0]?.field],
    [40001, 'team'],
  );
  const second = await apply({ team: '12' });
  const keysOf = async (no: string | null) => {
    const { id } = await rowOf(no);
    return (await t.call('franchise.Apply/getDetail', { id }, { token: staff.token })).data.answers.map(
      ({ key }) => key,
    );
  };
  assert.deepEqual(await keysOf(first.data.no), ['name', 'tel', 'region', 'budget']);
  assert.deepEqual(await keysOf(second.data.no), ['name', 'tel', 'region', 'budget', 'team']);
  assert.equal((await submit({ version: 1, answers: answersOf(newTel()) })).code, 42282);
});

test('of two people who save or publish one draft, the second is refused and sees who was first', async () => {
  const { content, revision } = await draft();
  const save = () => t.call('franchise.Page/saveDraft', { revision, ...content }, as());
  const codes = (await Promise.all([save(), save()])).map((answer) => answer.code);
  assert.deepEqual(codes.sort(), [100, 40901]);
  const { revision: now } = await draft();
  assert.equal((await t.call('franchise.Page/publish', { revision: now + 1 }, as())).code, 40901);
  assert.equal((await t.call('franchise.Page/discardDraft', { revision: now }, as())).code, 100);
  assert.equal((await t.call('franchise.Page/publish', { revision: now }, as())).code, 40401);
});

test('a draft without name or phone is refused, and one with mistakes is kept but not published', async () => {
  const { content, revision } = await draft();
  const without = { ...content, fields: content.fields.filter(({ key }) => key !== 'tel') };
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...without }, as())).code, 42284);
  const other = {
    ...content,
    fields: content.fields.map((one) => (one.key === 'plan' ? { ...one, kind: 'number' as const } : one)),
  };
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...other }, as())).code, 40001);
  const silent = {
    ...content,
    blocks: content.blocks.map((one) => (one.kind === 'agreement' ? { ...one, text: label('<p> </p>') } : one)),
  };
  const saved = await t.call('franchise.Page/saveDraft', { revision, ...silent }, as());
  const refused = await t.call('franchise.Page/publish', { revision: saved.data.revision }, as());
  assert.equal(refused.code, 40001);
  assert.deepEqual(
    (refused.data as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field),
    ['blocks.2.text'],
  );
  await t.call('franchise.Page/discardDraft', { revision: saved.data.revision }, as());
});

test('one phone applies once; that it did is said only after its code was right; a repeated call answers the same', async () => {
  const tel = newTel();
  const answers = { ...answersOf(tel), team: '3' };
  const key = 'one-key-of-one-browser';
  const right = await code(tel);
  const call = () => submit({ key, answers, code: right });
  const both = await Promise.all([call(), call()]);
  assert.deepEqual(
    both.map((one) => one.code),
    [100, 100],
  );
  assert.equal(both[0]?.data.no, both[1]?.data.no);
  t.clock.advance(61_000);
  assert.equal((await submit({ answers, code: '000000' })).code, 40004);
  assert.equal((await submit({ answers, code: await code(tel) })).code, 42281);
  assert.equal((await submit({ answers: { ...answers, tel: newTel() }, key, code: '000000' })).code, 40004);
});

test('sensitive answers are sealed, masked, and revealed only with the rule', async () => {
  await publish(withFields({ key: 'wechat', kind: 'text', label: label('WeChat'), required: false, sensitive: true }));
  const { data } = await apply({ team: '3', wechat: 'lin-fang-77' });
  const row = await rowOf(data.no);
  assert.equal(JSON.stringify(row.answers).includes('lin-fang-77'), false);
  const sealed = await t.db
    .selectFrom('franchise_secret')
    .select(['key', 'sealed'])
    .where('apply_id', '=', row.id)
    .execute();
  assert.deepEqual(
    sealed.map((one) => one.key),
    ['wechat'],
  );
  assert.equal(sealed[0]?.sealed.includes('lin-fang-77'), false);
  const detail = await t.call('franchise.Apply/getDetail', { id: row.id }, { token: staff.token });
  assert.equal(detail.data.answers.find(({ key }) => key === 'wechat')?.value, 'l**********');
  const ask = {
    objectType: 'franchiseApply',
    id: row.id,
    field: 'answer',
    answer: 'wechat',
    reason: 'Contract',
  } as const;
  assert.equal((await t.call('common.Sensitive/unmask', ask, { token: staff.token })).data.value, 'lin-fang-77');
  assert.equal((await t.call('common.Sensitive/unmask', ask, { token: builder })).code, 40301);
});

test('hostile answers and texts are text: nothing of them is markup, and what no database stores is dropped', async () => {
  const evil = '<img src=x onerror="alert(1)">';
  await publish((content) => ({
    ...content,
    blocks: content.blocks.map((one) =>
      one.kind === 'banner'
        ? { ...one, title: label('</title><script>x</script>') }
        : one.kind === 'agreement'
          ? { ...one, text: label(`<p onclick="x()">Text</p><script>x</script>${evil}`) }
          : one,
    ),
    fields: content.fields.map((one) =>
      one.key === 'wechat' ? { ...one, help: label('</script>" onfocus=x "') } : one,
    ),
  }));
  const { body } = await page('/apply?lang=en-US');
  assert.equal(/<script>x|onerror|onclick|<img src=x/.test(body), false);
  assert.ok(body.includes('&lt;/title&gt;&lt;script&gt;x'));
  assert.ok(body.includes('\\u003c/script\\u003e'));
  const done = await apply({ team: '3', plan: `${evil}\u0007\u202e` });
  assert.equal(done.code, 100, JSON.stringify(done));
  const { answers } = await rowOf(done.data.no);
  assert.equal((answers as Record<string, string>).plan, `${evil}\u202e`);
});

test('the page closes by its days and by its number a day, and archived it is gone', async () => {
  const day = (offset: number) => new Date(t.clock.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  await publish(withSettings({ openTo: day(-2), openFrom: null }));
  assert.match((await page('/apply?lang=en-US')).body, /Applications are closed/);
  assert.equal((await submit({ answers: answersOf(newTel()) })).code, 42282);
  await publish(withSettings({ openTo: null, maxPerDay: 1 }));
  const tel = newTel();
  assert.equal((await submit({ answers: { ...answersOf(tel), team: '1' }, code: await code(tel) })).code, 42901);
  const version = await publish(withSettings({ maxPerDay: null }));
  assert.equal((await t.call('franchise.Page/archive', { version, reason: 'Season is over' }, as())).code, 100);
  assert.equal((await page('/apply')).statusCode, 404);
  assert.equal((await t.call('franchise.Public/getForm', {})).code, 40401);
  assert.equal((await t.call('franchise.Page/archive', { version, reason: 'Season is over' }, as())).code, 42201);
});

test('applications are assigned in turn, and those who are to be told are told', async () => {
  const other = await t.account({ rules: withParents([41, 4102]), scope: { kind: 'regions', ids: [510_000] } });
  const assignStaffIds = [staff.id, other.id];
  await publish(withSettings({ autoAssign: 'roundRobin', assignStaffIds, notifyStaffIds: [staff.id] }));
  const followers: (number | null)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { data } = await apply({ team: '3' });
    const row = await rowOf(data.no);
    assert.equal(row.state, 'following');
    followers.push(row.follower_id);
    t.clock.advance(1_000);
  }
  assert.deepEqual(new Set(followers.slice(0, 2)), new Set(assignStaffIds));
  assert.deepEqual(followers.slice(2), followers.slice(0, 2));
  const told = await t.db.selectFrom('notice_outbox').select('account_ids').where('source', '=', 'franchise').execute();
  assert.ok(told.every((row) => (row.account_ids as number[]).includes(staff.id)));
});

test('without a code a captcha is needed, and a repeated phone gets the same answer without a second application', async () => {
  await publish(withSettings({ needSms: false }));
  const answers = { ...answersOf(newTel()), team: '3' };
  assert.equal((await submit({ answers, captchaId: 'x', captcha: 'abcd' })).code, 40003);
  const first = await submit({ answers, ...(await captcha()) });
  const again = await submit({ answers, ...(await captcha()) });
  assert.deepEqual([first.code, again.code, first.data.no, again.data.no], [100, 100, null, null]);
  const rows = await t.db.selectFrom('franchise_apply').select('id').where('tel', '=', answers.tel).execute();
  assert.equal(rows.length, 1);
});

/** A valid answer to each kind, as it is typed. */
const TYPED: Partial<Record<FormField['kind'], string>> = {
  ...{ text: 'Words <b>', textarea: 'Two\nlines', number: '7', amount: '12.50', phone: '13800000001' },
  ...{ idCard: '11010519491231002X', email: 'lin@example.com', select: 'b', radio: 'a', multiSelect: 'a,b' },
  ...{ date: '2026-03-01', region: '510104', address: '510104|Road 1', agreement: 'yes' },
};
const randomField = fc.record({
  kind: fc.constantFrom(...(Object.keys(TYPED) as FormField['kind'][]), 'hint' as const, 'divider' as const),
  required: fc.boolean(),
  sensitive: fc.boolean(),
  isAnswered: fc.boolean(),
  on: fc.option(fc.nat(8), { nil: undefined }),
});

test('random forms go from the builder over the public page to the application, each on its own version', async () => {
  const { content, revision } = await draft();
  const fixed = content.fields.filter(({ key }) => key === 'name' || key === 'tel') as FormField[];
  const settings = {
    ...{ ...content.settings, needSms: false, openFrom: null, openTo: null, maxPerDay: null },
    ...{ autoAssign: 'none' as const, assignStaffIds: [], notifyStaffIds: [] },
  };
  let seen = revision;
  for (const [n, list] of fc.sample(fc.array(randomField, { maxLength: 8 }), { numRuns: 300, seed: 31 }).entries()) {
    const fields = list.map(({ kind, required, sensitive, on }, at): FormField => {
      // Conditions on earlier fields, so that the form has no circle.
      const source = on === undefined ? undefined : list.slice(0, at)[on];
      const isConditional = source !== undefined && isAsked(source);
      return {
        ...emptyField(`q${n}x${at}`, kind),
        ...(isAsked({ kind }) && { required }),
        ...(sensitive && isAsked({ kind }) && kind !== 'agreement' && { sensitive }),
        ...(isConditional && { visibleWhen: { key: `q${n}x${on}`, op: 'notEmpty' as const, value: [] } }),
      };
    });
    const whole = [...fixed, ...fields];
    const given = { ...content, settings, fields: whole } as Content;
    const saved = await t.call('franchise.Page/saveDraft', { revision: seen, ...given }, as());
    assert.equal(saved.code, 100, JSON.stringify(saved));
    const out = await t.call('franchise.Page/publish', { revision: saved.data.revision }, as());
    assert.equal(out.code, 100, JSON.stringify(out));
    seen = 0;
    const form = await t.call('franchise.Public/getForm', {});
    assert.deepEqual([form.data.version, form.data.fields.length], [out.data.version, whole.length]);
    const typed = Object.fromEntries(
      list.map(({ kind, required, isAnswered }, at) => [
        `q${n}x${at}`,
        required || isAnswered ? (TYPED[kind] ?? '') : '',
      ]),
    );
    const answers = { ...typed, name: 'Lin Fang', tel: newTel() };
    await t.db.deleteFrom('throttle').execute();
    const done = await submit({ version: out.data.version, answers, ...(await captcha()) });
    assert.equal(done.code, 100, `${JSON.stringify(done)} ${JSON.stringify(fields)}`);
    const { id, form_version: version } = await t.db
      .selectFrom('franchise_apply')
      .select(['id', 'form_version'])
      .where('tel', '=', answers.tel)
      .executeTakeFirstOrThrow();
    assert.equal(version, out.data.version);
    const stored = checkAnswers(whole, answers).answers;
    const { data } = await t.call('franchise.Apply/getDetail', { id }, { token: staff.token, locale: 'en-US' });
    assert.deepEqual(
      data.answers.map(({ key }) => key),
      whole.map(({ key }) => key).filter((key) => stored[key] !== undefined),
    );
    for (const { key, value } of data.answers) {
      const field = whole.find((one) => one.key === key) as FormField;
      const plain = answerText(field, stored[key] ?? '', 'en-US', regionText);
      const isHidden = isSealed(field) || field.kind === 'phone';
      assert.equal(value === plain, !isHidden, `${key} ${field.kind} ${value}`);
    }
  }
});

test('the file of applications has a column for each field of the published versions, sealed ones masked', async () => {
  const made = await t.account({ rules: withParents([41, 4104, 4105, 95]) });
  const token = await t.signIn(made.account);
  const asked = { module: 'franchise.apply', filter: '{}' } as const;
  const { data } = await t.call('export.Task/prepare', asked, { token, locale: 'en-US' });
  const columns = data.columns.filter(({ key }) => key.startsWith('answer.'));
  assert.ok(columns.every(({ chosen }) => !chosen));
  const titled = (key: string) => columns.find((column) => column.key === `answer.${key}`);
  assert.deepEqual([titled('wechat')?.masked, titled('budget')?.masked], [true, false]);
  assert.match(titled('team')?.title ?? '', /^Riders \(v2, /);
  const source = franchiseExportSources[0];
  assert.ok(source);
  const row = await t.db
    .selectFrom('franchise_secret')
    .select('apply_id as id')
    .where('key', '=', 'wechat')
    .executeTakeFirstOrThrow();
  const besides = (await source.columnsBesides?.(t.db)) ?? [];
  const column = besides.find(({ key }) => key === 'answer.wechat');
  const secrets = t.ports.secrets;
  const actor = { accountId: 0, rules: new Set([4105]), fields: new Set(['phone']), scope: { kind: 'all' } };
  const ctx = { db: t.db, clock: t.clock, locale: 'en-US', ports: { secrets }, actor, can: () => true };
  for (const unmasked of [false, true]) {
    const wish = { input: {}, columns: new Set(['answer.wechat']), unmasked, upTo: t.clock.now(), ids: [row.id] };
    const reader = (await source.open(ctx as never, wish)) as RowReader<unknown>;
    const { rows } = await reader.batch(null, 10);
    const cell = unmasked ? column?.plain?.(rows[0]) : column?.value(rows[0]);
    assert.equal(cell, unmasked ? 'lin-fang-77' : 'l**********');
  }
});

test('from one address only so many attempts an hour, and only so many codes', async () => {
  const limited = async () => (await submit({ answers: answersOf(newTel()), captchaId: 'x', captcha: 'abcd' })).code;
  const codes: number[] = [];
  for (let n = 0; n < 31; n += 1) codes.push(await limited());
  assert.equal(codes.at(-1), 42901);
});

test('who may not edit or publish is refused', async () => {
  const { token } = staff;
  assert.equal((await t.call('franchise.Page/getVersions', {}, { token })).code, 40301);
  const reader = await t.account({ rules: withParents([43]) });
  const own = { token: await t.signIn(reader.account) };
  const { content, revision } = (await t.call('franchise.Page/getDraft', {}, own)).data;
  assert.equal((await t.call('franchise.Page/saveDraft', { revision, ...content }, own)).code, 40301);
  assert.equal((await t.call('franchise.Page/publish', { revision }, own)).code, 40301);
});
