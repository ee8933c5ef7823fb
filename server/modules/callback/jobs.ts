import { CALLBACK } from '../../../contract/limits';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import type { Receiver } from '../../core/platforms/receiver';
import { moduleReceivers } from '../receivers';
import { forgetEvents } from './store';
import { repeatEvents } from './take';

/** Creates the jobs that retry events and delete old handled events. @param receivers replaces the product's receivers in tests */
export const callbackJobs = (ports: Ports, receivers: readonly Receiver[] = moduleReceivers): readonly Job[] => [
  {
    name: 'callbacks-repeat',
    everyMs: 5 * SECOND_MS,
    run: (db, clock, ids) => repeatEvents(receivers, { db, clock, ids, ports }),
  },
  {
    name: 'callbacks-forget',
    everyMs: HOUR_MS,
    async run(db, clock) {
      const before = new Date(clock.now().getTime() - CALLBACK.keptDays * DAY_MS);
      while ((await forgetEvents(db, before)) > 0);
    },
  },
];
