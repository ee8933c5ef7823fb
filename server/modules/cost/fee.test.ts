import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areContiguous, feeOf, type OrderFacts } from '../../../contract/cost.fee';
import { COST_BASES, COST_SCOPES, type CostTerms, type CostTier, INITIAL_TERMS } from '../../../contract/cost.states';
import { percentOf } from '../../../contract/shares';
import { type CostItem, type CostSnapshot, orderSettle, settleParts } from '../ledger';
import { chooseRule, type FeeRule, type FeeStation, isEqualRank, itemsOf } from './choose';
import { effectOf, type PastOrder, withDraft } from './effect';
import { withItems } from './order-cost';
import { orderAtTerms, type TermsSide } from './terms-effect';

const fen = (max = 1_000_000) => fc.integer({ min: 0, max });
const facts: fc.Arbitrary<OrderFacts> = fc
  .record({
    goods: fen(),
    delivery: fen(50_000),
    off: fen(20_000),
    rider: fen(50_000),
    distance: fen(30_000),
    minutes: fen(1_439),
  })
  .map(({ goods, delivery, off, rider, distance, minutes }) => ({
    totalFen: goods + delivery,
    paidFen: Math.max(0, goods + delivery - off),
    goodsFen: goods,
    deliveryFen: delivery,
    riderIncomeFen: Math.min(rider, delivery),
    distanceM: distance,
    minutes,
  }));
const tiers: fc.Arbitrary<CostTier[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 9 })
  .map((ends) => [...ends].sort((one, other) => one - other))
  .chain((ends) =>
    fc
      .array(fc.tuple(fen(10_000), fc.integer({ min: 0, max: 10_000 })), {
        minLength: ends.length + 1,
        maxLength: ends.length + 1,
      })
      .map((fees) =>
        fees.map(([fixedFen, rateBp], at) => ({
          from: at === 0 ? 0 : (ends[at - 1] ?? 0),
          to: ends[at] ?? null,
          fixedFen,
          rateBp,
        })),
      ),
  );
const terms: fc.Arbitrary<CostTerms> = fc
  .record({
    calcType: fc.constantFrom('perOrder', 'rate', 'tierAmount', 'distance'),
    base: fc.constantFrom(...COST_BASES),
    fixedFen: fen(),
    rateBp: fc.integer({ min: 0, max: 10_000 }),
    tiers,
    distance: fc.record({
      baseM: fen(20_000),
      baseFen: fen(5_000),
      stepM: fc.integer({ min: 100, max: 5_000 }),
      stepFen: fen(500),
      nightFen: fen(500),
    }),
    capMinFen: fen(1_000),
    capRoom: fc.option(fen(100_000)),
    residualParty: fc.constantFrom('team', 'platform'),
  })
  .map(({ capRoom, ...rest }) => ({
    ...rest,
    period: 'month' as const,
    capMaxFen: capRoom === null ? null : rest.capMinFen + capRoom,
  })) as fc.Arbitrary<CostTerms>;

test('a fee is whole fen within its caps', () => {
  fc.assert(
    fc.property(terms, facts, (rule, order) => {
      const { amountFen } = feeOf(rule, order);
      assert.ok(Number.isSafeInteger(amountFen));
      assert.ok(amountFen >= rule.capMinFen && amountFen <= (rule.capMaxFen ?? Number.POSITIVE_INFINITY));
    }),
  );
});

test('half a fen goes to the residual party, and all other amounts do not depend on it', () => {
  fc.assert(
    fc.property(fen(), fc.integer({ min: 0, max: 10_000 }), (base, rateBp) => {
      const order = {
        totalFen: base,
        paidFen: 0,
        goodsFen: 0,
        deliveryFen: 0,
        riderIncomeFen: 0,
        distanceM: 0,
        minutes: 0,
      };
      const charge = (residualParty: 'team' | 'platform') =>
        feeOf({ ...INITIAL_TERMS, rateBp, residualParty }, order).amountFen;
      const isHalf = (base * rateBp) % 10_000 === 5_000;
      assert.equal(charge('team'), percentOf(base, rateBp));
      assert.equal(charge('team') - charge('platform'), isHalf ? 1 : 0);
    }),
  );
});

test('a tier includes its lower bound and excludes its upper bound', () => {
  const rule: CostTerms = {
    ...INITIAL_TERMS,
    calcType: 'tierAmount',
    tiers: [
      { from: 0, to: 5_000, fixedFen: 10, rateBp: 0 },
      { from: 5_000, to: null, fixedFen: 0, rateBp: 100 },
    ],
  };
  const at = (totalFen: number) =>
    feeOf(rule, { totalFen, paidFen: 0, goodsFen: 0, deliveryFen: 0, riderIncomeFen: 0, distanceM: 0, minutes: 0 })
      .amountFen;
  assert.deepEqual([at(0), at(4_999), at(5_000), at(20_000)], [10, 10, 50, 200]);
});

test('a fee by distance counts started steps, and the night lasts from 22:00 to 06:00', () => {
  const distance = { baseM: 3_000, baseFen: 500, stepM: 1_000, stepFen: 100, nightFen: 50 };
  const at = (distanceM: number, minutes: number) =>
    feeOf(
      { ...INITIAL_TERMS, calcType: 'distance', distance },
      { totalFen: 0, paidFen: 0, goodsFen: 0, deliveryFen: 0, riderIncomeFen: 0, distanceM, minutes },
    ).amountFen;
  assert.deepEqual([at(3_000, 600), at(3_001, 600), at(4_001, 600)], [500, 600, 700]);
  assert.deepEqual([at(0, 22 * 60 - 1), at(0, 22 * 60), at(0, 6 * 60 - 1), at(0, 6 * 60)], [500, 550, 550, 500]);
});

test('tiers begin at 0, have no gaps, and have no upper end', () => {
  fc.assert(fc.property(tiers, (list) => assert.ok(areContiguous(list))));
  const tier = (from: number, to: number | null) => ({ from, to, fixedFen: 0, rateBp: 0 });
  assert.equal(areContiguous([tier(0, 100), tier(101, null)]), false);
  assert.equal(areContiguous([tier(1, 100), tier(100, null)]), false);
  assert.equal(areContiguous([tier(0, 100), tier(100, 200)]), false);
  assert.equal(areContiguous([tier(0, 100), tier(100, 100), tier(100, null)]), false);
});

/* ---- choice of the rule ---- */

const MOMENT = new Date('2026-03-01T12:00:00+08:00');
const station: FeeStation = {
  id: 7,
  planId: 3,
  regions: ['510000', '510100'],
  hasOwnRate: false,
  planRules: new Set(['PLAN']),
};
const rule = (changes: Partial<FeeRule> = {}): FeeRule => ({
  ...{ id: 1, ruleNo: 'CR1', revision: 1, name: 'rule', kind: 'technical', target: 'team' },
  ...{ scopeType: 'all', scopeIds: [], serviceTypes: [], priority: 100 },
  terms: { ...INITIAL_TERMS, rateBp: 500 },
  effectiveFrom: new Date('2026-01-01T00:00:00+08:00'),
  effectiveTo: null,
  ...changes,
});
const SCOPED = {
  team: rule({ id: 2, ruleNo: 'TEAM', scopeType: 'team', scopeIds: ['7'], priority: 0 }),
  plan: rule({ id: 3, ruleNo: 'PLAN', scopeType: 'plan', priority: 1 }),
  region: rule({ id: 4, ruleNo: 'REGION', scopeType: 'region', scopeIds: ['510100'], priority: 2 }),
  all: rule({ id: 5, ruleNo: 'ALL', priority: 3 }),
} as const;
const slot = { kind: 'technical', target: 'team' } as const;
const order = { type: 'food', at: MOMENT } as const;

test('rules rank by scope: station, plan, region, all stations', () => {
  for (const [at, scope] of COST_SCOPES.entries()) {
    const left = COST_SCOPES.slice(at).map((type) => SCOPED[type]);
    assert.equal(chooseRule([...left].reverse(), slot, station, order), SCOPED[scope]);
  }
});

test('in one scope the higher priority wins, then the later start, and rules of other scopes or times never apply', () => {
  const old = rule({ ruleNo: 'A' });
  const later = rule({ ruleNo: 'B', effectiveFrom: new Date('2026-02-01T00:00:00+08:00') });
  const high = rule({ ruleNo: 'C', priority: 101 });
  assert.equal(chooseRule([old, later], slot, station, order), later);
  assert.equal(chooseRule([old, high, later], slot, station, order), high);
  const none = [
    rule({ scopeType: 'team', scopeIds: ['8'] }),
    rule({ scopeType: 'plan', ruleNo: 'OTHER' }),
    rule({ scopeType: 'region', scopeIds: ['440000'] }),
    rule({ effectiveFrom: new Date(MOMENT.getTime() + 1) }),
    rule({ effectiveTo: MOMENT }),
    rule({ serviceTypes: ['buy'] }),
    rule({ target: 'merchant' }),
  ];
  assert.equal(chooseRule(none, slot, station, order), null);
});

test('only a rule for the station itself replaces the station’s own rate', () => {
  const own = { ...station, hasOwnRate: true };
  assert.equal(chooseRule([SCOPED.plan, SCOPED.region, SCOPED.all], slot, own, order), null);
  assert.equal(chooseRule([SCOPED.all, SCOPED.team], slot, own, order), SCOPED.team);
  const promotion = rule({ kind: 'promotion' });
  assert.equal(chooseRule([promotion], promotion, own, order), promotion);
});

test('two rules have equal rank if kind, target, scope, priority, service and time overlap', () => {
  const one = rule({ ruleNo: 'A', scopeType: 'team', scopeIds: ['1', '2'] });
  const other = rule({ ruleNo: 'B', scopeType: 'team', scopeIds: ['2', '3'] });
  assert.equal(isEqualRank(one, other), true);
  assert.equal(isEqualRank(one, { ...other, ruleNo: 'A' }), false);
  assert.equal(isEqualRank(one, { ...other, scopeIds: ['3'] }), false);
  assert.equal(isEqualRank(one, { ...other, priority: 1 }), false);
  assert.equal(isEqualRank(one, { ...other, kind: 'promotion' }), false);
  assert.equal(isEqualRank({ ...one, serviceTypes: ['buy'] }, { ...other, serviceTypes: ['food'] }), false);
  assert.equal(isEqualRank({ ...one, effectiveTo: MOMENT }, { ...other, effectiveFrom: MOMENT }), false);
  const disabledBefore = { ...other, effectiveFrom: MOMENT, effectiveTo: MOMENT };
  assert.equal(isEqualRank(one, disabledBefore), false, 'a version that was disabled before its start');
});

/* ---- fees of an order ---- */

const plain: CostSnapshot = {
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
const KINDS = [
  ['technical', 'team', 'COMMISSION'],
  ['technical', 'merchant', 'COMMISSION'],
  ['delivery', 'team', 'SERVICE_FEE'],
  ['delivery', 'merchant', 'SERVICE_FEE'],
  ['delivery', 'rider', 'SERVICE_FEE'],
  ['promotion', 'team', 'PROMOTION_FEE'],
  ['promotion', 'merchant', 'PROMOTION_FEE'],
] as const;
const items: fc.Arbitrary<CostItem[]> = fc
  .uniqueArray(
    fc.record({ at: fc.nat(KINDS.length - 1), amountFen: fen(5_000), residual: fc.constantFrom('team', 'platform') }),
    {
      selector: ({ at }) => at,
    },
  )
  .map((list) =>
    list.map(({ at, amountFen, residual }) => {
      const [kind, target, account] = KINDS[at] ?? KINDS[0];
      const about = {
        rule: at + 1,
        ruleNo: `CR${at}`,
        version: 1,
        name: 'rule',
        base: null,
        baseFen: null,
        rateBp: null,
      };
      return { ...about, kind, target, account, amountFen, residual } as CostItem;
    }),
  );
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

test('the parts of an order with any fees by rules add up to the amount in escrow, and no party pays more than its part', () => {
  fc.assert(
    fc.property(
      items,
      fen(4_000),
      fen(2_000),
      fen(6_000),
      fc.boolean(),
      fc.boolean(),
      (list, goods, delivery, left, hasMerchant, hasRider) => {
        const totalFen = goods + delivery;
        fc.pre(totalFen > 0);
        const shape = { goodsFen: goods, totalFen, escrowFen: Math.min(left, totalFen), hasMerchant, hasRider };
        const parts = settleParts(
          withItems({ ...plain, riderIncomeFen: Math.min(600, delivery) }, list, false),
          shape,
          true,
        );
        const all = [
          parts.riderFen,
          parts.merchantFen,
          parts.promotionFen,
          parts.commissionFen,
          parts.teamFen,
          ...parts.itemFens,
        ];
        assert.equal(sum(all), shape.escrowFen);
        assert.ok(all.every((part) => part >= 0 && Number.isSafeInteger(part)));
      },
    ),
  );
});

test('each fee by a rule has its own posting, and its charge has the same amount', () => {
  fc.assert(
    fc.property(items, fc.boolean(), (list, isDeposit) => {
      const cost = withItems({ ...plain, settlementMode: isDeposit ? 'deposit' : 'balance' }, list, false);
      const on = { bizNo: 'O1', teamId: 7, at: MOMENT, day: '2026-03-01' };
      const payment = { channelFen: 3_000, merchantNumberId: 1, balanceFen: 0, userId: 1, subsidyFen: 0 };
      const { entries, charges } = orderSettle(
        on,
        { goodsFen: 2_000, payment, refundedFen: 0, merchantId: 5, riderId: 6, cost },
        isDeposit,
      );
      for (const { item, amountFen, entry } of charges) {
        assert.ok(entries.includes(entry));
        assert.ok(
          entry.lines.some((line) => line.account === item.account && line.dc === 'C' && line.amountFen === amountFen),
        );
      }
      for (const { lines } of entries)
        assert.equal(sum(lines.map(({ dc, amountFen }) => (dc === 'D' ? amountFen : -amountFen))), 0);
    }),
  );
});

test('an order without rules is settled to the fen by the rates of its station', () => {
  const parts = settleParts(plain, { goodsFen: 2_000, totalFen: 3_000, escrowFen: 3_000, hasMerchant: true }, true);
  assert.deepEqual(parts, {
    riderFen: 600,
    merchantFen: 2_000,
    promotionFen: 0,
    commissionFen: 150,
    teamFen: 250,
    itemFens: [],
  });
  assert.equal(withItems(plain, [], false), plain);
});

/* ---- other terms ---- */

const side = (riderShareBp: number, rateBp: number, hasOwnRate = false): TermsSide => ({
  terms: {
    ...{ settlementMode: 'balance', settleCycle: 'T1', feePlanId: null, planName: null, planFrom: null },
    ...{ rateBp, fixedFen: 0, riderShareBp, franchiseeId: null, shareRateBp: 0, creditLimitFen: 0 },
    place: { planId: null, regions: [], hasOwnRate },
  },
  station: { ...station, hasOwnRate },
});

test('other terms move money only between station, merchant, rider and platform, and equal terms move none', () => {
  const share = fc.integer({ min: 0, max: 8_000 });
  const rate = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(fen(100_000), fen(5_000), share, share, rate, rate, fc.boolean(), (goods, delivery, ...drawn) => {
      const [shareBefore, shareAfter, rateBefore, rateAfter, isIncomeTold] = drawn;
      const past: PastOrder = {
        ...{ totalFen: goods + delivery, paidFen: goods + delivery, goodsFen: goods, deliveryFen: delivery },
        ...{ teamId: 7, type: 'food', at: MOMENT, hasMerchant: true, riderId: 6, minutes: 720, distanceM: 0 },
        riderIncomeFen: percentOf(delivery, shareBefore),
        cost: { ...plain, riderIncomeFen: percentOf(delivery, shareBefore) },
      };
      const before = side(shareBefore, rateBefore);
      const none = orderAtTerms(past, before, before, [], isIncomeTold);
      assert.deepEqual(none, { stationFen: 0, merchantFen: 0, riderFen: 0, platformFen: 0 });
      const change = orderAtTerms(past, before, side(shareAfter, rateAfter), [], isIncomeTold);
      assert.equal(change.stationFen + change.riderFen + change.platformFen + change.merchantFen, 0);
      const told = percentOf(delivery, shareAfter) - percentOf(delivery, shareBefore);
      assert.equal(change.riderFen, isIncomeTold ? 0 : told);
    }),
  );
});

/* ---- what-if ---- */

test('a what-if of the rule that charged an order has no effect, and another rate moves exactly the difference', () => {
  fc.assert(
    fc.property(
      fen(100_000),
      fen(5_000),
      fc.integer({ min: 1, max: 2_000 }),
      fc.constantFrom(...KINDS),
      (goods, delivery, rateBp, [kind, target]) => {
        const charging = rule({ kind, target, terms: { ...INITIAL_TERMS, rateBp } });
        const basic = { rateBp: 500, fixedFen: 0 };
        const facts = { totalFen: goods + delivery, paidFen: goods + delivery, goodsFen: goods, deliveryFen: delivery };
        const cost = { ...plain, technicalFeeFen: percentOf(goods + delivery, 500), riderIncomeFen: delivery };
        const asked = {
          ...facts,
          teamId: 7,
          type: 'food' as const,
          at: MOMENT,
          hasMerchant: true,
          riderIncomeFen: delivery,
          distanceM: 0,
        };
        const past: PastOrder = {
          ...{ ...asked, riderId: 6, minutes: 720 },
          cost: withItems(cost, itemsOf([charging], station, asked, 720), false),
        };
        const same = effectOf(charging, withDraft([charging], charging), station, past, basic);
        assert.deepEqual([same.beforeFen, same.change.platformFen], [same.afterFen, 0]);
        const other = { ...charging, terms: { ...INITIAL_TERMS, rateBp: rateBp + 100 } };
        const { change } = effectOf(other, withDraft([charging], other), station, past, basic);
        assert.equal(change.platformFen + change.stationFen + change.merchantFen + change.riderFen, 0);
      },
    ),
  );
});
