import fc from 'fast-check';
import { dayIn, fromWall, relativeTime, toWall } from './format';

test('a moment survives conversion to any time zone and back; in a repeated hour the wall clock time survives', () => {
  const minute = fc.integer({ min: 1_000_000, max: 40_000_000 }).map((minutes) => minutes * 60_000);
  // At 1991-02-17T02:00Z the clocks of São Paulo were set back, so 23:00 occurred twice.
  const turned: [number, string] = [666_756_000_000, 'America/Sao_Paulo'];
  fc.assert(
    fc.property(minute, fc.constantFrom('Asia/Shanghai', 'UTC', 'America/Sao_Paulo', 'Asia/Kathmandu'), (at, zone) => {
      const wall = toWall(new Date(at).toISOString(), zone);
      const back = fromWall(wall, zone) ?? '';
      expect(toWall(back, zone)).toBe(wall);
      expect([at - 3_600_000, at, at + 3_600_000]).toContain(Date.parse(back));
      const isTwice = [-3_600_000, 3_600_000].some((hour) => toWall(new Date(at + hour).toISOString(), zone) === wall);
      if (!isTwice) expect(Date.parse(back)).toBe(at);
    }),
    { examples: [turned] },
  );
});

test('a typed time gets the offset of the platform’s time zone', () => {
  expect(fromWall('2026-03-01T09:30', 'Asia/Shanghai')).toBe('2026-03-01T09:30:00+08:00');
  expect(fromWall('soon', 'Asia/Shanghai')).toBeNull();
});

test('a day is a day of the platform’s time zone', () => {
  expect(dayIn(Date.parse('2026-02-28T16:30:00Z'), 'Asia/Shanghai')).toBe('2026-03-01');
});

test('times within a day are shown relative to now, others in full', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(relativeTime('2026-03-01T11:55:00Z', now, 'en-US', 'just now')).toBe('5 minutes ago');
  expect(relativeTime('2026-03-01T11:59:31Z', now, 'en-US', 'just now')).toBe('just now');
  expect(relativeTime('2026-03-01T15:00:00Z', now, 'en-US', 'just now')).toBe('in 3 hours');
  expect(relativeTime('2026-02-27T12:00:00Z', now, 'en-US', 'just now')).toBeNull();
});
