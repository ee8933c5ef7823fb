import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from './memoize';

test('the same arguments give the first result again, and arguments that only join to the same text do not', () => {
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
