import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { endEntries } from './black-case';
import { expireCoupons } from './coupon-store';
import { countFigures } from './figures';
import { figureDays } from './filter';
import { anonymiseUsers, type ForgetUsers } from './leave';

/** Maximum number of coupons that one run marks as expired. */
const COUPONS = 5_000;

/** Defines the jobs of the users module. @param forgets functions that remove other modules' copies of the data of users who left */
export const userJobs = (forgets: readonly ForgetUsers[]): readonly Job[] => [
  {
    name: 'ended blacklists of users',
    everyMs: MINUTE_MS,
    run: endEntries,
  },
  {
    name: 'ended coupons of users',
    everyMs: 10 * MINUTE_MS,
    run: (db, clock) => expireCoupons(db, clock.now(), COUPONS).then(() => {}),
  },
  {
    name: 'data of users who left',
    everyMs: DAY_MS / 24,
    run: (db, clock) => anonymiseUsers(db, clock, forgets).then(() => {}),
  },
  {
    name: 'figures of users',
    everyMs: 5 * MINUTE_MS,
    run: async (db, clock) => countFigures(db, await figureDays({ db, clock })),
  },
];
