import type { Job } from '../../core/jobs';
import { refreshRollUps } from '../order';
import { readSetting } from '../site';

/** The job that updates the figures of the workbench and the station list once a minute. */
export const orderJobs: readonly Job[] = [
  {
    name: 'order-roll-up',
    everyMs: 60_000,
    run: async (db, clock) => {
      const { timeZone } = await readSetting(db, 'locale');
      await refreshRollUps(db, clock.now(), timeZone);
    },
  },
];
