import { forgetNonces } from '../../core/http/signed';
import type { Job } from '../../core/jobs';
import { followCredit } from '../ledger';
import { creditLimits } from '../team';

const MINUTE = 60_000;

export const intakeJobs: readonly Job[] = [
  {
    name: 'nonces of signed requests',
    everyMs: 5 * MINUTE,
    run: (db, clock) => forgetNonces(db, clock.now()),
  },
  {
    name: 'credit limits of the ledger',
    everyMs: MINUTE,
    run: async (db) => followCredit(db, await creditLimits(db)),
  },
];
