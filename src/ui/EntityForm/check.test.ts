import { LOCALES } from '@contract/text';
import fc from 'fast-check';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { formatMoney } from '../Money/format';
import { fromHundredths, hasTooManyDecimals, toHundredths } from './amounts';
import { faultOf } from './check';
import { same } from './store';
import type { Field } from './types';

const base = { name: 'x', label: 'list.name' } as const;
const fault = (field: Field, x: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  faultOf<Readonly<Record<string, unknown>>>(field, { x, ...more });

beforeAll(() => loadTexts('console'));
afterEach(() => setLocale('zh-CN'));

test.each(LOCALES)('formatting and parsing an amount in %s returns the same value, without floats', async (locale) => {
  await setLocale(locale);
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (fen) => {
      expect(toHundredths(fromHundredths(fen))).toBe(fen);
      expect(toHundredths(formatMoney(fen, locale))).toBe(fen);
    }),
  );
});

test.each(LOCALES)(
  'in %s, one or two digits after a single mark are decimals, and groups have three digits',
  async (locale) => {
    await setLocale(locale);
    const amounts = { '0.29': 29, '0,29': 29, '12,5': 1_250, '12.5': 1_250, '1,234.5': 123_450, '1.234,5': 123_450 };
    for (const [typed, value] of Object.entries(amounts)) expect([typed, toHundredths(typed)]).toEqual([typed, value]);
    for (const typed of ['12a', '12,3456,7', '1,23.5', '1.2.3', '', '-', '.5'])
      expect([typed, toHundredths(typed)]).toEqual([typed, null]);
    expect(toHundredths('1,234,567')).toBe(123_456_700);
    expect(toHundredths('1.234.567')).toBe(123_456_700);
  },
);

test('three digits after a single mark are decimals or a group, as the language writes them', async () => {
  expect([toHundredths('1.005'), hasTooManyDecimals('1.005'), toHundredths('1,005')]).toEqual([null, true, 100_500]);
  await setLocale('pt-BR');
  expect([toHundredths('1,005'), hasTooManyDecimals('1,005'), toHundredths('1.005')]).toEqual([null, true, 100_500]);
  expect(fromHundredths(-123_450)).toBe('-1234,50');
});

test('an empty required field is reported in the words of its kind', () => {
  expect(fault({ ...base, kind: 'text', required: true }, '  ')).toEqual({ rule: 'required' });
  expect(fault({ ...base, kind: 'choice', options: [], required: true }, null)).toEqual({ rule: 'requiredSelect' });
  const custom = { ...base, kind: 'custom', render: () => null, required: true } as const;
  expect(fault({ ...custom, select: true }, null)).toEqual({ rule: 'requiredSelect' });
  expect(fault(custom, null)).toEqual({ rule: 'required' });
  expect(fault({ ...base, kind: 'text' }, '')).toBeNull();
});

test('a hidden field is always valid', () => {
  expect(
    fault({ ...base, kind: 'text', required: true, when: (values) => values.on === true }, '', { on: false }),
  ).toBeNull();
});

test('text length is counted in visible characters', () => {
  expect(fault({ ...base, kind: 'text', min: 2, max: 3 }, '一')).toEqual({
    rule: 'length',
    params: { min: 2, max: 3 },
  });
  expect(fault({ ...base, kind: 'text', min: 2, max: 3 }, '😀😀😀')).toBeNull();
  expect(fault({ ...base, kind: 'text', pattern: /^[A-Z]+$/ }, 'a1')).toEqual({ rule: 'pattern' });
});

test('numbers are checked for range, step and kind', () => {
  const field: Field = { ...base, kind: 'number', min: 1, max: 15 };
  expect(fault(field, 16)).toEqual({ rule: 'range', params: { min: 1, max: 15 } });
  expect(fault(field, 1.5)).toEqual({ rule: 'integer' });
  expect(fault(field, 'abc')).toEqual({ rule: 'number' });
  expect(fault({ ...field, step: 0.5 }, 1.5)).toBeNull();
  expect(fault({ ...field, step: 0.5 }, 1.3)).toEqual({ rule: 'step', params: { n: 0.5 } });
  expect(fault({ ...base, kind: 'money', minFen: 0, maxFen: 2_000 }, 2_001)).toEqual({
    rule: 'range',
    params: { min: '0.00', max: '20.00' },
  });
  expect(fault({ ...base, kind: 'money', minFen: 0, maxFen: 2_000 }, '1.234')).toEqual({
    rule: 'decimals',
    params: { n: 2 },
  });
});

test('form values are compared as plain data, and all empty values are equal', () => {
  expect(same('', null)).toBe(true);
  expect(same([{ a: 1 }], [{ a: 1 }])).toBe(true);
  expect(same([1, 2], [2, 1])).toBe(false);
  expect(same(0, '')).toBe(false);
});
