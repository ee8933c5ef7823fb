import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Answers, type Condition, type FormField, isAsked } from './franchiseForm';
import { checkAnswers, visibleKeys } from './franchiseForm.answers';
import { matches, patternOf } from './franchiseForm.pattern';
import { checkFields, checkPage } from './franchisePage.check';
import { EMPTY_TEXT, FIRST_PAGE } from './franchisePage.content';
import { LOCALES, text } from './text';

const label = (word: string) => text(word, word, word, word);
const field = (key: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  key,
  kind,
  label: label(key),
  required: false,
  ...more,
});
const FIXED = [field('name', 'text', { required: true }), field('tel', 'phone', { required: true })];
const faultsOf = (fields: readonly FormField[]) =>
  checkFields(fields, LOCALES).map(({ path, fault }) => `${path} ${fault}`);
const said = (fields: readonly FormField[], raw: Answers) =>
  checkAnswers(fields, raw).faults.map(({ key, rule }) => `${key} ${rule}`);

test('the initial page of a new installation can be published', () => {
  assert.deepEqual(checkPage(FIRST_PAGE, LOCALES), []);
});

test('a form needs a name and a phone field of the right kinds', () => {
  assert.deepEqual(faultsOf([field('name', 'text', { required: true })]), ['fields fixed']);
  const hidden = field('tel', 'phone', { required: true, visibleWhen: { key: 'name', op: 'notEmpty', value: [] } });
  assert.deepEqual(faultsOf([field('name', 'textarea', { required: true }), hidden]), [
    'fields.0.key fixed',
    'fields.1.key fixed',
  ]);
});

test('the field that decides who handles an application cannot be sensitive, but further region fields can', () => {
  const hidden = (key: string, kind: FormField['kind']) => field(key, kind, { sensitive: true });
  assert.deepEqual(faultsOf([...FIXED, hidden('place', 'address')]), ['fields.2.sensitive scope']);
  assert.deepEqual(faultsOf([...FIXED, hidden('place', 'address'), hidden('one', 'region')]), [
    'fields.3.sensitive scope',
  ]);
  assert.deepEqual(faultsOf([...FIXED, field('one', 'region'), hidden('two', 'region')]), []);
});

test('invalid keys, options, patterns, limits and conditions of a form are reported at their paths', () => {
  const twice = [
    { value: 'a', label: label('A') },
    { value: 'a', label: label('B') },
  ];
  const fields = [
    ...FIXED,
    field('Wrong', 'text'),
    field('one', 'select', { options: twice }),
    field('two', 'text', { pattern: '(a+)+', patternMessage: label('x') }),
    field('three', 'number', { min: 5, max: 1 }),
    field('four', 'text', { visibleWhen: { key: 'nowhere', op: 'notEmpty', value: [] } }),
    field('five', 'text', { visibleWhen: { key: 'six', op: 'notEmpty', value: [] } }),
    field('six', 'text', { visibleWhen: { key: 'five', op: 'eq', value: ['x'] } }),
    field('idCard', 'text'),
    field('seven', 'text', { label: { ...label('x'), 'pt-BR': '' } }),
  ];
  assert.deepEqual(faultsOf(fields), [
    'fields.2.key key',
    'fields.3.options optionTwice',
    'fields.4.pattern pattern',
    'fields.5.max range',
    'fields.6.visibleWhen condition',
    'fields.7.visibleWhen cycle',
    'fields.8.visibleWhen cycle',
    'fields.9.key reserved',
    'fields.10.label label',
  ]);
});

test('a condition on a file or picture may only ask whether it is answered', () => {
  const onUpload = (kind: 'file' | 'image', op: Condition['op']) =>
    faultsOf([
      ...FIXED,
      field('paper', kind),
      field('more', 'text', { visibleWhen: { key: 'paper', op, value: ['1'] } }),
    ]);
  for (const kind of ['file', 'image'] as const) {
    assert.deepEqual(onUpload(kind, 'notEmpty'), []);
    for (const op of ['eq', 'in'] as const) assert.deepEqual(onUpload(kind, op), ['fields.3.visibleWhen conditionOp']);
  }
});

test('only regular expressions that match quickly are accepted', () => {
  for (const bad of ['(a+)+', '(a|a)*', '\\1', '(?=a)', 'a{1,2}b*c+d?', '[', '*', '(a)(b)(c)(d)']) {
    assert.equal(patternOf(bad), null, bad);
  }
  for (const good of ['\\d{6}', '[A-Z]{2}\\d{4,8}', '(A|B)\\d*', '^\\w+$', '']) assert.ok(patternOf(good), good);
  assert.deepEqual([matches('[A-Z]{2}\\d{4}', 'AB1234'), matches('[A-Z]{2}\\d{4}', 'xAB1234')], [true, false]);
  const began = performance.now();
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (pattern) => {
      matches(pattern, 'a'.repeat(100));
    }),
    { numRuns: 1_000 },
  );
  matches('(a|b|c|d)(a|b|c|d)(a|b|c|d)a*a*a*x', 'a'.repeat(100));
  assert.ok(performance.now() - began < 5_000);
});

test('each kind refuses invalid answers, and stores amounts in fen and choices in the order of the form', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: label(value) }));
  const fields = [
    ...FIXED,
    field('count', 'number', { min: 1, max: 9 }),
    field('money', 'amount', { max: 100_00 }),
    field('card', 'idCard'),
    field('mail', 'email'),
    field('one', 'select', { options, required: true }),
    field('many', 'multiSelect', { options, maxCount: 2 }),
    field('day', 'date'),
    field('place', 'address'),
    field('yes', 'agreement', { required: true }),
  ];
  const bad = { name: 'x', tel: '123', count: '12', money: '100.01', card: '1', mail: 'a@b', one: 'z', many: 'a,b,c' };
  assert.deepEqual(said(fields, { ...bad, day: '2026-02-30', place: '|Road 1' }), [
    'name length',
    'tel pattern',
    'count range',
    'money range',
    'card pattern',
    'mail pattern',
    'one choice',
    'many arrayMax',
    'day pattern',
    'place requiredSelect',
    'yes requiredSelect',
  ]);
  const good = {
    name: ' Lin Fang ',
    tel: '13800000001',
    money: '99.5',
    one: 'b',
    many: 'c,a',
    place: '510104| Road 1 ',
  };
  assert.deepEqual(checkAnswers(fields, { ...good, yes: 'yes' }), {
    faults: [],
    answers: {
      ...{ name: 'Lin Fang', tel: '13800000001', money: '9950', one: 'b', many: 'a,c', place: '510104|Road 1' },
      yes: 'yes',
    },
  });
});

test('hidden fields are neither required nor stored, through chains of conditions', () => {
  const fields = [
    ...FIXED,
    field('first', 'agreement'),
    field('second', 'text', { required: true, visibleWhen: { key: 'first', op: 'eq', value: ['yes'] } }),
    field('third', 'text', { required: true, visibleWhen: { key: 'second', op: 'notEmpty', value: [] } }),
  ];
  const raw = { name: 'Lin', tel: '13800000001', second: 'x', third: 'y' };
  assert.deepEqual(checkAnswers(fields, raw).answers, { name: 'Lin', tel: '13800000001' });
  assert.deepEqual([...visibleKeys(fields, raw)], ['name', 'tel', 'first']);
  assert.deepEqual(said(fields, { ...raw, first: 'yes', third: '' }), ['third required']);
});

const KINDS = ['text', 'textarea', 'number', 'select', 'multiSelect', 'radio', 'date', 'agreement', 'hint'] as const;
/**
 * Generates forms with random fields after the fixed ones. The condition of a field refers to any random field, including itself and later
 * fields, or to a missing field. Forms can therefore contain cycles.
 */
const forms = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      required: fc.boolean(),
      from: fc.nat(20),
      conditional: fc.boolean(),
      sensitive: fc.boolean(),
    }),
    { maxLength: 15 },
  )
  .map((list) => [
    ...FIXED,
    ...list.map(({ kind, required, from, conditional, sensitive }, index) =>
      field(`q${index}`, kind, {
        required,
        ...(conditional && {
          visibleWhen: { key: `q${from % (list.length + 1)}`, op: 'notEmpty' as const, value: [] },
        }),
        ...(sensitive && { sensitive }),
        ...(['select', 'multiSelect', 'radio'].includes(kind) && {
          options: ['a', 'b', 'c'].map((value) => ({ value, label: label(value) })),
        }),
      }),
    ),
  ]);
const values = fc.oneof(
  fc.constantFrom('', 'a', 'a,b', 'yes', '7', '2026-02-01', '|', '<img src=x onerror=alert(1)>', '\u202e\u0000\ud800'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

test('for any form and input the check terminates, stores only visible answers, and is idempotent', () => {
  fc.assert(
    fc.property(
      forms,
      fc.dictionary(fc.constantFrom(...Array.from({ length: 15 }, (_, n) => `q${n}`)), values),
      (fields, typed) => {
        const raw = { ...typed, name: 'Lin Fang', tel: '13800000001' };
        const { answers, faults } = checkAnswers(fields, raw);
        const visible = visibleKeys(fields, raw);
        for (const [key, value] of Object.entries(answers)) {
          assert.ok(visible.has(key) && value !== '' && !/\p{Cs}/u.test(value), key);
        }
        for (const { key } of faults) assert.ok(fields.some((one) => one.key === key && isAsked(one)));
        assert.deepEqual(checkAnswers(fields, { ...raw, ...answers }).answers, answers);
      },
    ),
    { numRuns: 300 },
  );
  assert.equal(EMPTY_TEXT['zh-CN'], '');
});
