import { BALANCE_FIGURES, type FigureSpec, FLOW_FIGURES } from '../../../contract/finance.figures';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { STATEMENT_FEES, type StatementFee } from '../../../contract/statement.states';
import type {
  StatementCorrection,
  StatementFeeLine,
  StatementMovement,
  StatementTotals,
} from '../../core/database/tables/statement';
import type { FeeRow, FlowRow, SettledOrders } from '../ledger';

/** This module computes the figures of one station and month from ledger data. Pure functions: no database, no clock. */

export interface MonthFigures {
  readonly orders: number;
  readonly goodsFen: number;
  readonly deliveryFen: number;
  readonly payableFen: number;
  readonly creditedFen: number;
  readonly openingFen: number;
  readonly closingFen: number;
  readonly correctedFen: number;
  readonly totals: StatementTotals;
  readonly movements: readonly StatementMovement[];
  readonly fees: readonly StatementFeeLine[];
  readonly corrections: readonly StatementCorrection[];
}

const isIn = ({ codes, types }: FigureSpec, code: AccountCode, type: EntryType): boolean =>
  codes.includes(code) && (types === null || types.includes(type));

function sumOf(spec: FigureSpec, flows: readonly FlowRow[]): number {
  return flows.reduce((sum, { code, type, debitFen, creditFen }) => {
    if (!isIn(spec, code, type)) return sum;
    return sum + (spec.side === 'C' ? creditFen - debitFen : debitFen - creditFen);
  }, 0);
}

const CREDITED: FigureSpec = {
  ...BALANCE_FIGURES.teamMoney,
  codes: ['TEAM_AVAILABLE'],
  types: ['TEAM_RELEASE'],
};

/** Ledger accounts of the fees that a statement lists individually. */
export const FEE_CODES: readonly AccountCode[] = [
  ...new Set(STATEMENT_FEES.flatMap((fee): readonly AccountCode[] => FLOW_FIGURES[fee].codes)),
];

/** Computes the amount in fen to which a fee's rate applies. The result is 0 for the group `otherFees`, because its fees have no rate. */
function baseOf(fee: StatementFee, { goodsFen, deliveryFen }: FeeRow): number {
  if (fee === 'deliveryFee') return deliveryFen;
  return fee === 'otherFees' ? 0 : goodsFen + deliveryFen;
}

function feeLines(rows: readonly FeeRow[]): StatementFeeLine[] {
  return STATEMENT_FEES.flatMap((fee) =>
    rows
      .filter(({ code, type }) => isIn(FLOW_FIGURES[fee], code, type))
      .map((row) => ({
        fee,
        type: row.type,
        ruleName: row.ruleName,
        ruleFrom: row.ruleFrom,
        rateBp: row.rateBp,
        fixedFen: row.fixedFen,
        entries: row.entries,
        baseFen: baseOf(fee, row),
        fen: row.fen,
        firstAt: row.firstAt.toISOString(),
        lastAt: row.lastAt.toISOString(),
      })),
  );
}

function movementLines(flows: readonly FlowRow[]): StatementMovement[] {
  const { codes }: FigureSpec = BALANCE_FIGURES.teamMoney;
  const byType = new Map<EntryType, number>();
  for (const { type, code, debitFen, creditFen } of flows) {
    if (codes.includes(code)) byType.set(type, (byType.get(type) ?? 0) + creditFen - debitFen);
  }
  return [...byType].flatMap(([type, fen]) => (fen === 0 ? [] : [{ type, fen }]));
}

/**
 * Computes the figures of one station and month.
 * @param station.openingFen balance in fen before the month; `closingFen` is the balance in fen at the month's end
 */
export function figuresOf(station: {
  readonly flows: readonly FlowRow[];
  readonly settled: SettledOrders | undefined;
  readonly fees: readonly FeeRow[];
  readonly corrections: readonly StatementCorrection[];
  readonly openingFen: number;
  readonly closingFen: number;
}): MonthFigures {
  const { flows, settled, fees, corrections, openingFen, closingFen } = station;
  const figure = (key: keyof StatementTotals) => sumOf(FLOW_FIGURES[key], flows);
  return {
    orders: settled?.orders ?? 0,
    goodsFen: settled?.goodsFen ?? 0,
    deliveryFen: settled?.deliveryFen ?? 0,
    payableFen: sumOf(FLOW_FIGURES.net, flows),
    creditedFen: sumOf(CREDITED, flows),
    openingFen,
    closingFen,
    correctedFen: corrections.reduce((sum, { fen }) => sum + fen, 0),
    totals: {
      technicalFee: figure('technicalFee'),
      deliveryFee: figure('deliveryFee'),
      promotionFee: figure('promotionFee'),
      otherFees: figure('otherFees'),
      refunds: figure('refunds'),
      compensation: figure('compensation'),
      adjustments: figure('adjustments'),
    },
    movements: movementLines(flows),
    fees: feeLines(fees),
    corrections,
  };
}

/** Tests whether opening balance + movements = closing balance. */
export function isBalanced({
  openingFen,
  closingFen,
  movements,
}: Pick<MonthFigures, 'openingFen' | 'closingFen' | 'movements'>): boolean {
  return openingFen + movements.reduce((sum, { fen }) => sum + fen, 0) === closingFen;
}

/**
 * Tests whether two sets of figures are equal. The order of totals, movements and corrections does not matter. All values of the fee
 * lines are compared, because the statement shows them.
 */
export function isSame(one: MonthFigures, other: MonthFigures): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

/** Sorts the values by key, because the database does not keep the order of the keys. */
const byKey = (values: object) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

const comparable = (figures: MonthFigures) => ({
  ...figures,
  totals: byKey(figures.totals),
  movements: figures.movements.map(({ type, fen }) => `${type} ${fen}`).sort(),
  fees: figures.fees.map(byKey),
  corrections: figures.corrections.map(({ txNo, fen }) => `${txNo} ${fen}`).sort(),
});
