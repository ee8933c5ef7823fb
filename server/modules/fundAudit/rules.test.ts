import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FUND_AUDIT } from '../../../contract/fundAudit.states';
import { balanceAfter, collectionsOf, type Debt, fenOf, saidFaults } from './rules';

describe('collections', () => {
  const amounts = fc.integer({ min: 0, max: 100_000 });
  const days = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03');
  const debts = fc.array(
    fc.record({
      restFen: fc.integer({ min: 1, max: 200_000 }),
      income: fc.array(fc.tuple(days, fc.integer({ min: -5_000, max: 100_000 })), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  );

  it('take at most 30 % of each day’s income in total, and never more than the debt or the balance', () => {
    fc.assert(
      fc.property(debts, fc.array(fc.tuple(days, amounts)), amounts, (made, takenList, balanceFen) => {
        const all: Debt[] = made.map(({ restFen, income }, id) => ({
          id,
          restFen,
          incomeFen: new Map<string, number>(income),
        }));
        const taken = new Map<string, number>(takenList);
        const collected = collectionsOf(all, taken, balanceFen);
        const sum = (rows: typeof collected) => rows.reduce((total, { amountFen }) => total + amountFen, 0);
        assert.ok(collected.every(({ amountFen }) => Number.isInteger(amountFen) && amountFen > 0));
        assert.ok(sum(collected) <= balanceFen);
        for (const { id, restFen, incomeFen } of all) {
          const own = collected.filter((one) => one.id === id);
          assert.ok(sum(own) <= restFen);
          for (const { day, amountFen } of own) {
            assert.ok(amountFen * 10_000 <= (incomeFen.get(day) ?? 0) * FUND_AUDIT.instalmentBp);
          }
        }
        for (const day of new Set(collected.map((one) => one.day))) {
          const most = Math.max(0, ...all.map(({ incomeFen }) => incomeFen.get(day) ?? 0));
          const ofDay = sum(collected.filter((one) => one.day === day)) + (taken.get(day) ?? 0);
          assert.ok(ofDay * 10_000 <= Math.max(most * FUND_AUDIT.instalmentBp, (taken.get(day) ?? 0) * 10_000));
        }
      }),
    );
  });

  it('pay the oldest debt first, and a repeated run collects nothing', () => {
    const income = new Map([['2026-03-01', 10_000]]);
    const both: Debt[] = [
      { id: 1, restFen: 2_000, incomeFen: income },
      { id: 2, restFen: 5_000, incomeFen: income },
    ];
    const first = collectionsOf(both, new Map(), 9_000);
    assert.deepEqual(first, [
      { id: 1, day: '2026-03-01', amountFen: 2_000 },
      { id: 2, day: '2026-03-01', amountFen: 1_000 },
    ]);
    assert.deepEqual(collectionsOf(both, new Map([['2026-03-01', 3_000]]), 6_000), []);
  });
});

describe('an entry', () => {
  const said = { kind: 'deduct', fundedBy: 'team', allowInstalment: false, evidence: [] } as const;

  it('needs evidence for a deduction and a direction for a correction, and allows instalments only for deductions', () => {
    assert.deepEqual(saidFaults(said), ['evidence']);
    assert.deepEqual(saidFaults({ ...said, direction: 'in', evidence: [1] }), ['direction']);
    assert.deepEqual(saidFaults({ ...said, kind: 'reward', allowInstalment: true }), ['allowInstalment']);
    assert.deepEqual(saidFaults({ ...said, kind: 'correction' }), ['direction']);
    assert.deepEqual(saidFaults({ ...said, kind: 'correction', direction: 'out', evidence: [1] }), []);
    assert.deepEqual(saidFaults({ ...said, kind: 'reward', direction: null }), []);
  });

  it('takes at most the balance by instalment', () => {
    const out = { direction: 'out', amountFen: 500 } as const;
    assert.equal(balanceAfter({ ...out, allowInstalment: true }, 300), 0);
    assert.equal(balanceAfter({ ...out, allowInstalment: false }, 300), -200);
    assert.equal(balanceAfter({ direction: 'in', amountFen: 500, allowInstalment: false }, 300), 800);
  });
});

it('yuan amounts of a file are read digit by digit, and other texts are refused', () => {
  for (const [typed, fen] of [
    ['12', 1_200],
    ['12.5', 1_250],
    ['0.07', 7],
    ['1,234.50', 123_450],
    ['¥ 8.00 元', 800],
    ['12.500', 1_250],
    ['99999999.99', 9_999_999_999],
    ['12.345', null],
    ['1e3', null],
    ['-5', null],
    ['', null],
    ['1,23', null],
    ['1000000000', null],
  ] as const) {
    assert.equal(fenOf(typed), fen, typed);
  }
});
