import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { PURSUE_MS, pursuePayouts } from './send';

export const withdrawJobs = (ports: Ports): readonly Job[] => [
  {
    name: 'payouts',
    everyMs: PURSUE_MS,
    run: (db, clock, ids) => pursuePayouts({ db, clock, ids, ports }),
  },
];
