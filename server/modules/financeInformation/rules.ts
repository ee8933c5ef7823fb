import {
  BALANCE_FIGURES,
  BALANCE_KEYS,
  type BalanceFigure,
  FIGURES,
  type FigureSpec,
  type FinanceFigure,
  FLOW_FIGURES,
  FLOW_KEYS,
  type FlowFigure,
} from '../../../contract/finance.figures';
import { ACCOUNTS, type AccountCode } from '../../../contract/ledger';
import type { FlowRow, TrialRow } from '../ledger';

/** Figures of the bill management. Pure functions: no database, no clock. */

const amountOf = (side: 'D' | 'C', debitFen: number, creditFen: number): number =>
  side === 'D' ? debitFen - creditFen : creditFen - debitFen;

/** Computes the figures of money in and out from movements. */
export function flowFigures(rows: readonly FlowRow[]): Record<FlowFigure, number> {
  const sums = Object.fromEntries(FLOW_KEYS.map((key) => [key, 0])) as Record<FlowFigure, number>;
  for (const row of rows) {
    for (const key of FLOW_KEYS) {
      const { codes, types, side }: FigureSpec = FLOW_FIGURES[key];
      if (codes.includes(row.code) && (types === null || types.includes(row.type))) {
        sums[key] += amountOf(side, row.debitFen, row.creditFen);
      }
    }
  }
  return sums;
}

/** Counts paid orders minus the orders whose payment was reversed. */
export function ordersOf(rows: readonly FlowRow[]): number {
  const paid = rows.filter(({ code, type }) => code === 'ORDER_ESCROW' && type === 'ORDER_PAY');
  return paid.reduce((count, { debits, credits }) => count + credits - debits, 0);
}

/** Computes the figures of balances from a trial balance. */
export function balanceFigures(trial: readonly TrialRow[]): Record<BalanceFigure, number> {
  const closing = new Map(trial.map(({ code, closingFen }) => [code, closingFen]));
  const entries = BALANCE_KEYS.map((key) => {
    const { codes }: FigureSpec = BALANCE_FIGURES[key];
    return [key, codes.reduce((sum, code) => sum + (closing.get(code) ?? 0), 0)] as const;
  });
  return Object.fromEntries(entries) as Record<BalanceFigure, number>;
}

/** Adds up assets with expenses, and liabilities with income. If the sums differ, the ledger contains an error. */
export function sidesOf(trial: readonly TrialRow[]): { assetsFen: number; liabilitiesFen: number } {
  const sum = (side: 'A' | 'L') =>
    trial.reduce((total, { code, closingFen }) => total + (ACCOUNTS[code].side === side ? closingFen : 0), 0);
  return { assetsFen: sum('A'), liabilitiesFen: sum('L') };
}

/**
 * Returns which postings belong to a figure or to the given accounts, and the side on which their sum grows. Without a figure or accounts,
 * it returns all postings.
 */
export function wantedPostings(
  figure: FinanceFigure | undefined,
  codes: readonly AccountCode[] | undefined,
): Pick<FigureSpec, 'types' | 'side'> & { codes: readonly AccountCode[] | null } {
  if (figure) return FIGURES[figure];
  if (!codes?.length) return { codes: null, types: null, side: 'D' };
  return { codes, types: null, side: codes.every((code) => ACCOUNTS[code].side === 'A') ? 'D' : 'C' };
}
