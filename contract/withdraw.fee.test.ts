import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeeTerms, smallestWorkable, withdrawFee } from './withdraw.fee';
import { WITHDRAW } from './withdraw.settings';

const TERMS = { ...WITHDRAW.groups.team.initial, freeTimesPerMonth: 0 };
const fee = (terms: Partial<FeeTerms>, amountFen: number, used = 0) =>
  withdrawFee({ ...TERMS, ...terms }, amountFen, used);

test('a rate is rounded half up and kept between the minimum and the maximum fee', () => {
  assert.deepEqual(fee({}, 100_000), { feeFen: 600, netFen: 99_400, free: false });
  assert.equal(fee({ feeMinFen: 0 }, 10_083).feeFen, 60);
  assert.equal(fee({ feeMinFen: 0 }, 10_084).feeFen, 61);
  assert.equal(fee({}, 10_000).feeFen, 100);
  assert.equal(fee({}, 5_000_000).feeFen, 5_000);
});

test('a fixed amount, a rate, both, and no fee are charged by fee type', () => {
  const terms = { feeFixedFen: 200, feeRateBp: 100, feeMinFen: 0, feeMaxFen: 1_000_000 };
  const of = (feeType: FeeTerms['feeType']) => fee({ ...terms, feeType }, 50_000).feeFen;
  assert.deepEqual([of('none'), of('fixed'), of('rate'), of('fixedPlusRate')], [0, 200, 500, 700]);
});

test('if the platform bears the fee, the payee receives the whole amount', () => {
  assert.deepEqual(fee({ feeMode: 'platform' }, 100_000), { feeFen: 600, netFen: 100_000, free: false });
});

test('applications are free while free ones of the month are left', () => {
  const terms = { freeTimesPerMonth: 2 };
  assert.deepEqual(fee(terms, 100_000, 1), { feeFen: 0, netFen: 100_000, free: true });
  assert.equal(fee(terms, 100_000, 2).feeFen, 600);
});

test('the smallest payable amount exceeds its fee; one step less does not, or is below the minimum', () => {
  let seed = 7;
  const pick = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % (most + 1);
  };
  const types = ['none', 'fixed', 'rate', 'fixedPlusRate'] as const;
  let found = 0;
  for (let round = 0; round < 2_000; round++) {
    const minFen = 10 + pick(20_000);
    const feeMinFen = pick(20_000);
    const terms = {
      ...TERMS,
      feeType: types[pick(3)] ?? 'none',
      feeMode: pick(3) === 0 ? ('platform' as const) : ('deduct' as const),
      feeFixedFen: pick(30_000),
      feeRateBp: pick(1_000),
      feeMinFen,
      feeMaxFen: feeMinFen + pick(20_000),
      minFen,
      maxFen: minFen + pick(30_000),
      multipleFen: pick(1) * pick(3_000),
    };
    const step = Math.max(1, terms.multipleFen);
    const smallest = smallestWorkable(terms);
    const net = (amountFen: number) => fee(terms, amountFen).netFen;
    if (smallest === null) {
      const last = Math.floor(terms.maxFen / step) * step;
      assert.ok(last < minFen || net(last) <= 0);
      continue;
    }
    found += 1;
    assert.ok(smallest >= minFen && smallest <= terms.maxFen && smallest % step === 0);
    assert.ok(net(smallest) > 0);
    assert.ok(smallest - step < minFen || net(smallest - step) <= 0);
  }
  assert.ok(found > 1_000);
});
