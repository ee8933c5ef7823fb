import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSettleLines } from '.';
import { snapshotOf } from './cost-snapshot';
import { feeWaive, manual } from './entries';
import { orderPay, orderSettle, refundAfterSettle } from './entries-order';
import { lossPay } from './loss-entries';
import { post, postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';
import { findOffences } from './verify';

/** Tests that a refund after settlement takes at most what each party earned from the order (DOMAIN §9 decision 19). */

const NUMBER = 900_001;
const PAYMENT = { channelFen: 3_000, merchantNumberId: NUMBER, balanceFen: 0, userId: 5, subsidyFen: 0 };
const PARTIES = { merchantId: 3, riderId: 4, franchiseeId: 9 };

let l: TestLedger;
before(async () => {
  l = await createTestLedger();
  // Give every account enough money, so that the ledger posts even a refund that takes too much. The check must then find it.
  const gifts = [
    ['TEAM_AVAILABLE', 7],
    ['RIDER_AVAILABLE', 4],
    ['MERCHANT_PAYABLE', 3],
    ['FRANCHISEE_AVAILABLE', 9],
  ] as const;
  await postAll(
    l.tools,
    gifts.map(([account, owner]) => manual(l.occasion(), account, owner, 'in', 50_000)),
  );
});
after(() => l.database.close());

/** Posts an order of 3000 fen: merchant 2000, rider 600, commission 180 (including 36 for the franchisee), station 220. */
async function settled(): Promise<ReturnType<TestLedger['occasion']>> {
  const on = l.occasion();
  const terms = {
    ...({ settlementMode: 'balance', settleCycle: 'T1', feePlanId: null, planName: null, planFrom: null } as const),
    ...{ rateBp: 600, fixedFen: 0, riderShareBp: 6_000, franchiseeId: 9, shareRateBp: 2_000 },
  };
  const cost = snapshotOf(terms, { goodsFen: 2_000, deliveryFen: 1_000 });
  const paid = orderPay(on, PAYMENT, { orderNo: on.bizNo });
  assert.ok(paid);
  const order = { goodsFen: 2_000, payment: PAYMENT, refundedFen: 0, merchantId: 3, riderId: 4, cost };
  const { entries, pendingFen } = orderSettle(on, order, false);
  await postAll(l.tools, [paid, ...entries]);
  await addSettleLines(l.tools, [
    { teamId: on.teamId, orderNo: on.bizNo, amountFen: pendingFen, dueAt: on.at, at: on.at },
  ]);
  return on;
}
const refund = (
  on: ReturnType<TestLedger['occasion']>,
  party: 'merchant' | 'rider' | 'team' | 'commission',
  amountFen: number,
  shareFen = 0,
) => {
  const asked = { before: 0, amountFen: 2_500, bearers: [{ party, amountFen }], shareFen };
  return post(l.tools, refundAfterSettle(on, PAYMENT, asked, PARTIES, { orderNo: on.bizNo }));
};

const MOST = { merchant: 2_000, rider: 600, team: 220, commission: 180 } as const;
for (const [party, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
  test(`${party}: a refund may take back the whole income from the order, and not a fen more`, async () => {
    const share = party === 'commission' ? 36 : 0;
    await refund(await settled(), party, most, share);
    assert.deepEqual(await findOffences(l.database.db), []);
    const on = await settled();
    const { txNo } = await refund(on, party, most + 1, share);
    const offences = await findOffences(l.database.db);
    assert.deepEqual(
      offences.map(({ invariant, where }) => [invariant, where]),
      [[8, txNo]],
    );
    assert.match(
      offences[0]?.text ?? '',
      new RegExp(`order ${on.bizNo} took 1 more from ${party === 'team' ? 'station' : party}`),
    );
    assert.deepEqual(await findOffences(l.database.db, '2026-03-01'), offences, 'the nightly check finds it too');
    assert.deepEqual(await findOffences(l.database.db, '2026-03-02'), [], 'only where its days are looked at');
    await undo(on.bizNo);
    assert.deepEqual(await findOffences(l.database.db), [], 'a reversed refund takes nothing');
  });
}

/** Asserts that the order's party may give back `most` fen, and that the check finds one fen more. @param open creates the order */
async function mayGiveBack(
  open: () => ReturnType<typeof settled>,
  party: keyof typeof MOST,
  most: number,
): Promise<void> {
  await refund(await open(), party, most);
  assert.deepEqual(await findOffences(l.database.db), [], `${party} ${most}`);
  const on = await open();
  const { txNo } = await refund(on, party, most + 1);
  const offences = await findOffences(l.database.db);
  assert.deepEqual(
    offences.map(({ invariant, where }) => [invariant, where]),
    [[8, txNo]],
    `${party} ${most + 1}`,
  );
  await undo(on.bizNo);
}

test('a waived fee is income from the order, which a refund may take back', async () => {
  const waived = async () => {
    const on = await settled();
    const fee = { account: 'COMMISSION', target: 'team', targetId: on.teamId, amountFen: 50 } as const;
    await post(l.tools, feeWaive(on, fee));
    return on;
  };
  await mayGiveBack(waived, 'team', MOST.team + 50);
});

test('a food loss reduces what a refund may take from its bearers, and adds to what it may take from its payee', async () => {
  const lost = async () => {
    const on = await settled();
    const taken = { riderId: 4, riderFen: 100, merchantId: null, merchantFen: 0, teamFen: 20 };
    await post(l.tools, lossPay(on, taken, { kind: 'merchant', id: 3 }, 200, { orderNo: on.bizNo }));
    return on;
  };
  await mayGiveBack(lost, 'rider', MOST.rider - 100);
  await mayGiveBack(lost, 'team', MOST.team - 20);
  await mayGiveBack(lost, 'merchant', MOST.merchant + 200);
});

test('a franchisee gives back no more than its share', async () => {
  const on = await settled();
  const { txNo } = await refund(on, 'commission', 100, 37);
  assert.deepEqual(
    (await findOffences(l.database.db)).map(({ where, text }) => [
      where,
      text.endsWith('from franchisee than it had brought'),
    ]),
    [[txNo, true]],
  );
  await undo(on.bizNo);
});

/** Reverses an order's refund with mirrored postings. */
async function undo(orderNo: string): Promise<void> {
  const { rows } = await l.database.pool.query<{
    id: string;
    account: never;
    ownerId: string;
    dc: 'D' | 'C';
    fen: string;
  }>(
    `select t.id, a.code as account, a.owner_id as "ownerId", p.dc, p.amount_fen as fen from ledger_txn t
     join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id join ledger_account a on a.id = p.account_id
     where t.biz_no = $1 and t.biz_type = 'REFUND_AFTER_SETTLE'`,
    [orderNo],
  );
  await post(l.tools, {
    ...l.occasion(),
    bizType: 'REVERSAL',
    reversesId: Number(rows[0]?.id),
    bill: { orderNo },
    lines: rows.map(({ account, ownerId, dc, fen }) => ({
      account,
      ownerId: Number(ownerId),
      dc: dc === 'D' ? ('C' as const) : ('D' as const),
      amountFen: Number(fen),
    })),
  });
}
