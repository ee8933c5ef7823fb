import fc from 'fast-check';
import { addDays, countDays, namedRanges, rangeName, rangeProblem } from './days';

const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1970-01-01', n));

it('counts both ends of a range', () => {
  expect(countDays('2026-03-01', '2026-03-01')).toBe(1);
  expect(countDays('2026-02-27', '2026-03-01')).toBe(3);
  expect(countDays('2026-03-02', '2026-03-01')).toBe(0);
});

it('adds days across months, years and leap days, and back', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (start, n) => {
      expect(addDays(addDays(start, n), -n)).toBe(start);
      if (n >= 0) expect(countDays(start, addDays(start, n))).toBe(n + 1);
    }),
  );
});

it('finds the name of every named range', () => {
  const today = '2026-03-15';
  for (const [name, range] of Object.entries(namedRanges(today))) expect(rangeName(range, today)).toBe(name);
  expect(rangeName({ from: '2026-01-01', to: '2026-01-05' }, today)).toBeNull();
});

it('names this month until today, and the whole last month', () => {
  const { thisMonth, lastMonth } = namedRanges('2028-03-15');
  expect(thisMonth).toEqual({ from: '2028-03-01', to: '2028-03-15' });
  expect(lastMonth).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(namedRanges('2027-01-31').lastMonth).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

it('rejects a reversed or too long range, and an open range where both ends are required', () => {
  const limits = { isRequired: true, maxDays: 92 };
  expect(rangeProblem(null, '2026-06-01', limits)).toBe('missing');
  expect(rangeProblem('2026-06-02', '2026-06-01', limits)).toBe('order');
  expect(rangeProblem(null, '2026-06-01', { isRequired: false })).toBeNull();
  expect(rangeProblem('2026-03-30', '2026-06-30', limits)).toBe('long');
  expect(rangeProblem('2026-03-31', '2026-06-30', limits)).toBeNull();
});
