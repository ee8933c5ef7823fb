import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { WITHDRAW_STATES } from '../../../contract/withdraw.states';
import { configurePayment, makeTransfers, makeWithdrawals } from '../../demo';
import { createTestApp, type TestApp } from '../../testing';
import { findOffences, postAll } from '../ledger';

/** These tests check the withdrawals in the demo data. */

let t: TestApp;

before(async () => {
  t = await createTestApp({ demo: true });
  await configurePayment(t);
  // Riders of the small demo town have little money, so give them some.
  const riders = await t.db.selectFrom('rider').select(['id', 'team_id']).where('status', '=', 'active').execute();
  const tools = { db: t.db, ids: t.ids, clock: t.clock };
  await postAll(
    tools,
    riders.map(({ id, team_id: teamId }) => ({
      ...{ bizType: 'MANUAL_IN' as const, bizNo: `R${id}`, teamId, at: t.clock.now(), day: '2026-03-01' },
      lines: [
        { account: 'ADJUSTMENT' as const, ownerId: 0, dc: 'D' as const, amountFen: 20_000 },
        { account: 'RIDER_AVAILABLE' as const, ownerId: id, dc: 'C' as const, amountFen: 20_000 },
      ],
    })),
  );
  await t.account({ account: 'owner', type: 'owner' });
  await makeWithdrawals(t, t.clock.now());
  await makeTransfers(t, t.clock.now());
});
after(() => t.close());

test("the demo's withdrawals are in at least six states, and the books have no offences", async () => {
  const rows = await t.db.selectFrom('withdraw_apply').select('state').execute();
  const states = new Set(rows.map(({ state }) => state));
  assert.ok(rows.length >= 15, String(rows.length));
  assert.ok(states.size >= 6, [...states].join());
  assert.ok([...states].every((state) => WITHDRAW_STATES.includes(state)));
  const transfers = await t.db.selectFrom('merchant_transfer').select('state').distinct().execute();
  assert.equal(transfers.length, 6);
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});
