import fc from 'fast-check';
import { fromHundredths, hasTooManyDecimals, toHundredths } from './amounts';
import { faultOf } from './check';
import { same } from './store';
import type { Field } from './types';

const base = { name: 'x', label: 'list.name' } as const;
const fault = (field: Field, x: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  faultOf<Readonly<Record<string, unknown>>>(field, { x, ...more });

test('formatting and parsing an amount returns the same value, without floats', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (fen) => {
      expect(toHundredths(fromHundredths(fen))).toBe(fen);
    }),
  );
});

test('amounts may have separators, and a text with more than two decimals is not an amount', () => {
  expect(toHundredths('1,234.5')).toBe(123_450);
  expect(toHundredths('0.29')).toBe(29);
  expect(toHundredths('1.005')).toBeNull();
  expect(hasTooManyDecimals('1.005')).toBe(true);
  expect(toHundredths('12a')).toBeNull();
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
