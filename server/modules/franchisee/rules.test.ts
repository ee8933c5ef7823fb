import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inTheWay, monthsOf, overlap, recognisedOn, stateOn } from './rules';

test('territories overlap if one region contains the other', () => {
  for (const [one, other, expected] of [
    ['510000', '510104', true],
    ['510104', '510100', true],
    ['510104', '510105', false],
    ['510000', '440000', false],
  ] as const) {
    assert.equal(overlap([one], [other]), expected, `${one} ${other}`);
    assert.equal(overlap([other], [one]), expected, `${other} ${one}`);
  }
});

test('an overlap is refused only if one of the two territories is exclusive', () => {
  const held = (isExclusive: boolean) => [{ name: 'A', territory: ['510100'], isExclusive }];
  const wanted = (isExclusive: boolean) => ({ territory: ['510104'], isExclusive });
  assert.equal(inTheWay(wanted(false), held(false)), undefined);
  assert.equal(inTheWay(wanted(true), held(false))?.name, 'A');
  assert.equal(inTheWay(wanted(false), held(true))?.name, 'A');
  assert.equal(inTheWay({ territory: ['440300'], isExclusive: true }, held(true)), undefined);
});

test('a contract is upcoming before its first day, expiring within 60 days of its end, and expired after it', () => {
  const term = { startsOn: '2026-03-01', endsOn: '2027-03-01' };
  assert.deepEqual(
    ['2026-02-28', '2026-03-01', '2026-12-30', '2026-12-31', '2027-03-01', '2027-03-02'].map((day) =>
      stateOn(day, term, []),
    ),
    ['upcoming', 'active', 'active', 'expiring', 'expiring', 'expired'],
  );
});

test('a fee becomes revenue in equal parts, never backwards, and in full with the last month', () => {
  assert.equal(monthsOf({ startsOn: '2026-03-01', endsOn: '2027-03-01' }), 12);
  assert.equal(monthsOf({ startsOn: '2026-03-01', endsOn: '2027-02-28' }), 12);
  const term = { startsOn: '2026-03-01', endsOn: '2027-03-01', feeFen: 1_200 };
  assert.deepEqual(
    ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01', '2027-02-01', '2030-01-01'].map((day) =>
      recognisedOn(term, day),
    ),
    [0, 100, 100, 200, 1_200, 1_200],
  );
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(days, { minLength: 4, maxLength: 4 }), (feeFen, dates) => {
      const [startsOn = '', first = '', second = '', endsOn = ''] = dates
        .map((at) => at.toISOString().slice(0, 10))
        .sort();
      fc.pre(startsOn < endsOn);
      const contract = { startsOn, endsOn, feeFen };
      const [early, late, last] = [first, second, endsOn].map((day) => recognisedOn(contract, day));
      assert.ok((early ?? 0) <= (late ?? 0) && (late ?? 0) <= feeFen);
      assert.equal(last, feeFen);
    }),
  );
});
