import type { LossReason } from '../../../contract/foodLoss.states';

interface Counted {
  readonly reason: LossReason;
  readonly cases: number;
}

/** Maximum number of sectors in a ring chart, because only nine colours can be distinguished. */
const MOST_PARTS = 9;

/**
 * Reduces the reasons to the sectors of a ring chart. If there are more reasons than sectors, the smallest ones are added to "other", which
 * is then the last sector.
 *
 * @param counted counts by reason; the largest must be the first
 */
export function ringOf(counted: readonly Counted[]): readonly Counted[] {
  if (counted.length <= MOST_PARTS) return counted;
  const named = counted.filter(({ reason }) => reason !== 'other').slice(0, MOST_PARTS - 1);
  const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { cases }) => sum + cases, 0);
  return [...named, { reason: 'other', cases: sumOf(counted) - sumOf(named) }];
}
