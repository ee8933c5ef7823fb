import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitByShares, WHOLE_BP } from '../../../contract/foodLoss.split';
import { LOSS_PARTIES, LOSS_REASONS, type LossParty } from '../../../contract/foodLoss.states';
import { bearing, takenFen } from './shares';
import { suggestLiability } from './suggest';

/** Generates shares of 1 to 7 parties that total 100 %. */
const shares = fc
  .tuple(
    fc.shuffledSubarray([...LOSS_PARTIES], { minLength: 1 }),
    fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 7, maxLength: 7 }),
  )
  .map(([parties, weights]) => {
    const sum = parties.reduce((all, _party, at) => all + (weights[at] ?? 1), 0);
    const bps = parties.map((_party, at) => Math.floor(((weights[at] ?? 1) * WHOLE_BP) / sum));
    const rest = WHOLE_BP - bps.reduce((all, bp) => all + bp, 0);
    return parties.map((party: LossParty, at) => ({ party, shareBp: (bps[at] ?? 0) + (at === 0 ? rest : 0) }));
  });
const fen = fc.integer({ min: 1, max: 1_000_000 });

test('a split adds up to the amount, and every part is less than one fen off', () => {
  fc.assert(
    fc.property(fen, shares, (amountFen, given) => {
      const parts = splitByShares(amountFen, given);
      assert.equal(
        parts.reduce((sum, part) => sum + part.fen, 0),
        amountFen,
      );
      for (const part of parts) {
        const exact = (amountFen * part.shareBp) / WHOLE_BP;
        assert.ok(Math.abs(part.fen - exact) < 1, `${part.party}: ${part.fen} of ${exact}`);
      }
    }),
  );
});

test('the parties bear what is paid, at most their income from the order, and owe at most what they bear', () => {
  const money = fc.integer({ min: -500, max: 100_000 });
  const means = fc.record({
    earned: fc.record({ rider: money, merchant: money, team: money }),
    balance: fc.record({ rider: money, team: money }),
    isInsured: fc.boolean(),
  });
  const payee = fc.constantFrom('user' as const, 'merchant' as const, 'rider' as const);
  fc.assert(
    fc.property(fen, shares, payee, means, fc.nat(1_000_000), (compFen, given, payTo, limits, paidFen) => {
      const { parts, payFen } = bearing(compFen, given, payTo, limits, paidFen);
      const borne = parts.reduce((sum, part) => sum + part.borneFen, 0);
      assert.equal(borne, Math.max(payFen, paidFen));
      for (const { party, borneFen, owedFen } of parts) {
        assert.ok(owedFen >= 0 && owedFen <= borneFen);
        if (party === 'rider' || party === 'merchant' || party === 'team')
          assert.ok(borneFen <= Math.max(0, limits.earned[party]));
        if (party === 'rider' || party === 'team')
          assert.ok(takenFen(parts, party) <= Math.max(0, limits.balance[party]));
        if (party === payTo) assert.equal(borneFen, 0);
        if (party === 'insurer')
          assert.deepEqual([borneFen > 0, owedFen], [limits.isInsured && borneFen > 0, borneFen]);
      }
    }),
  );
});

test('the rule suggests shares of the order’s parties that total 100 %, with reasons', () => {
  for (const reason of LOSS_REASONS)
    for (const hasRider of [true, false])
      for (const hasMerchant of [true, false])
        for (const acceptMin of [null, 2, 30])
          for (const lateMin of [null, -5, 40]) {
            const found = suggestLiability({ reason, hasRider, hasMerchant, acceptMin, lateMin });
            assert.equal(
              found.shares.reduce((sum, { shareBp }) => sum + shareBp, 0),
              WHOLE_BP,
            );
            const parties = found.shares.map(({ party }) => party);
            assert.ok(hasRider || !parties.includes('rider'), reason);
            assert.ok(hasMerchant || !parties.includes('merchant'), reason);
            assert.ok(hasMerchant || found.payTo !== 'merchant', reason);
            assert.ok(found.why.length > 0);
          }
});
