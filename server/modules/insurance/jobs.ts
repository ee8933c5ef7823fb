import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { PURSUE_MS, pursuePolicies } from './pursue';
import { pursueClaims } from './pursue-claims';

export const insuranceJobs = (ports: Ports): readonly Job[] => [
  { name: 'insurance', everyMs: PURSUE_MS, run: (db, clock, ids) => pursuePolicies({ db, clock, ids, ports }) },
  { name: 'insurance claims', everyMs: PURSUE_MS, run: (db, clock, ids) => pursueClaims({ db, clock, ids, ports }) },
];
