import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS } from './franchisePage.content';
import { PAGE_STYLE } from './franchisePage.style';

test('no rule of a part of the page applies to a whole block, whose class is its kind', () => {
  assert.deepEqual(
    BLOCK_KINDS.filter((kind) => new RegExp(`\\.${kind}(?![\\w-])`).test(PAGE_STYLE)),
    [],
  );
});
