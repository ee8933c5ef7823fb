import type { LossReason } from '../../../contract/foodLoss.states';

interface Counted {
  readonly reason: LossReason;
  readonly cases: number;
}

/** A ring has nine colours that can be told apart. */
const MOST_PARTS = 9;

/**
 * Reduces reasons to the parts of a ring: the smallest ones are added to "other", which is last then.
 *
 * @param counted with the largest first
 */
export function ringOf(counted: readonly Counted[]): readonly Counted[] {
  if (counted.length <= MOST_PARTS) return counted;
  const named = counted.filter(({ reason }) => reason !== 'other').slice(0, MOST_PARTS - 1);
  const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { cases }) => sum + cases, 0);
  return [...named, { reason: 'other', cases: sumOf(counted) - sumOf(named) }];
}
