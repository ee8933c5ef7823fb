import { apart, dayUnderWay, hourUnderWay } from './unfinished';

const HOURS = ['2026-03-01T01:00:00Z', '2026-03-01T02:00:00Z', '2026-03-01T03:00:00Z'];
const DAYS = ['2026-02-27T16:00:00Z', '2026-02-28T16:00:00Z'];

test('the hour of a given time is unfinished until it is over', () => {
  expect(hourUnderWay(HOURS, '2026-03-01T02:00:00Z')).toBe(1);
  expect(hourUnderWay(HOURS, '2026-03-01T02:59:59Z')).toBe(1);
  expect(hourUnderWay(HOURS, '2026-03-01T03:00:00Z')).toBe(2);
  expect(hourUnderWay(HOURS, '2026-03-01T04:00:00Z')).toBe(-1);
});

test('the current day is a day of the platform’s time zone', () => {
  expect(dayUnderWay(DAYS, '2026-03-01T15:59:00Z', 'Asia/Shanghai')).toBe(1);
  expect(dayUnderWay(DAYS, '2026-03-01T16:00:00Z', 'Asia/Shanghai')).toBe(-1);
});

test('an unfinished point is not joined to the finished ones', () => {
  expect(apart([3, 5, 1, null], 2)).toEqual({ over: [3, 5, null, null], open: [null, null, 1, null] });
  expect(apart([3, 5, null], 2)).toEqual({ over: [3, 5, null], open: null });
  expect(apart([3, 5], undefined)).toEqual({ over: [3, 5], open: null });
});
