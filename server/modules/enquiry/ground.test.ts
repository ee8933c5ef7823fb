import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing';
import { currentGround, forgetGround } from './ground';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

test('data whose load began before the cache was cleared is not used for later enquiries', async () => {
  const before = currentGround(t.db, t.clock);
  forgetGround();
  const after = currentGround(t.db, t.clock);
  const shared = currentGround(t.db, t.clock);
  assert.notEqual(await before, await after);
  assert.equal(await shared, await after, 'enquiries at the same time share one load');
  assert.equal(await currentGround(t.db, t.clock), await after, 'the newer load is kept');
});
