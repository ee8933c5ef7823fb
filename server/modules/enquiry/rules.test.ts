import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  COST_STEPS,
  INITIAL_TARIFF,
  PERIOD_FACTOR,
  REFUSE_REASONS,
  RULE_SCOPES,
  TARIFF_LIMITS,
  type Tariff,
} from '../../../contract/enquiry.states';
import { p95Of } from './list';
import { leastPrice, type QuoteFacts, quote } from './price';
import { type Asked, type Circumstances, chooseRule, decide, isEqualRank, type PriceRule, ruleState } from './rules';
import { roadMetres, roughly, streetOf } from './street';

const within = ({ min, max }: { readonly min: number; readonly max: number }) => fc.integer({ min, max });
const clockTime = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);
const numbers = Object.fromEntries(Object.entries(TARIFF_LIMITS).map(([key, limits]) => [key, within(limits)]));
const tariffs = fc.record({
  ...numbers,
  periods: fc.array(fc.record({ from: clockTime, to: clockTime, factorBp: within(PERIOD_FACTOR) }), { maxLength: 3 }),
}) as unknown as fc.Arbitrary<Tariff>;
const factsOf = fc.record({
  distanceM: fc.integer({ min: 0, max: 100_000 }),
  weightG: fc.integer({ min: 0, max: 200_000 }),
  goodsFen: fc.integer({ min: 0, max: 9_999_999_999 }),
  minutes: fc.integer({ min: 0, max: 1_439 }),
  badWeather: fc.boolean(),
  surchargeFen: fc.integer({ min: 0, max: 4_000 }),
  subsidyFen: fc.integer({ min: 0, max: 1_000 }),
  nightFeeFen: fc.integer({ min: 0, max: 2_000 }),
  addMin: fc.integer({ min: 0, max: 120 }),
}) satisfies fc.Arbitrary<QuoteFacts>;
const isCost = (key: string) => (COST_STEPS as readonly string[]).includes(key);
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const plain: QuoteFacts = {
  distanceM: 4_200,
  weightG: 6_500,
  goodsFen: 20_000,
  minutes: 12 * 60,
  badWeather: false,
  surchargeFen: 0,
  subsidyFen: 0,
  nightFeeFen: 0,
  addMin: 0,
};

test('the steps of the price add up to the quote, the steps of the cost to the cost, all in whole fen', () => {
  fc.assert(
    fc.property(tariffs, factsOf, (tariff, facts) => {
      const { quoteFen, costFen, steps } = quote(tariff, facts);
      assert.equal(sum(steps.filter(({ key }) => !isCost(key)).map(({ amountFen }) => amountFen)), quoteFen);
      assert.equal(sum(steps.filter(({ key }) => isCost(key)).map(({ amountFen }) => amountFen)), costFen);
      assert.ok(steps.every(({ amountFen }) => Number.isSafeInteger(amountFen)));
    }),
  );
});

test('a longer distance or a heavier parcel never costs less or takes less time', () => {
  fc.assert(
    fc.property(tariffs, factsOf, fc.nat(20_000), fc.nat(20_000), (tariff, facts, metres, grams) => {
      const near = quote(tariff, facts);
      const far = quote(tariff, { ...facts, distanceM: facts.distanceM + metres });
      const heavy = quote(tariff, { ...facts, weightG: facts.weightG + grams });
      assert.ok(far.quoteFen >= near.quoteFen && far.costFen >= near.costFen && far.etaMin >= near.etaMin);
      assert.ok(heavy.quoteFen >= near.quoteFen && heavy.costFen >= near.costFen);
    }),
  );
});

test('a quote never has less than the minimum margin, and is raised to it exactly', () => {
  fc.assert(
    fc.property(tariffs, factsOf, (tariff, facts) => {
      const { quoteFen, costFen, steps } = quote(tariff, facts);
      const left = 10_000 - tariff.minMarginBp;
      assert.ok(quoteFen * left >= costFen * 10_000);
      if (steps.some(({ key }) => key === 'margin')) assert.ok((quoteFen - 1) * left < costFen * 10_000);
    }),
  );
});

test('the least price for a cost is its quotient rounded up', () => {
  assert.equal(leastPrice(900, 1_000), 1_000);
  assert.equal(leastPrice(901, 1_000), 1_002);
  assert.equal(leastPrice(0, 5_000), 0);
});

test('an enquiry of 4.2 km and 6.5 kg is priced step by step by its rule', () => {
  const { quoteFen, costFen, etaMin, steps } = quote(INITIAL_TARIFF, plain);
  assert.deepEqual(
    steps.map(({ key, amountFen }) => [key, amountFen]),
    [
      ['base', 500],
      ['distance', 200],
      ['weight', 200],
      ['insurance', 50],
      ['riderBase', 400],
      ['riderDistance', 160],
      ['riderWeight', 120],
      ['premium', 50],
    ],
  );
  assert.deepEqual([quoteFen, costFen, etaMin], [950, 730, 37]);
});

test('factors of the time of day and of the weather multiply base, distance and weight, and leave insurance and surcharges alone', () => {
  const tariff = { ...INITIAL_TARIFF, periods: [{ from: '22:00', to: '06:00', factorBp: 15_000 }] };
  const night = quote(tariff, {
    ...plain,
    minutes: 5 * 60 + 59,
    badWeather: true,
    surchargeFen: 300,
    nightFeeFen: 100,
  });
  const amounts = Object.fromEntries(night.steps.map(({ key, amountFen }) => [key, amountFen]));
  assert.deepEqual([amounts.period, amounts.weather, amounts.insurance], [450, 270, 50]);
  assert.equal(night.quoteFen, 900 + 450 + 270 + 50 + 300 + 100);
  assert.equal(quote(tariff, { ...plain, minutes: 6 * 60 }).quoteFen, 950);
});

/* ---- choice of the rule ---- */

const MOMENT = new Date('2026-03-01T12:00:00+08:00');
const station = { id: 7, planId: 3, regions: ['510000', '510100', '510107'] };
const rule = (changes: Partial<PriceRule> = {}): PriceRule => ({
  id: 1,
  ruleNo: 'ER1',
  revision: 1,
  name: 'rule',
  scopeType: 'all',
  scopeIds: [],
  priority: 100,
  effectiveFrom: new Date('2026-01-01T00:00:00+08:00'),
  effectiveTo: null,
  tariff: INITIAL_TARIFF,
  ...changes,
});
const SCOPES = { team: ['7'], plan: ['3'], region: ['510100'], all: [] } as const;

test('rules rank by scope before priority: station, plan, region, all stations', () => {
  const rules = RULE_SCOPES.map((scopeType, index) =>
    rule({ id: index, ruleNo: `ER${index}`, scopeType, scopeIds: SCOPES[scopeType], priority: index * 100 }),
  );
  for (let left = 0; left < rules.length; left += 1) {
    assert.equal(chooseRule([...rules.slice(left)].reverse(), station, MOMENT)?.scopeType, RULE_SCOPES[left]);
  }
});

test('in one scope the higher priority wins, then the later start, and rules of other scopes or times never apply', () => {
  const old = rule({ ruleNo: 'ER1', priority: 5 });
  const later = rule({ ruleNo: 'ER2', priority: 5, effectiveFrom: new Date('2026-02-01T00:00:00+08:00') });
  assert.equal(chooseRule([old, later], station, MOMENT), later);
  const high = rule({ ruleNo: 'ER3', priority: 6 });
  assert.equal(chooseRule([old, high, later], station, MOMENT), high);
  const none = [
    rule({ scopeType: 'team', scopeIds: ['8'] }),
    rule({ scopeType: 'region', scopeIds: ['440000'] }),
    rule({ scopeType: 'plan', scopeIds: ['9'] }),
    rule({ effectiveFrom: new Date(MOMENT.getTime() + 1) }),
    rule({ effectiveTo: MOMENT }),
  ];
  assert.equal(chooseRule(none, station, MOMENT), null);
});

test('the choice of the rule does not depend on the order in which rules are read', () => {
  const some = fc.record({
    ruleNo: fc.constantFrom('ER1', 'ER2', 'ER3', 'ER4'),
    scopeType: fc.constantFrom(...RULE_SCOPES),
    priority: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(some, { selector: ({ ruleNo }) => ruleNo, maxLength: 4 }), (list) => {
      const rules = list.map((one) => rule({ ...one, scopeIds: SCOPES[one.scopeType] }));
      assert.equal(chooseRule(rules, station, MOMENT), chooseRule([...rules].reverse(), station, MOMENT));
    }),
  );
});

test('two rules have equal rank if scope, priority and time overlap, and versions of one rule never do', () => {
  const one = rule({ scopeType: 'team', scopeIds: ['1', '2'] });
  const other = { ...one, ruleNo: 'ER2', scopeIds: ['2', '3'] };
  assert.equal(isEqualRank(one, other), true);
  assert.equal(isEqualRank(one, { ...other, ruleNo: 'ER1' }), false);
  assert.equal(isEqualRank(one, { ...other, scopeIds: ['3'] }), false);
  assert.equal(isEqualRank(one, { ...other, priority: 1 }), false);
  assert.equal(isEqualRank({ ...one, effectiveTo: MOMENT }, { ...other, effectiveFrom: MOMENT }), false);
});

test('a published version is scheduled, in force or expired by its dates', () => {
  const dated = (from: number, to: number | null) => ({
    status: 'published' as const,
    effectiveFrom: new Date(MOMENT.getTime() + from),
    effectiveTo: to === null ? null : new Date(MOMENT.getTime() + to),
  });
  assert.equal(ruleState(dated(1, null), MOMENT), 'waiting');
  assert.equal(ruleState(dated(0, 1), MOMENT), 'inForce');
  assert.equal(ruleState(dated(-2, 0), MOMENT), 'expired');
  assert.equal(ruleState({ ...dated(-2, 0), status: 'disabled' }, MOMENT), 'disabled');
});

/* ---- the answer ---- */

const asked: Asked = { distanceM: 4_200, weightG: 6_500, goodsFen: 20_000, to: { lng: 104, lat: 30 } };
const { distanceM: _d, weightG: _w, goodsFen: _g, ...moment } = plain;
const ideal: Circumstances & { station: NonNullable<Circumstances['station']> } = {
  isBlocked: false,
  station: { isOpen: true, reaches: () => true, maxDistanceM: 8_000, maxWeightG: 15_000, freeOrders: 1 },
  rule: { tariff: { ...INITIAL_TARIFF, maxDistanceM: 5_000, maxWeightG: 10_000 } },
  facts: moment,
};
const at = (change: Partial<(typeof ideal)['station']>) => ({ ...ideal, station: { ...ideal.station, ...change } });
const patient = { ...ideal, rule: { tariff: { ...ideal.rule?.tariff, manualWindowSec: 60 } as Tariff } };

test('each cause is refused with its own reason, and the first reason in order is reported', () => {
  const causes: Record<(typeof REFUSE_REASONS)[number], [Asked, Circumstances]> = {
    shopBlocked: [asked, { ...ideal, isBlocked: true }],
    configError: [asked, { ...ideal, rule: null }],
    closed: [asked, at({ isOpen: false })],
    outOfArea: [asked, at({ reaches: () => false })],
    overDistance: [{ ...asked, distanceM: 8_001 }, ideal],
    overWeight: [{ ...asked, weightG: 15_001 }, ideal],
    noCapacity: [asked, at({ freeOrders: 0 })],
  };
  for (const reason of REFUSE_REASONS) assert.equal(decide(...causes[reason]).reason, reason);
  assert.equal(decide(asked, { ...ideal, station: null }).reason, 'configError');
  const all = { ...at({ isOpen: false, reaches: () => false, freeOrders: 0 }), isBlocked: true };
  assert.equal(decide({ ...asked, distanceM: 9_000, weightG: 99_000 }, all).reason, 'shopBlocked');
  assert.equal(decide({ ...asked, to: null }, ideal).reason, 'outOfArea');
});

test('an enquiry beyond the limits of the rule goes to staff if the rule grants them time, else it is refused', () => {
  for (const beyond of [{ distanceM: 5_001 }, { weightG: 10_001 }]) {
    const { outcome, quote: priced } = decide({ ...asked, ...beyond }, patient);
    assert.equal(outcome, 'manual');
    assert.ok(priced && priced.costFen > 0);
    assert.equal(decide({ ...asked, ...beyond }, ideal).outcome, 'refused');
  }
  assert.equal(decide({ ...asked, distanceM: 8_001 }, patient).reason, 'overDistance');
  assert.equal(decide(asked, patient).outcome, 'quoted');
});

test('an invalid price goes to staff, or is refused as a fault of the rule', () => {
  const free = { ...INITIAL_TARIFF, baseFen: 0, stepFen: 0, weightStepFen: 0, insuranceBp: 0 };
  const nothing = { ...free, riderBaseFen: 0, riderStepFen: 0, riderWeightStepFen: 0 };
  assert.equal(decide(asked, { ...ideal, rule: { tariff: nothing } }).reason, 'configError');
  assert.equal(decide(asked, { ...ideal, rule: { tariff: { ...nothing, manualWindowSec: 30 } } }).outcome, 'manual');
});

/* ---- stored data ---- */

test('only the street of an address is stored, and coordinates are rounded to about ten metres', () => {
  assert.equal(streetOf('高新区天府大道中段 666 号 2 栋 1801'), '高新区天府大道中段');
  assert.equal(streetOf('Rua das Flores, 12, ap 3'), 'Rua das Flores');
  assert.equal(streetOf('人民路１２号'), '人民路');
  assert.deepEqual(roughly({ lng: 104.066_541, lat: 30.572_269 }), { lng: 104.0665, lat: 30.5723 });
});

test('the estimated distance by road exceeds the straight line, and is 0 for equal points', () => {
  const here = { lng: 104, lat: 30 };
  assert.equal(roadMetres(here, here), 0);
  assert.ok(Math.abs(roadMetres(here, { lng: 104, lat: 30.01 }) - 1_113.2 * 1.35) < 2);
});

test('the 95th percentile from counts equals that of the sorted answer times', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 300 }), (times) => {
      const counts = new Map<number, number>();
      for (const ms of times) counts.set(ms, (counts.get(ms) ?? 0) + 1);
      const told = p95Of([...counts].map(([answerMs, all]) => ({ answerMs, all })));
      const sorted = [...times].sort((one, other) => one - other);
      assert.equal(told, sorted[Math.ceil(times.length * 0.95) - 1]);
    }),
  );
  assert.equal(p95Of([]), null);
});
