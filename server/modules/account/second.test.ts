import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecondRequired } from './second';

test('second verification is required for the owner, finance, and identities that demand it', () => {
  const identity = { id: 7, need2v: false, ruleIds: [2, 3] };
  assert.equal(isSecondRequired('staff', [identity], []), false);
  assert.equal(isSecondRequired('owner', [], []), true);
  assert.equal(isSecondRequired('staff', [identity], [7]), true);
  assert.equal(isSecondRequired('staff', [{ ...identity, need2v: true }], []), true);
  for (const rule of [3601, 3602])
    assert.equal(isSecondRequired('staff', [{ ...identity, ruleIds: [rule] }], []), true);
});
