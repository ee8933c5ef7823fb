import type { BalanceFigure } from '@contract/finance.figures';
import type { Data } from '@contract/index';

/** What cards and charts of the overview show. */
export type Summary = Data<'finance.Information/getSummary'>;

/** What is owed to somebody, now or later. */
export const PAYABLES: readonly BalanceFigure[] = [
  'owedTeams',
  'owedRiders',
  'owedFranchisees',
  'owedMerchants',
  'owedUsers',
  'escrow',
  'frozen',
  'held',
  'insurance',
];
