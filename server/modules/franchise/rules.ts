import { FOLLOWED_STATES, FRANCHISE, type FranchiseState, FUNNEL } from '../../../contract/franchiseApply.states';
import { DAY_MS } from '../../../contract/units';

/** Small rules about franchise applications. Pure. */

const FOLLOWED: readonly FranchiseState[] = FOLLOWED_STATES;

interface Due {
  readonly state: FranchiseState;
  readonly createdAt: Date;
  readonly lastFollowAt: Date | null;
  readonly nextAt: Date | null;
}

/** Past its next follow-up; without one, silent for too long. */
export function isOverdue({ state, createdAt, lastFollowAt, nextAt }: Due, now: Date): boolean {
  if (!FOLLOWED.includes(state)) return false;
  if (nextAt) return nextAt < now;
  return (lastFollowAt ?? createdAt).getTime() < now.getTime() - FRANCHISE.silentDays * DAY_MS;
}

/** How far an application came with its state, as an index of the funnel; 0 for states that say nothing. */
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
