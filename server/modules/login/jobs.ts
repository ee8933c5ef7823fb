import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { deleteStale } from './store';

/** Retention periods in days. The login log is stored for 180 days (DOMAIN §3.2). */
const KEPT_DAYS = { counters: 2, sessions: 30, signIns: 180 } as const;

/** Job that deletes expired data of sign-ins and requests, and old lines of the login log. */
export const loginJobs: readonly Job[] = [
  {
    name: 'forget what is over',
    everyMs: HOUR_MS,
    async run(db, clock) {
      const now = clock.now();
      const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
      await deleteStale(db, {
        now,
        counters: before(KEPT_DAYS.counters),
        sessions: before(KEPT_DAYS.sessions),
        signIns: before(KEPT_DAYS.signIns),
      });
    },
  },
];
