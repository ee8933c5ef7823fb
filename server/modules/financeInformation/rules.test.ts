import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { flowFigures } from './rules';

const moved = (type: EntryType, code: AccountCode, debitFen: number, creditFen: number) => ({
  key: 'all',
  type,
  code,
  debitFen,
  creditFen,
  debits: debitFen > 0 ? 1 : 0,
  credits: creditFen > 0 ? 1 : 0,
});

it('the commission is the credits to its account less reversals, before shares of franchisees and refunds', () => {
  const { commission, technicalFee } = flowFigures([
    // A reversal has the type of the reversed transaction but the opposite side, so it reduces the commission.
    moved('ORDER_SETTLE', 'COMMISSION', 150, 1_000),
    moved('COMMISSION_DEPOSIT', 'COMMISSION', 0, 200),
    moved('FRANCHISE_SHARE', 'COMMISSION', 300, 0),
    moved('REFUND_AFTER_SETTLE', 'COMMISSION', 40, 0),
  ]);
  assert.deepEqual([commission, technicalFee], [1_050, 1_050]);
});

it('adjustments include only approved ones, not other entries on their account', () => {
  const { adjustments } = flowFigures([
    moved('MANUAL_IN', 'ADJUSTMENT', 500, 0),
    moved('MANUAL_OUT', 'ADJUSTMENT', 0, 200),
    moved('RIDER_DEDUCT', 'ADJUSTMENT', 0, 70),
    moved('RECON_WRITEOFF', 'ADJUSTMENT', 9, 0),
  ]);
  assert.equal(adjustments, 300);
});
