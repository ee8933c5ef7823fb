import assert from 'node:assert/strict';
import test from 'node:test';
import { changedFields } from './rules';

test('the changed fields are those whose values differ', () => {
  assert.deepEqual(changedFields({ a: 1, b: [1], c: 'x' }, { a: 1, b: [1, 2], c: 'y' }), ['b', 'c']);
});

test('values that the database returns in another order count as unchanged', () => {
  assert.deepEqual(changedFields({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }), []);
});
