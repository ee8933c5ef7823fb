import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { PURSUE_MS, pursueTransfers } from './send';

export const transferJobs = (ports: Ports): readonly Job[] => [
  {
    name: 'transfers',
    everyMs: PURSUE_MS,
    run: (db, clock, ids) => pursueTransfers({ db, clock, ids, ports }),
  },
];
