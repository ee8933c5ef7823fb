import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Answered, gradeOf, inspectionScore, stationScore } from './siteSafety.score';
import { ITEM_RESULTS, SEVERITIES } from './siteSafety.states';

/** These tests check properties of the scores that hold for all answers, and a few examples. */

const item = fc
  .record({
    result: fc.constantFrom(...ITEM_RESULTS, null),
    max: fc.integer({ min: 1, max: 20 }),
    lost: fc.integer({ min: 0, max: 20 }),
  })
  .map((one): Answered => one);
const score = fc.integer({ min: 0, max: 100 });

test('an inspection scores 0 to 100, and more deductions or delays never raise the score', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), fc.nat(5), (items, overdue) => {
      const now = inspectionScore(items, overdue);
      assert.ok(Number.isInteger(now) && now >= 0 && now <= 100);
      assert.ok(inspectionScore(items, overdue + 1) <= now);
      const worse = items.map((one) => ({ ...one, lost: one.lost + 1 }));
      assert.ok(inspectionScore(worse, overdue) <= now);
    }),
  );
});

test('items that do not apply do not change the score', () => {
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 1, max: 20 }), (items, max) => {
      const more: Answered[] = [...items, { result: 'na', max, lost: 5 }];
      assert.equal(inspectionScore(more, 0), inspectionScore(items, 0));
    }),
  );
});

test('without incidents a station scores between its worst and best inspection; incidents only lower the score', () => {
  const severity = fc.constantFrom(...SEVERITIES);
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 5 }), fc.array(severity), severity, (scores, some, one) => {
      const rated = scores.slice(0, 3);
      const clean = stationScore({ inspections: scores, incidents: [] }) ?? -1;
      assert.ok(clean >= Math.min(...rated) && clean <= Math.max(...rated));
      const now = stationScore({ inspections: scores, incidents: some }) ?? -1;
      const more = stationScore({ inspections: scores, incidents: [...some, one] }) ?? -1;
      assert.ok(now >= 0 && now <= clean && more <= now);
    }),
  );
});

test('example scores are exact', () => {
  const answered = (result: Answered['result'], max: number, lost = 0): Answered => ({ result, max, lost });
  assert.equal(inspectionScore([], 0), 100);
  assert.equal(inspectionScore([answered('na', 5)], 0), 100);
  assert.equal(inspectionScore([answered('ok', 10), answered('bad', 10, 5), answered('na', 20)], 0), 75);
  assert.equal(inspectionScore([answered('ok', 10), answered('bad', 10, 5)], 1), 65);
  assert.equal(inspectionScore([answered('bad', 10, 10)], 3), 0);
  assert.equal(stationScore({ inspections: [], incidents: ['major'] }), null);
  assert.equal(stationScore({ inspections: [90, 60, 30, 0], incidents: [] }), 70);
  assert.equal(stationScore({ inspections: [90], incidents: ['serious', 'minor'] }), 79);
  assert.deepEqual([100, 90, 89, 80, 79, 60, 59, 0].map(gradeOf), ['A', 'A', 'B', 'B', 'C', 'C', 'D', 'D']);
});
