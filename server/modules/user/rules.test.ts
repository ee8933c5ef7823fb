import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskAddress } from './rules';

test('a masked address shows nothing from its first digit on, and at most four characters if it has no digit', () => {
  assert.equal(maskAddress('Palm Street 12'), 'Palm Street ***');
  assert.equal(maskAddress('12号楼3单元'), '***');
  assert.equal(maskAddress('幸福小区东门'), '幸福小区***');
});
