import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixedClock } from './clock';
import { createIds, NODE_COUNT } from './ids';

const START = '2026-03-01T09:30:00+08:00';

test('ids are positive, below 2^53 and always increase, whatever the clock does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: NODE_COUNT - 1 }),
      fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { maxLength: 50 }),
      fc.integer({ min: 1, max: 20 }),
      (node, steps, perStep) => {
        const clock = fixedClock(START);
        const ids = createIds({ clock, node });
        let last = 0;
        for (const step of [0, ...steps]) {
          clock.advance(step);
          for (let n = 0; n < perStep; n += 1) {
            const id = ids.next();
            assert.ok(Number.isSafeInteger(id) && id > last);
            last = id;
          }
        }
      },
    ),
  );
});

test('processes with different node numbers never create the same id, even in the same millisecond', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: NODE_COUNT - 1 }), { minLength: 2 }),
      fc.integer({ min: 1, max: 600 }),
      (nodes, count) => {
        const clock = fixedClock(START);
        const sources = nodes.map((node) => createIds({ clock, node }));
        const made = sources.flatMap((ids) => Array.from({ length: count }, () => ids.next()));
        assert.equal(new Set(made).size, made.length);
      },
    ),
  );
});

test('the 257th id of a millisecond uses the next millisecond', () => {
  const ids = createIds({ clock: fixedClock('2026-01-01T00:00:01Z'), node: 3 });
  const made = Array.from({ length: 257 }, () => ids.next());
  assert.equal(made[0], 1000 * 4096 + 3 * 256);
  assert.equal(made[255], 1000 * 4096 + 3 * 256 + 255);
  assert.equal(made[256], 1001 * 4096 + 3 * 256);
});

test('ids continue after the last id of the node’s former holder, and stop at the end of the lease', () => {
  const clock = fixedClock('2026-01-01T00:00:01Z');
  const ids = createIds({ clock, node: 0, after: 5000, until: 5001 });
  assert.equal(ids.next(), 5001 * 4096);
  for (let n = 1; n < 256; n += 1) ids.next();
  assert.throws(() => ids.next(), /lease/);
  ids.extend(5002);
  assert.equal(ids.next(), 5002 * 4096);
});

test('a clock before the epoch still gives positive ids', () => {
  assert.equal(createIds({ clock: fixedClock('2020-01-01T00:00:00Z'), node: 0 }).next(), 1);
});

test('an invalid node number is refused', () => {
  for (const node of [-1, 16, 1.5, Number.NaN]) {
    assert.throws(() => createIds({ clock: fixedClock(START), node }), RangeError);
  }
});
