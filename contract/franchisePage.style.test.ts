import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS } from './franchisePage.content';
import { PAGE_STYLE } from './franchisePage.style';

test('the page style has no class named after a block kind, because such a rule would style the whole block', () => {
  assert.deepEqual(
    BLOCK_KINDS.filter((kind) => new RegExp(`\\.${kind}(?![\\w-])`).test(PAGE_STYLE)),
    [],
  );
});
