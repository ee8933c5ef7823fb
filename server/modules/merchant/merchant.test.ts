import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MerchantEvent } from '../../../contract/merchant.intake';
import { createTestApp, type TestApp } from '../../testing';

/** Tests of signed events that create and update merchants. */

let t: TestApp;
let teamId: number;

before(async () => {
  t = await createTestApp({ demo: true });
  const team = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id');
  teamId = (await team.executeTakeFirstOrThrow()).id;
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

test('the latest event of a merchant takes effect, also for a merchant that already exists', async () => {
  const { id: older } = await t.db.selectFrom('merchant').select('id').executeTakeFirstOrThrow();
  const saved = (merchantId: number, minutes: number, change: Partial<MerchantEvent> = {}): MerchantEvent => ({
    ...{ event: 'saved', merchantId, at: new Date(t.clock.now().getTime() + minutes * 60_000).toISOString(), teamId },
    ...{ name: '示例面馆', tel: '13910000001', status: 'active' },
    ...change,
  });
  const events = [
    saved(7_000_001, -3),
    saved(7_000_001, -3),
    saved(7_000_001, -3, { name: '另一家' }),
    saved(7_000_001, -1, { status: 'closed' }),
    saved(7_000_001, -2, { name: '旧名' }),
    saved(7_000_002, -1, { teamId: 1 }),
    saved(7_000_002, 10),
    saved(older, -1),
  ];
  const { data } = await t.call('merchant.Intake/push', { events }, { signed: true });
  assert.deepEqual(
    data.rows.map(({ state, code }) => code ?? state),
    ['done', 'repeated', 40902, 'done', 'repeated', 40401, 40006, 'done'],
  );
  const rows = await t.db.selectFrom('merchant').selectAll().where('id', 'in', [7_000_001, older]).execute();
  assert.deepEqual(rows.map(({ name, status }) => [name, status]).sort(), [
    ['示例面馆', 'active'],
    ['示例面馆', 'closed'],
  ]);
});
