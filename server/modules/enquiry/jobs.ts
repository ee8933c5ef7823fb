import { SECOND_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { expireEnquiries } from './receive';

export const enquiryJobs: readonly Job[] = [
  {
    name: 'expiry of enquiries',
    everyMs: 10 * SECOND_MS,
    run: async (db, clock) => {
      await expireEnquiries({ db, clock });
    },
  },
];
