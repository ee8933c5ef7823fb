import type { WithSums } from '@contract/endpoint';
import type { BalanceFigure } from '@contract/finance.figures';
import type { Data } from '@contract/index';

/** What cards and charts of the overview show. */
export type Summary = Data<'finance.Information/getSummary'>;

/** Debts to other parties, due now or later. */
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

/** The user may see the sums. */
export const hasSums = (summary: Summary): summary is WithSums<Summary> => summary.differenceFen !== null;

/** Has nothing moved in the chosen days? */
export const isStill = ({ flows }: Pick<Summary, 'flows'>): boolean => Object.values(flows).every((fen) => fen === 0);

/** Has no money ever moved at these stations, as far as the overview can tell? Books that do not balance are always shown. */
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
