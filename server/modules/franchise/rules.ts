import { FOLLOWED_STATES, FRANCHISE, type FranchiseState, FUNNEL } from '../../../contract/franchiseApply.states';
import { DAY_MS } from '../../../contract/units';

/** Rules of franchise applications. Pure. */

const FOLLOWED: readonly FranchiseState[] = FOLLOWED_STATES;

interface Due {
  readonly state: FranchiseState;
  readonly createdAt: Date;
  readonly lastFollowAt: Date | null;
  readonly nextAt: Date | null;
}

/** Whether the next follow-up is overdue, or, without one, the last activity is too old. */
export function isOverdue({ state, createdAt, lastFollowAt, nextAt }: Due, now: Date): boolean {
  if (!FOLLOWED.includes(state)) return false;
  if (nextAt) return nextAt < now;
  return (lastFollowAt ?? createdAt).getTime() < now.getTime() - FRANCHISE.silentDays * DAY_MS;
}

/** Returns the stage of the funnel for a state, as an index; 0 for states without a stage. */
export function stageOf(state: FranchiseState): number {
  const alias: Partial<Record<FranchiseState, (typeof FUNNEL)[number]>> = {
    visiting: 'following',
    supplement: 'reviewing',
    opened: 'signed',
  };
  return Math.max(
    0,
    FUNNEL.findIndex((stage) => stage === (alias[state] ?? state)),
  );
}
