import type { Job } from '../../core/jobs';
import { collectOwing, expirePending } from './collect';

const MINUTE = 60_000;

export const fundAuditJobs: readonly Job[] = [
  {
    name: 'instalments of riders',
    everyMs: 10 * MINUTE,
    run: (db, clock, ids) => collectOwing({ db, clock, ids }),
  },
  {
    name: 'expiry of rider fund entries',
    everyMs: 5 * MINUTE,
    run: (db, clock, ids) => expirePending({ db, clock, ids }),
  },
];
