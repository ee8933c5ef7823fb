import type { Job } from '../../core/jobs';
import { countStationTotals } from '../ledger';
import { expireAdjusts } from './adjust-store';

const MINUTE = 60_000;

/** Counts what flowed through the accounts, and ends adjustments that nobody decided in seven days. */
export const teamFundJobs: readonly Job[] = [
  { name: 'totals of station funds', everyMs: MINUTE, run: (db) => countStationTotals(db) },
  {
    name: 'expiry of adjustments',
    everyMs: 5 * MINUTE,
    run: async (db, clock) => {
      await expireAdjusts(db, clock.now());
    },
  },
];
