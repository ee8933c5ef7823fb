import type { Job } from '../../core/jobs';
import { countStationTotals } from '../ledger';
import { markExpiredHolds } from './holds';

const MINUTE = 60_000;

/** Jobs that update the stored totals of station accounts and mark expired holds. */
export const teamFundJobs: readonly Job[] = [
  { name: 'totals of station funds', everyMs: MINUTE, run: (db) => countStationTotals(db) },
  { name: 'expired holds of station funds', everyMs: 5 * MINUTE, run: (db, clock) => markExpiredHolds(db, clock) },
];
