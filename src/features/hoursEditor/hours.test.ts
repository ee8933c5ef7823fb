import fc from 'fast-check';
import {
  copyToAll,
  holidaysProblem,
  minutesOf,
  nextRange,
  rangesProblem,
  readTime,
  weekProblem,
  wholeWeek,
} from './hours';

test.each([
  ['8', '08:00'],
  ['830', '08:30'],
  ['9:5', '09:05'],
  ['22：30', '22:30'],
  ['24', '24:00'],
  ['2400', '24:00'],
  ['25:00', '25:00'],
  ['noon', 'noon'],
])('"%s" is read as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

test('24:00 is allowed as an end but not as a start', () => {
  expect(minutesOf('24:00')).toBe(1440);
  expect(rangesProblem([{ from: '22:00', to: '24:00' }])).toBeNull();
  expect(rangesProblem([{ from: '24:00', to: '24:00' }])).toEqual({ index: 0, problem: 'format' });
});

test('an end before the start needs two ranges', () => {
  expect(rangesProblem([{ from: '22:00', to: '02:00' }])).toEqual({ index: 0, problem: 'order' });
  expect(
    rangesProblem([
      { from: '22:00', to: '24:00' },
      { from: '00:00', to: '02:00' },
    ]),
  ).toBeNull();
});

test('adjacent ranges do not overlap; of two overlapping ranges the later one is named', () => {
  expect(
    rangesProblem([
      { from: '08:00', to: '12:00' },
      { from: '12:00', to: '14:00' },
    ]),
  ).toBeNull();
  expect(
    rangesProblem([
      { from: '08:00', to: '12:00' },
      { from: '11:59', to: '14:00' },
    ]),
  ).toEqual({
    index: 1,
    problem: 'overlap',
  });
});

test('a fifth range is too many', () => {
  const ranges = [0, 4, 8, 12, 16].map((hour) => ({
    from: `${String(hour).padStart(2, '0')}:00`,
    to: `${String(hour + 1).padStart(2, '0')}:00`,
  }));
  expect(rangesProblem(ranges)?.problem).toBe('tooMany');
  expect(rangesProblem(ranges.slice(0, 4))).toBeNull();
});

test('the first invalid day of the working week is named', () => {
  const bad = [{ from: '09:00', to: '08:00' }];
  expect(
    weekProblem([
      { weekday: 0, ranges: bad },
      { weekday: 3, ranges: bad },
    ])?.weekday,
  ).toBe(3);
});

test('copying a day sets the same hours on every day, in order', () => {
  const week = copyToAll([{ weekday: 2, ranges: [{ from: '10:00', to: '20:00' }] }], 2);
  expect(week.map((day) => day.weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(new Set(week.map((day) => JSON.stringify(day.ranges))).size).toBe(1);
  expect(wholeWeek([])).toHaveLength(7);
});

test('a proposed range never makes the day invalid', () => {
  const hour = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(hour, fc.integer({ min: 1, max: 3 }), (from, length) => {
      const two = (value: number) => `${String(value).padStart(2, '0')}:00`;
      const ranges = [{ from: two(from), to: two(from + length) }];
      const next = nextRange(ranges);
      if (next.from !== '') expect(rangesProblem([...ranges, next])).toBeNull();
    }),
  );
  expect(nextRange([])).toEqual({ from: '08:00', to: '22:00' });
});

test('past, repeated and empty special days are refused, but stored days may be past', () => {
  const closed = (date: string) => ({ date, closed: true, ranges: [] });
  expect(holidaysProblem([closed('2026-03-01')], '2026-03-02')).toEqual({ index: 0, problem: 'past' });
  expect(holidaysProblem([closed('2026-03-01')], '2026-03-02', [closed('2026-03-01')])).toBeNull();
  expect(holidaysProblem([closed('2026-03-02'), closed('2026-03-02')], '2026-03-02')).toEqual({
    index: 1,
    problem: 'repeated',
  });
  expect(holidaysProblem([{ ...closed('2026-03-02'), closed: false }], '2026-03-02')?.problem).toBe('noHours');
  expect(holidaysProblem([{ ...closed(''), closed: true }], '2026-03-02')?.problem).toBe('date');
});
