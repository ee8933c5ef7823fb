import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COST_KINDS, COST_MATRIX, isOrderKind } from '../../../contract/cost.states';
import { percentOf, shareOf } from '../../../contract/shares';
import { type CostSnapshot, snapshotOf } from './cost-snapshot';
import { manual, riderDeduct, riderReward, teamRelease, withdrawPay, withdrawReturn } from './entries';
import { channelFee } from './entries-channel';
import {
  escrowLeft,
  orderPay,
  orderRefund,
  orderSettle,
  type Payment,
  refundAfterSettle,
  refundParts,
  settleParts,
} from './entries-order';
import { MOST_POSTINGS } from './movements';
import { checked, credit, debit, dueAt, type Entry, mirrored } from './rules';

const ZONE = 'Asia/Shanghai';
const on = { bizNo: 'OD1', teamId: 7, at: new Date('2026-03-01T11:40:00+08:00'), day: '2026-03-01' };
const payment: Payment = { channelFen: 2_800, merchantNumberId: 1, balanceFen: 0, userId: 5, subsidyFen: 200 };
const cost: CostSnapshot = {
  settlementMode: 'balance',
  settleCycle: 'T1',
  feePlanId: null,
  planName: null,
  planFrom: null,
  rateBp: 500,
  fixedFen: 0,
  technicalFeeFen: 150,
  merchantFeeFen: 0,
  promotionFeeFen: 0,
  riderIncomeFen: 600,
  franchiseeId: null,
  shareRateBp: 0,
};
const order = { goodsFen: 2_000, payment, refundedFen: 0, merchantId: 3, riderId: 9, cost };

/** Formats postings like DOMAIN §4.2: `D CHANNEL 2800`. */
const told = (entry: Entry | null | undefined): string[] =>
  entry ? checked(entry).lines.map(({ dc, account, amountFen }) => `${dc} ${account} ${amountFen}`) : [];

describe('the worked example of DOMAIN §4.2', () => {
  it('pays 2800 at the channel and 200 by coupon into escrow', () => {
    assert.deepEqual(told(orderPay(on, payment, {})), ['D CHANNEL 2800', 'D SUBSIDY 200', 'C ORDER_ESCROW 3000']);
  });
  it('settles 2000 to the merchant, 600 to the rider, 150 as fee, and the remaining 250 to the station', () => {
    const { entries, pendingFen } = orderSettle(on, order, false);
    assert.deepEqual(entries.map(told), [
      [
        'D ORDER_ESCROW 3000',
        'C MERCHANT_PAYABLE 2000',
        'C RIDER_AVAILABLE 600',
        'C COMMISSION 150',
        'C TEAM_PENDING 250',
      ],
    ]);
    assert.equal(pendingFen, 250);
  });
  it('releases the 250 on the due day, the next day at 04:00', () => {
    assert.deepEqual(told(teamRelease(on, 250)), ['D TEAM_PENDING 250', 'C TEAM_AVAILABLE 250']);
    assert.equal(dueAt('T1', on.at, ZONE).toISOString(), '2026-03-01T20:00:00.000Z');
  });
  it('has a channel fee of 17 at 0.6 % of 2800', () => {
    const fee = channelFee(on, 1, percentOf(2_800, 60), {});
    assert.deepEqual(told(fee), ['D CHANNEL_COST 17', 'C CHANNEL 17']);
  });
});

describe('settlement', () => {
  it('takes the fee from the reserve, so that the station gets the whole order', () => {
    const { entries, pendingFen } = orderSettle(on, order, true);
    assert.equal(pendingFen, 400);
    assert.deepEqual(told(entries[1]), ['D TEAM_DEPOSIT 150', 'C COMMISSION 150']);
  });
  it('has as many postings as counts of movements allow if each fee of the matrix applies', () => {
    const rule = { rule: 1, ruleNo: 'CR1', version: 1, name: 'rule', base: null, baseFen: null, rateBp: null };
    const items = COST_KINDS.filter(isOrderKind).flatMap((kind) =>
      COST_MATRIX[kind].map((target) => ({
        ...{ ...rule, kind, target, amountFen: 1 },
        ...{ account: 'SERVICE_FEE' as const, residual: 'platform' as const },
      })),
    );
    const { entries } = orderSettle(on, { ...order, cost: { ...cost, promotionFeeFen: 5, items } }, false);
    assert.equal(told(entries[0]).length, MOST_POSTINGS);
  });
  it('shares the commission with the franchisee', () => {
    const shared = { ...order, cost: { ...cost, franchiseeId: 4, shareRateBp: 3_000 } };
    assert.deepEqual(told(orderSettle(on, shared, false).entries[1]), ['D COMMISSION 45', 'C FRANCHISEE_AVAILABLE 45']);
  });
  it('limits fees to what the order can bear', () => {
    const parts = settleParts(
      { ...cost, riderIncomeFen: 900, technicalFeeFen: 300 },
      { goodsFen: 2_000, totalFen: 3_000, escrowFen: 3_000, hasMerchant: true },
      true,
    );
    const { itemFens: _none, ...sums } = parts;
    assert.deepEqual(sums, { riderFen: 900, merchantFen: 2_000, promotionFen: 0, commissionFen: 100, teamFen: 0 });
  });
  it('reduces every part in proportion after a partial refund', () => {
    const { entries } = orderSettle(on, { ...order, refundedFen: 1_400 }, false);
    assert.deepEqual(told(entries[0]), [
      'D ORDER_ESCROW 1500',
      'C MERCHANT_PAYABLE 1000',
      'C RIDER_AVAILABLE 300',
      'C COMMISSION 75',
      'C TEAM_PENDING 125',
    ]);
  });
  it('shares nothing out after a full refund', () => {
    assert.deepEqual(orderSettle(on, { ...order, refundedFen: 2_800 }, false), {
      entries: [],
      pendingFen: 0,
      charges: [],
    });
  });
  it('gives the rider’s part to the station if no rider delivered', () => {
    assert.equal(orderSettle(on, { ...order, riderId: null }, false).pendingFen, 850);
  });
  it('always adds up to the amount in escrow, whatever the costs', () => {
    const fen = fc.nat(2_000_000);
    fc.assert(
      fc.property(fen, fen, fen, fen, fen, fen, fc.boolean(), (goods, delivery, rider, technical, fees, gone, flag) => {
        const totalFen = goods + delivery;
        const escrowFen = Math.max(0, totalFen - gone);
        const parts = settleParts(
          {
            ...cost,
            riderIncomeFen: rider,
            technicalFeeFen: technical,
            merchantFeeFen: Math.min(goods, fees),
            promotionFeeFen: fees,
          },
          { goodsFen: goods, totalFen, escrowFen, hasMerchant: flag },
          !flag,
        );
        const { itemFens, ...sums } = parts;
        const all = [...Object.values(sums), ...itemFens];
        return all.every((part) => part >= 0) && all.reduce((sum, part) => sum + part, 0) === escrowFen;
      }),
    );
  });
});

describe('refunds', () => {
  it('go back in proportion to the payment', () => {
    const entry = orderRefund(on, payment, { before: 0, amountFen: 1_400 }, {});
    assert.deepEqual(told(entry), ['D ORDER_ESCROW 1500', 'C CHANNEL 1400', 'C SUBSIDY 100']);
  });
  it('return exactly what was paid in any number of steps, and never more', () => {
    const fen = fc.nat(1_000_000);
    fc.assert(
      fc.property(
        fen,
        fen,
        fen,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (channelFen, balanceFen, subsidyFen, cuts) => {
          const paid: Payment = { ...payment, channelFen, balanceFen, subsidyFen };
          const whole = channelFen + balanceFen;
          // If only a coupon paid the order, one refund of 0 fen returns the coupon.
          const steps = whole === 0 ? [] : cuts.map((cut) => Math.floor(cut * whole));
          const stops = [...steps, whole].sort((a, b) => a - b);
          let before = 0;
          const sum = { channelFen: 0, balanceFen: 0, subsidyFen: 0 };
          for (const stop of stops) {
            if (stop === before && whole > 0) continue;
            const parts = refundParts(paid, before, stop - before);
            if (Object.values(parts).some((part) => part < 0)) return false;
            for (const key of ['channelFen', 'balanceFen', 'subsidyFen'] as const) sum[key] += parts[key];
            before = stop;
            const gone = sum.channelFen + sum.balanceFen + sum.subsidyFen;
            if (whole > 0 && escrowLeft(paid, before) !== channelFen + balanceFen + subsidyFen - gone) return false;
          }
          return sum.channelFen === channelFen && sum.balanceFen === balanceFen && sum.subsidyFen === subsidyFen;
        },
      ),
    );
  });
  it('of more than was paid are refused', () => {
    assert.throws(() => refundParts(payment, 2_000, 801), /42232/);
  });
  it('after settlement are borne by the named parties, the rest by the platform', () => {
    const entry = refundAfterSettle(
      on,
      payment,
      {
        before: 0,
        amountFen: 1_000,
        bearers: [
          { party: 'merchant', amountFen: 600 },
          { party: 'team', amountFen: 100 },
        ],
      },
      { merchantId: 3, riderId: 9 },
      {},
    );
    assert.deepEqual(told(entry), [
      'D MERCHANT_PAYABLE 600',
      'D TEAM_AVAILABLE 100',
      'D COMPENSATION 300',
      'C CHANNEL 1000',
    ]);
  });
});

describe('balances of owners', () => {
  const owner = { subject: 'team', id: 7 } as const;
  it('pay out net of the fee, or in full if the platform bears the fee', () => {
    const payout = { amountFen: 10_000, feeFen: 60, merchantNumberId: 1 };
    assert.deepEqual(told(withdrawPay(on, owner, payout, {})), [
      'D TEAM_FROZEN 10000',
      'C CHANNEL 9940',
      'C WITHDRAW_FEE 60',
    ]);
    assert.deepEqual(told(withdrawPay(on, owner, { ...payout, feeFen: 0 }, {})), [
      'D TEAM_FROZEN 10000',
      'C CHANNEL 10000',
    ]);
    assert.deepEqual(told(withdrawReturn(on, owner, payout, {})), [
      'D CHANNEL 9940',
      'D WITHDRAW_FEE 60',
      'C TEAM_AVAILABLE 10000',
    ]);
  });
  it('use the accounts of DOMAIN §4.2 for adjustments, rewards and deductions', () => {
    assert.deepEqual(told(manual(on, 'TEAM_DEPOSIT', 7, 'out', 5)), ['C ADJUSTMENT 5', 'D TEAM_DEPOSIT 5']);
    assert.deepEqual(told(riderReward(on, 9, 5, 'team')), ['D TEAM_AVAILABLE 5', 'C RIDER_AVAILABLE 5']);
    assert.deepEqual(told(riderDeduct(on, 9, 5, 'platform')), ['D RIDER_AVAILABLE 5', 'C ADJUSTMENT 5']);
  });
});

describe('a valid entry', () => {
  const entry: Entry = {
    ...on,
    bizType: 'TEAM_RELEASE',
    lines: [debit('TEAM_PENDING', 5, 7), credit('TEAM_AVAILABLE', 5, 7)],
  };
  it('balances, has an amount, and moves only accounts of its type and of an owner', () => {
    assert.equal(checked(entry).lines.length, 2);
    for (const lines of [
      [],
      [debit('TEAM_PENDING', 5, 7)],
      [debit('TEAM_PENDING', 5, 7), credit('TEAM_AVAILABLE', 4, 7)],
      [debit('TEAM_PENDING', 0, 7), credit('TEAM_AVAILABLE', 0, 7)],
      [debit('TEAM_PENDING', 0.5, 7), credit('TEAM_AVAILABLE', 0.5, 7)],
      [debit('TEAM_PENDING', -5, 7), credit('TEAM_AVAILABLE', -5, 7)],
      [debit('TEAM_PENDING', 10_000_000_000, 7), credit('TEAM_AVAILABLE', 10_000_000_000, 7)],
      [debit('TEAM_AVAILABLE', 5, 7), credit('TEAM_PENDING', 5, 7)],
      [debit('TEAM_PENDING', 5, 7), credit('COMMISSION', 5)],
      [debit('TEAM_PENDING', 5), credit('TEAM_AVAILABLE', 5)],
    ]) {
      assert.throws(() => checked({ ...entry, lines }), /42243/, JSON.stringify(lines));
    }
  });
  it('is a reversal exactly if it names the transaction that it undoes', () => {
    assert.throws(() => checked({ ...entry, reversesId: 3 }), /42243/);
    assert.throws(() => checked({ ...entry, bizType: 'REVERSAL' }), /42243/);
    assert.deepEqual(mirrored(mirrored(entry.lines)), entry.lines);
  });
});

describe('arithmetic of money', () => {
  it('rounds half up to whole fen, however large the product', () => {
    assert.equal(percentOf(1, 5_000), 1);
    assert.equal(percentOf(1, 4_999), 0);
    assert.equal(shareOf(9_999_999_999, 9_999_999_999, 9_999_999_999), 9_999_999_999);
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.integer({ min: 0, max: 10_000 }),
        (base, rate) => percentOf(base, rate) === Math.floor((base * rate + 5_000) / 10_000),
      ),
    );
  });
  it('multiplies, divides and rounds only in shareOf', () => {
    for (const file of ['server/modules/ledger/rules.ts', 'server/modules/ledger/entries.ts', 'contract/shares.ts']) {
      const code = readFileSync(file, 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .replace(/'[^']*'|`[^`]*`/g, "''")
        .replace(/export function shareOf[\s\S]*?\n\}/, '');
      assert.doesNotMatch(code, /[*/%]|\d\.\d|parseFloat|toFixed|Math\.(round|floor|ceil)/, file);
    }
  });
  it('computes the costs of an order at the terms of its station', () => {
    const terms = { ...cost, riderShareBp: 7_000, rateBp: 800, fixedFen: 20 };
    const made = snapshotOf(terms, { goodsFen: 2_000, deliveryFen: 1_000 });
    assert.equal(made.technicalFeeFen, 260);
    assert.equal(made.riderIncomeFen, 700);
    assert.equal('riderShareBp' in made, false);
    // Later fee terms have no effect: the settlement uses the snapshot.
    assert.equal(orderSettle(on, { ...order, cost: made }, false).pendingFen, 40);
  });
  it('makes shares available at once, the next day, in a week, or with the month', () => {
    const late = new Date('2026-12-31T23:59:00+08:00');
    assert.deepEqual(
      (['T0', 'T1', 'T7', 'month'] as const).map((cycle) => dueAt(cycle, late, ZONE).toISOString()),
      ['2026-12-31T15:59:00.000Z', '2026-12-31T20:00:00.000Z', '2027-01-06T20:00:00.000Z', '2026-12-31T20:00:00.000Z'],
    );
    assert.equal(dueAt('month', new Date('2026-03-05T00:00:00+08:00'), ZONE).toISOString(), '2026-03-31T20:00:00.000Z');
  });
});
