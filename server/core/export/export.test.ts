import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnedNames } from './export';

test('names of the current and the previous batch are always available, and each name is read once while cached', async () => {
  const read: number[] = [];
  const names = learnedNames('id', async (ids) => {
    read.push(...ids);
    // Every seventh id has no name.
    return new Map(ids.filter((id) => id % 7 > 0).map((id) => [id, `N${id}`]));
  });
  const known = (id: number) => assert.equal(names.get(id), id % 7 > 0 ? `N${id}` : undefined);
  const often = Array.from({ length: 100 }, (_, id) => id + 1);
  let before: readonly number[] = [];
  for (let batch = 1; batch <= 30; batch += 1) {
    const ids = [...often, ...Array.from({ length: 4_000 }, (_, index) => batch * 4_000 + index)];
    await names.of(ids);
    for (const id of [...before, ...ids]) known(id);
    before = ids;
  }
  assert.equal(read.filter((id) => id === 1).length, 1);
  assert.equal(names.get(4_001), undefined, 'the oldest are forgotten');
});
