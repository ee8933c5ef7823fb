import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOSS_REASONS } from '../../../contract/foodLoss.states';
import { ringOf } from './reasons';

test('nine reasons keep their own segments of the ring chart', () => {
  const nine = LOSS_REASONS.slice(0, 9).map((reason) => ({ reason, cases: 2 }));
  assert.deepEqual(ringOf(nine), nine);
});

test('of more than nine reasons the smallest are added to "other", and no case is lost', () => {
  const all = LOSS_REASONS.map((reason, at) => ({ reason, cases: reason === 'other' ? 50 : 40 - at }));
  const counted = all.toSorted((one, next) => next.cases - one.cases);
  const ring = ringOf(counted);
  assert.deepEqual(
    ring.map(({ reason }) => reason),
    [...LOSS_REASONS.slice(0, 8), 'other'],
  );
  assert.equal(
    ring.reduce((sum, { cases }) => sum + cases, 0),
    all.reduce((sum, { cases }) => sum + cases, 0),
  );
});
