import { MINUTE_MS } from '../../../contract/units';
import { forgetNonces } from '../../core/http/signed';
import type { Job } from '../../core/jobs';
import { followCredit } from '../ledger';
import { creditLimits } from '../team';

export const intakeJobs: readonly Job[] = [
  {
    name: 'nonces of signed requests',
    everyMs: 5 * MINUTE_MS,
    run: (db, clock) => forgetNonces(db, clock.now()),
  },
  {
    name: 'credit limits of the ledger',
    everyMs: MINUTE_MS,
    run: async (db) => followCredit(db, await creditLimits(db)),
  },
];
