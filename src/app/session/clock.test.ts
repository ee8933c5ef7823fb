import { isReportDue, KEEP_ALIVE_MS, phaseOf } from './clock';

const MINUTE = 60_000;
const times = { idleMs: 30 * MINUTE, endsAt: 1_000 * MINUTE, heardAt: 100 * MINUTE, actedAt: 0 };

test('two minutes before the idle limit the user is asked; at the limit the session has ended', () => {
  expect(phaseOf(times, 127 * MINUTE)).toEqual({ kind: 'calm', left: 3 * MINUTE });
  expect(phaseOf(times, 128 * MINUTE)).toEqual({ kind: 'idle', left: 2 * MINUTE });
  expect(phaseOf(times, 130 * MINUTE)).toEqual({ kind: 'ended', left: 0 });
});

test('typing counts as presence: it is reported, but only after new input', () => {
  const typing = { ...times, actedAt: 101 * MINUTE };
  expect(isReportDue(typing, times.heardAt + KEEP_ALIVE_MS - 1)).toBe(false);
  expect(isReportDue(typing, times.heardAt + KEEP_ALIVE_MS)).toBe(true);
  expect(isReportDue({ ...times, actedAt: 99 * MINUTE }, times.heardAt + KEEP_ALIVE_MS)).toBe(false);
  expect(phaseOf({ ...typing, actedAt: 128 * MINUTE }, 128 * MINUTE).kind).toBe('calm');
});

test('the absolute end comes regardless of activity', () => {
  const near = { ...times, heardAt: 996 * MINUTE };
  expect(phaseOf(near, 996 * MINUTE)).toEqual({ kind: 'ending', left: 4 * MINUTE });
  expect(phaseOf({ ...near, heardAt: 991 * MINUTE, actedAt: 996 * MINUTE }, 996 * MINUTE).kind).toBe('ending');
  expect(phaseOf(near, 1_000 * MINUTE).kind).toBe('ended');
});
