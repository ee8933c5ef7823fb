import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type FormField, isAsked, isSealed, isUpload, scopeField } from '../../../contract/franchiseForm';
import { checkAnswers } from '../../../contract/franchiseForm.answers';
import { answerText } from '../../../contract/franchiseForm.words';
import { emptyField } from '../../../contract/franchisePage.content';
import { withParents } from '../../../contract/permissions';
import type { RowReader } from '../../core/export/export';
import { createTestApp, type TestApp } from '../../testing';
import {
  answersOf,
  applyPageOf,
  type Content,
  label,
  newTel,
  sendFile,
  withFields,
  withSettings,
} from '../../testing-apply-page';
import { franchiseExportSources } from '../franchise';
import { regionText } from '../region';
import { newVisit } from './visit';

/** Tests that applicants' answers are checked, encrypted, stored as entered, and exported. */

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
  await pages.publish(withFields({ key: 'team', kind: 'number', label: label('Riders'), required: true }));
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

test('a phone applies once, an earlier application is revealed only after a correct code, and a repeated call gets the same answer', async () => {
  const tel = newTel();
  const answers = { ...answersOf(tel), team: '3' };
  const key = 'one-key-of-one-browser';
  const right = await pages.code(tel);
  const call = () => pages.submit({ key, answers, code: right });
  const both = await Promise.all([call(), call()]);
  assert.deepEqual(
    both.map((one) => one.code),
    [100, 100],
  );
  assert.equal(both[0]?.data.no, both[1]?.data.no);
  t.clock.advance(61_000);
  assert.equal((await pages.submit({ answers, code: '000000' })).code, 40004);
  assert.equal((await pages.submit({ answers, code: await pages.code(tel) })).code, 42281);
  assert.equal((await pages.submit({ answers: { ...answers, tel: newTel() }, key, code: '000000' })).code, 40004);
});

test('sensitive answers are sealed, masked, and revealed only with the rule', async () => {
  await pages.publish(
    withFields({ key: 'wechat', kind: 'text', label: label('WeChat'), required: false, sensitive: true }),
  );
  const { data } = await pages.apply({ team: '3', wechat: 'lin-fang-77' });
  const row = await pages.rowOf(data.no);
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

test('the street of an address is masked and its position rough, until it is revealed with the rule', async () => {
  const former = await pages.draft();
  await pages.publish(withFields(emptyField('shop', 'address')));
  const { data } = await pages.apply({ team: '3', shop: '510104|Road 17|104.081234,30.657812' });
  const { id } = await pages.rowOf(data.no);
  const as = { token: staff.token, locale: 'en-US' as const };
  const { answers } = (await t.call('franchise.Apply/getDetail', { id }, as)).data;
  const shop = answers.find(({ key }) => key === 'shop');
  assert.match(shop?.value ?? '', / \*\*\*\*$/);
  assert.deepEqual([shop?.isSensitive, shop?.point], [true, { lng: 104.08, lat: 30.66 }]);
  const ask = { objectType: 'franchiseApply', id, field: 'answer', answer: 'shop', reason: 'Contract' } as const;
  assert.match((await t.call('common.Sensitive/unmask', ask, as)).data.value, /Road 17/);
  const blind = await t.account({ rules: withParents([41, 4105]), fields: ['idCard'] });
  assert.equal((await t.call('common.Sensitive/unmask', ask, { token: await t.signIn(blind.account) })).code, 40301);
  const prepared = { module: 'franchise.apply', filter: '{}' } as const;
  const exporter = await t.account({ rules: withParents([41, 4104, 4105, 95]) });
  const { columns } = (await t.call('export.Task/prepare', prepared, { token: await t.signIn(exporter.account) })).data;
  assert.equal(columns.find(({ key }) => key === 'answer.shop')?.masked, true);
  await pages.publish((content) => ({ ...content, fields: former.content.fields }));
});

/** Exports one column of the given applications and returns the exported rows. */
async function exported(column: string, ids: number[], unmasked = false): Promise<readonly unknown[]> {
  const actor = { accountId: 0, rules: new Set([4105]), fields: new Set(['phone']), scope: { kind: 'all' } };
  const ports = { secrets: t.ports.secrets };
  const ctx = { db: t.db, clock: t.clock, locale: 'en-US', ports, actor, can: () => true };
  const wish = { input: {}, columns: new Set([column]), unmasked, upTo: t.clock.now(), ids };
  const reader = (await franchiseExportSources[0]?.open(ctx as never, wish)) as RowReader<unknown>;
  return (await reader.batch(null, 10)).rows;
}

test('the budget in the file has the label of the form version on which it was answered, as in the list', async () => {
  const former = await pages.draft();
  const budgetNamed = (word: string) => (content: Content) => ({
    ...content,
    fields: content.fields.map((one) =>
      one.key === 'budget'
        ? { ...one, options: one.options?.map((option) => ({ ...option, label: label(`${word} ${option.value}`) })) }
        : one,
    ),
  });
  const ids: number[] = [];
  for (const word of ['Early', 'Late']) {
    await pages.publish(budgetNamed(word));
    ids.push((await pages.rowOf((await pages.apply({ team: '3' })).data.no)).id);
  }
  const column = franchiseExportSources[0]?.columns.find(({ key }) => key === 'budget');
  const cells = (await exported('budget', ids)).map((row) => column?.value(row));
  assert.deepEqual(cells, ['Late from30', 'Early from30']);
  const { list } = (await t.call('franchise.Apply/getList', {}, { token: staff.token })).data;
  const listed = list.filter(({ id }) => ids.includes(id)).map(({ budget }) => budget);
  assert.deepEqual(listed, cells);
  await pages.publish((content) => ({ ...content, fields: former.content.fields }));
});

test('hostile answers and texts never become markup, and characters that the database cannot store are dropped', async () => {
  const evil = '<img src=x onerror="alert(1)">';
  await pages.publish((content) => ({
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
  const { body } = await pages.page('/apply?lang=en-US');
  assert.equal(/<script>x|onerror|onclick|<img src=x/.test(body), false);
  assert.ok(body.includes('&lt;/title&gt;&lt;script&gt;x'));
  assert.ok(body.includes('\\u003c/script\\u003e'));
  const done = await pages.apply({ team: '3', plan: `${evil}\u0007\u202e` });
  assert.equal(done.code, 100, JSON.stringify(done));
  const { answers } = await pages.rowOf(done.data.no);
  assert.equal((answers as Record<string, string>).plan, `${evil}\u202e`);
});

test('without a code a captcha is needed, and a repeated phone gets the same answer but no second application', async () => {
  await pages.publish(withSettings({ needSms: false }));
  const answers = { ...answersOf(newTel()), team: '3' };
  assert.equal((await pages.submit({ answers, captchaId: 'x', captcha: 'abcd' })).code, 40003);
  const first = await pages.submit({ answers, ...(await pages.captcha()) });
  const again = await pages.submit({ answers, ...(await pages.captcha()) });
  assert.deepEqual([first.code, again.code, first.data.no, again.data.no], [100, 100, null, null]);
  const rows = await t.db.selectFrom('franchise_apply').select('id').where('tel', '=', answers.tel).execute();
  assert.equal(rows.length, 1);
});

/** A valid answer for each kind of field, as a user enters it. */
const TYPED: Partial<Record<FormField['kind'], string>> = {
  ...{ text: 'Words <b>', textarea: 'Two\nlines', number: '7', amount: '12.50', phone: '13800000001' },
  ...{ idCard: '11010519491231002X', email: 'lin@example.com', select: 'b', radio: 'a', multiSelect: 'a,b' },
  ...{ date: '2026-03-01', region: '510104', address: '510104|Road 1', agreement: 'yes' },
  // The test replaces `file` with the id of a file that it uploads for the field.
  ...{ image: 'file', file: 'file' },
};
/** Number of random forms. `npm run fuzz` uses 300. */
const FORMS = Number(process.env.APPLY_FORMS ?? 60);
const KINDS = [...(Object.keys(TYPED) as FormField['kind'][]), 'hint', 'divider'] as const;
const randomField = fc.record({
  kind: fc.constantFrom(...KINDS),
  required: fc.boolean(),
  sensitive: fc.boolean(),
  isAnswered: fc.boolean(),
  on: fc.option(fc.nat(8), { nil: undefined }),
});

test(`${FORMS} random forms with every kind of field can be built, published and answered, each under its own version`, async () => {
  const { content, revision } = await pages.draft();
  const fixed = content.fields.filter(({ key }) => key === 'name' || key === 'tel') as FormField[];
  const settings = {
    ...{ ...content.settings, needSms: false, openFrom: null, openTo: null, maxPerDay: null },
    ...{ autoAssign: 'none' as const, assignStaffIds: [], notifyStaffIds: [] },
  };
  let seen = revision;
  const lists = fc.sample(fc.array(randomField, { maxLength: 8 }), { numRuns: FORMS, seed: 31 });
  assert.equal(new Set(lists.flat().map(({ kind }) => kind)).size, KINDS.length);
  for (const [n, list] of lists.entries()) {
    const fields = list.map(({ kind, required, sensitive, on }, at): FormField => {
      // A condition refers only to earlier fields, so that the form has no cycle.
      const source = on === undefined ? undefined : list.slice(0, at)[on];
      const isConditional = source !== undefined && isAsked(source);
      return {
        ...emptyField(`q${n}x${at}`, kind),
        ...(isAsked({ kind }) && { required }),
        ...(sensitive && isAsked({ kind }) && kind !== 'agreement' && { sensitive }),
        ...(isConditional && { visibleWhen: { key: `q${n}x${on}`, op: 'notEmpty' as const, value: [] } }),
      };
    });
    const scope = scopeField(fields);
    const whole = [...fixed, ...fields.map((field) => (field === scope ? { ...field, sensitive: false } : field))];
    const given = { ...content, settings, fields: whole } as Content;
    const saved = await t.call('franchise.Page/saveDraft', { revision: seen, ...given }, pages.as());
    assert.equal(saved.code, 100, JSON.stringify(saved));
    const out = await t.call('franchise.Page/publish', { revision: saved.data.revision }, pages.as());
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
    await t.db.deleteFrom('throttle').execute();
    const { version } = out.data;
    const visit = newVisit({ clock: t.clock, secrets: t.ports.secrets });
    for (const field of fields.filter((one) => isUpload(one) && typed[one.key] !== '')) {
      const sent = await sendFile(t, { visit, version, field: field.key });
      typed[field.key] = String(sent.data.fileId);
    }
    const answers: Record<string, string> = { ...typed, name: 'Lin Fang', tel: newTel() };
    const done = await pages.submit({ version, answers, visit, ...(await pages.captcha()) });
    assert.equal(done.code, 100, `${JSON.stringify(done)} ${JSON.stringify(fields)}`);
    const { id, form_version: answered } = await t.db
      .selectFrom('franchise_apply')
      .select(['id', 'form_version'])
      .where('tel', '=', answers.tel ?? '')
      .executeTakeFirstOrThrow();
    assert.equal(answered, version);
    const stored = checkAnswers(whole, answers).answers;
    const { data } = await t.call('franchise.Apply/getDetail', { id }, { token: staff.token, locale: 'en-US' });
    assert.deepEqual(
      data.answers.map(({ key }) => key),
      whole.map(({ key }) => key).filter((key) => stored[key] !== undefined),
    );
    for (const { key, value } of data.answers) {
      const field = whole.find((one) => one.key === key) as FormField;
      const plain = answerText(field, stored[key] ?? '', 'en-US', regionText, () => 'a.png');
      const isHidden = isSealed(field) || field.kind === 'phone' || field.kind === 'address';
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
  for (const unmasked of [false, true]) {
    const rows = await exported('answer.wechat', [row.id], unmasked);
    const cell = unmasked ? column?.plain?.(rows[0]) : column?.value(rows[0]);
    assert.equal(cell, unmasked ? 'lin-fang-77' : 'l**********');
  }
});

test('attempts and codes per address and hour are limited', async () => {
  const limited = async () =>
    (await pages.submit({ answers: answersOf(newTel()), captchaId: 'x', captcha: 'abcd' })).code;
  const codes: number[] = [];
  for (let n = 0; n < 31; n += 1) codes.push(await limited());
  assert.equal(codes.at(-1), 42901);
});
