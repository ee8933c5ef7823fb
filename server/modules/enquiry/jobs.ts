import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { readSetting } from '../site';
import { expireEnquiries } from './receive';
import { rollUpEnquiries } from './roll-up';

export const enquiryJobs: readonly Job[] = [
  {
    name: 'expiry of enquiries',
    everyMs: 10 * SECOND_MS,
    run: async (db, clock) => {
      await expireEnquiries({ db, clock });
    },
  },
  {
    name: 'enquiry-roll-up',
    everyMs: 10 * MINUTE_MS,
    run: async (db, clock) => rollUpEnquiries(db, clock.now(), (await readSetting(db, 'locale')).timeZone),
  },
];
