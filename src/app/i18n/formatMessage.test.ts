import { formatMessage } from './formatMessage';

test('placeholders are filled, and stay visible without a value', () => {
  expect(formatMessage('Wait {n} s', 'en-US', { n: 42 })).toBe('Wait 42 s');
  expect(formatMessage('Wait {n} s', 'en-US')).toBe('Wait {n} s');
});

test('plurals follow the language', () => {
  const template = '{n, plural, one {# station} other {# stations}} of {total}';
  expect(formatMessage(template, 'en-US', { n: 1, total: 9 })).toBe('1 station of 9');
  expect(formatMessage(template, 'en-US', { n: 1_200, total: 9 })).toBe('1,200 stations of 9');
  expect(formatMessage('{n, plural, one {# estação} other {# estações}}', 'pt-BR', { n: 0 })).toBe('0 estação');
  expect(formatMessage('{n, plural, other {共 # 个，在 {place}}}', 'zh-CN', { n: 3, place: '成都' })).toBe(
    '共 3 个，在 成都',
  );
});

test.each([
  ['en-US', 0, '0 stations'],
  ['en-US', 1, '1 station'],
  ['en-US', 2, '2 stations'],
  ['pt-BR', 0, '0 estação'],
  ['pt-BR', 1, '1 estação'],
  ['pt-BR', 1_000_000, '1.000.000 estações'],
  ['zh-CN', 1, '1 个站点'],
  ['zh-TW', 1_200, '1,200 個站點'],
] as const)('%s counts %d as its grammar does; a form without a branch takes the last one', (locale, n, said) => {
  const forms = {
    'en-US': '{n, plural, one {# station} other {# stations}}',
    'pt-BR': '{n, plural, one {# estação} other {# estações}}',
    'zh-CN': '{n, plural, other {# 个站点}}',
    'zh-TW': '{n, plural, other {# 個站點}}',
  };
  expect(formatMessage(forms[locale], locale, { n })).toBe(said);
});

test.each([
  ['Arabic', 'مطعم النخيل'],
  ['Hebrew', 'מסעדה 7'],
  ['a letter that only turns', 'A\u202eB'],
])('a name in %s is isolated from the sentence that it stands in, also inside a plural', (_what, name) => {
  expect(formatMessage('站点 {name}（{n} 单）已暂停', 'zh-CN', { name, n: 12 })).toBe(
    `站点 \u2068${name}\u2069（12 单）已暂停`,
  );
  const plural = '{n, plural, one {# order of {name}} other {# orders of {name}}} (today)';
  expect(formatMessage(plural, 'en-US', { n: 3, name })).toBe(`3 orders of \u2068${name}\u2069 (today)`);
});

test('a name that runs as the sentence does gets no marks: what is copied is what was typed', () => {
  expect(formatMessage('站点 {name} 已暂停', 'zh-CN', { name: 'Café 春熙路 12' })).toBe('站点 Café 春熙路 12 已暂停');
});
