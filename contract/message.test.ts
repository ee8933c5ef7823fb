import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMessage, say } from './message';
import { text } from './text';

test('placeholders are filled, and stay visible without a value', () => {
  assert.equal(formatMessage('Wait {n} s', 'en-US', { n: 42 }), 'Wait 42 s');
  assert.equal(formatMessage('Wait {n} s', 'en-US'), 'Wait {n} s');
});

test('plurals follow the language', () => {
  const template = '{n, plural, one {# station} other {# stations}} of {total}';
  assert.equal(formatMessage(template, 'en-US', { n: 1, total: 9 }), '1 station of 9');
  assert.equal(formatMessage(template, 'en-US', { n: 1_200, total: 9 }), '1,200 stations of 9');
  assert.equal(formatMessage('{n, plural, one {# estação} other {# estações}}', 'pt-BR', { n: 0 }), '0 estação');
  assert.equal(
    formatMessage('{n, plural, other {共 # 个，在 {place}}}', 'zh-CN', { n: 3, place: '成都' }),
    '共 3 个，在 成都',
  );
});

const FORMS = {
  'en-US': '{n, plural, one {# station} other {# stations}}',
  'pt-BR': '{n, plural, one {# estação} other {# estações}}',
  'zh-CN': '{n, plural, other {# 个站点}}',
  'zh-TW': '{n, plural, other {# 個站點}}',
};
for (const [locale, n, said] of [
  ['en-US', 0, '0 stations'],
  ['en-US', 1, '1 station'],
  ['en-US', 2, '2 stations'],
  ['pt-BR', 0, '0 estação'],
  ['pt-BR', 1, '1 estação'],
  ['pt-BR', 1_000_000, '1.000.000 estações'],
  ['zh-CN', 1, '1 个站点'],
  ['zh-TW', 1_200, '1,200 個站點'],
] as const) {
  test(`${locale} pluralizes ${n} by its grammar; a missing branch falls back to the last one`, () => {
    assert.equal(formatMessage(FORMS[locale], locale, { n }), said);
  });
}

for (const [what, name] of [
  ['Arabic', 'مطعم النخيل'],
  ['Hebrew', 'מסעדה 7'],
  ['a letter that only turns', 'A\u202eB'],
] as const) {
  test(`a name in ${what} is isolated from its sentence, also inside a plural`, () => {
    assert.equal(
      formatMessage('站点 {name}（{n} 单）已暂停', 'zh-CN', { name, n: 12 }),
      `站点 \u2068${name}\u2069（12 单）已暂停`,
    );
    const plural = '{n, plural, one {# order of {name}} other {# orders of {name}}} (today)';
    assert.equal(formatMessage(plural, 'en-US', { n: 3, name }), `3 orders of \u2068${name}\u2069 (today)`);
  });
}

test('a name in the direction of its sentence gets no isolation marks, so copied text equals typed text', () => {
  assert.equal(formatMessage('站点 {name} 已暂停', 'zh-CN', { name: 'Café 春熙路 12' }), '站点 Café 春熙路 12 已暂停');
});

test('a value may be a localized text, and placeholders in user input are not evaluated', () => {
  const sentence = text('{x} 元：{note}', '¥{x}: {note}', '¥{x}: {note}', '{x} 元：{note}');
  const note = '{n, plural, one {# a} other {# b}}';
  const x = text('1,830.00', '1,830.00', '1.830,00', '1,830.00');
  assert.equal(say(sentence, 'pt-BR', { x, note, n: 2 }), `¥1.830,00: ${note}`);
  assert.equal(say(sentence, 'zh-TW', { x, note: '' }), '1,830.00 元：');
});
