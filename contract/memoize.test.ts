import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from './memoize';

test('a repeated call returns the memoized result, but other arguments with the same joined text do not', () => {
  let calls = 0;
  const join = memoize((left: string, right: string) => {
    calls += 1;
    return `${left}+${right}`;
  });
  assert.equal(join('a', 'b/c'), 'a+b/c');
  assert.equal(join('a/b', 'c'), 'a/b+c');
  assert.equal(join('a', 'b/c'), 'a+b/c');
  assert.equal(calls, 2);
});
