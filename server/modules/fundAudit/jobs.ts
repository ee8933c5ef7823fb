import type { Job } from '../../core/jobs';
import { collectOwing } from './collect';

const MINUTE = 60_000;

export const fundAuditJobs: readonly Job[] = [
  {
    name: 'instalments of riders',
    everyMs: 10 * MINUTE,
    run: (db, clock, ids) => collectOwing({ db, clock, ids }),
  },
];
