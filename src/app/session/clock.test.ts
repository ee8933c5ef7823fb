import { KEEP_ALIVE_MS, phaseOf } from './clock';

const MINUTE = 60_000;
const times = { idleMs: 30 * MINUTE, endsAt: 1_000 * MINUTE, heardAt: 100 * MINUTE, actedAt: 0 };

test('two minutes before the idle limit the user is asked; at the limit the session has ended', () => {
  expect(phaseOf(times, 127 * MINUTE)).toEqual({ kind: 'calm', left: 3 * MINUTE });
  expect(phaseOf(times, 128 * MINUTE)).toEqual({ kind: 'idle', left: 2 * MINUTE });
  expect(phaseOf(times, 130 * MINUTE)).toEqual({ kind: 'ended', left: 0 });
});

test('typing counts as presence: it is reported, but only after new input', () => {
  const typing = { ...times, actedAt: 101 * MINUTE };
  expect(phaseOf(typing, times.heardAt + KEEP_ALIVE_MS - 1).kind).toBe('calm');
  expect(phaseOf(typing, times.heardAt + KEEP_ALIVE_MS).kind).toBe('report');
  expect(phaseOf({ ...times, actedAt: 99 * MINUTE }, times.heardAt + KEEP_ALIVE_MS).kind).toBe('calm');
});

test('the absolute end comes regardless of activity', () => {
  const near = { ...times, heardAt: 996 * MINUTE };
  expect(phaseOf(near, 996 * MINUTE)).toEqual({ kind: 'ending', left: 4 * MINUTE });
  expect(phaseOf(near, 1_000 * MINUTE).kind).toBe('ended');
});
