import { formatMessage } from './message';

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
