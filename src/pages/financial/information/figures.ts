import type { WithSums } from '@contract/endpoint';
import type { BalanceFigure } from '@contract/finance.figures';
import type { Data } from '@contract/index';

/** Data of the cards and charts of the overview. */
export type Summary = Data<'finance.Information/getSummary'>;

/** Balance figures that are liabilities to other parties, due or not. */
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

/** Returns whether the user may see the sums. The server sends `null` instead of hidden sums. */
export const hasSums = (summary: Summary): summary is WithSums<Summary> => summary.differenceFen !== null;

/** Returns whether no money moved on the chosen days. */
export const isStill = ({ flows }: Pick<Summary, 'flows'>): boolean => Object.values(flows).every((fen) => fen === 0);

/** Returns whether all movements and balances are 0. The page then assumes that no money has ever moved at these stations. */
export function isUntouched(summary: Summary): boolean {
  const { balances, channels, daily, differenceFen } = summary;
  return (
    isStill(summary) &&
    differenceFen === 0 &&
    Object.values(balances).every((fen) => fen === 0) &&
    channels.every(({ balanceFen }) => balanceFen === 0) &&
    daily.every(({ inFen, outFen }) => inFen === 0 && outFen === 0)
  );
}
