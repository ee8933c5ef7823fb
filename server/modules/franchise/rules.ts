import { FOLLOWED_STATES, FRANCHISE, type FranchiseState, FUNNEL } from '../../../contract/franchiseApply.states';
import { DAY_MS } from '../../../contract/units';

/** Rules of franchise applications. Pure functions: no database, no clock. */

const FOLLOWED: readonly FranchiseState[] = FOLLOWED_STATES;

interface Due {
  readonly state: FranchiseState;
  readonly createdAt: Date;
  readonly lastFollowAt: Date | null;
  readonly nextAt: Date | null;
}

/**
 * Checks whether an application is overdue. Only an application in a state with follow-ups can be overdue. It is overdue if its next
 * follow-up is in the past. If no follow-up is planned, it is overdue if the last follow-up, or else the creation of the application, was
 * more than `FRANCHISE.silentDays` days ago.
 */
export function isOverdue({ state, createdAt, lastFollowAt, nextAt }: Due, now: Date): boolean {
  if (!FOLLOWED.includes(state)) return false;
  if (nextAt) return nextAt < now;
  return (lastFollowAt ?? createdAt).getTime() < now.getTime() - FRANCHISE.silentDays * DAY_MS;
}

/** Returns the index of a state's funnel stage. States without a stage have index 0. */
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
