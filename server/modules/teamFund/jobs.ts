import type { Job } from '../../core/jobs';
import { countStationTotals } from '../ledger';

const MINUTE = 60_000;

/** Counts what flowed through the accounts. */
export const teamFundJobs: readonly Job[] = [
  { name: 'totals of station funds', everyMs: MINUTE, run: (db) => countStationTotals(db) },
];
