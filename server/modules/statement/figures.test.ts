import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementFeeLine } from '../../core/database/tables/statement';
import { figuresOf, isSame } from './figures';

const LINE: StatementFeeLine = {
  fee: 'technicalFee',
  type: 'ORDER_SETTLE',
  ruleName: 'Standard',
  ruleFrom: '2026-01-01T00:00:00.000Z',
  rateBp: 600,
  fixedFen: 0,
  entries: 2,
  baseFen: 3_000,
  fen: 180,
  firstAt: '2026-02-01T04:00:00.000Z',
  lastAt: '2026-02-02T04:00:00.000Z',
};
const EMPTY = figuresOf({ flows: [], settled: undefined, fees: [], corrections: [], openingFen: 0, closingFen: 0 });
const withLine = (line: StatementFeeLine) => ({ ...EMPTY, fees: [line] });

test('figures are the same for another order of keys, and different for any changed value of a fee line', () => {
  const reversed = Object.fromEntries(Object.entries(LINE).reverse()) as unknown as StatementFeeLine;
  assert.ok(isSame(withLine(LINE), withLine(reversed)));
  const others: StatementFeeLine = {
    fee: 'otherFees',
    type: 'REFUND_AFTER_SETTLE',
    ruleName: null,
    ruleFrom: '2026-02-01T00:00:00.000Z',
    rateBp: 500,
    fixedFen: 10,
    entries: 3,
    baseFen: 3_001,
    fen: 181,
    firstAt: '2026-02-01T05:00:00.000Z',
    lastAt: '2026-02-02T05:00:00.000Z',
  };
  for (const [key, value] of Object.entries(others))
    assert.ok(!isSame(withLine(LINE), withLine({ ...LINE, [key]: value })), key);
});
