import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ITEM_TYPE_KEYS } from '../../../contract/recon.states';
import { makePlatformStatements } from '../../demo';
import { createTestApp, type TestApp } from '../../testing';
import { findOffences } from '../ledger';

/** Tests of the statements in the demo data. */

let t: TestApp;

before(async () => {
  t = await createTestApp({ demo: true });
  await makePlatformStatements(t, t.clock.now());
});
after(() => t.close());

test("the demo's statements have differences of every type, old ones are handled, and the books have no offences", async () => {
  const batches = await t.db.selectFrom('recon_batch').select(['state', 'error', 'day']).execute();
  assert.deepEqual(
    batches.filter(({ state }) => state === 'failed'),
    [],
  );
  assert.ok(batches.length >= 100, String(batches.length));
  const items = await t.db.selectFrom('recon_item').select(['type', 'state', 'day', 'action']).execute();
  assert.deepEqual(new Set(items.map(({ type }) => type)), new Set(ITEM_TYPE_KEYS));
  const open = items.filter(({ state }) => state === 'open');
  assert.ok(open.length > 0 && open.every(({ day }) => day > '2026-02-24'), JSON.stringify(open));
  assert.equal(items.filter(({ action }) => action === 'claimChannel').length, 3);
  assert.ok(items.some(({ action }) => action === 'found'));
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});
