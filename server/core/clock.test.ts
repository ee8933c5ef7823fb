import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixedClock, systemClock } from './clock';

test('a fixed clock moves only when set or advanced', () => {
  const clock = fixedClock('2026-03-01T09:30:00+08:00');
  assert.equal(clock.now().toISOString(), '2026-03-01T01:30:00.000Z');
  assert.equal(clock.now().toISOString(), '2026-03-01T01:30:00.000Z');
  clock.advance(90_000);
  assert.equal(clock.now().toISOString(), '2026-03-01T01:31:30.000Z');
  clock.set('2026-04-01T00:00:00Z');
  assert.equal(clock.now().toISOString(), '2026-04-01T00:00:00.000Z');
  assert.throws(() => fixedClock('yesterday'), RangeError);
});

test('the same seed gives the same random stream, another seed another stream', () => {
  const a = fixedClock('2026-03-01T00:00:00Z', 1);
  const b = fixedClock('2026-03-01T00:00:00Z', 1);
  const c = fixedClock('2026-03-01T00:00:00Z', 2);
  const drawn = a.randomBytes(40).toString('hex');
  assert.equal(b.randomBytes(40).toString('hex'), drawn);
  assert.notEqual(c.randomBytes(40).toString('hex'), drawn);
});

test('random integers are within their range, for both clocks', () => {
  const fixed = fixedClock('2026-03-01T00:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 1_000_000 }), (min, range) => {
      for (const clock of [fixed, systemClock]) {
        const drawn = clock.randomInt(min, min + range);
        assert.ok(Number.isInteger(drawn) && drawn >= min && drawn < min + range);
      }
    }),
  );
});
