import type { Job } from '../../core/jobs';
import { linkRecords } from './chain';

/** The chain follows the records this fast: what happened within it is guarded by the triggers alone. */
const EVERY_MS = 1_000;

/** Every so many seconds it looks for latecomers too. */
const THOROUGH_EVERY_MS = 60_000;

export const recordJobs: readonly Job[] = [
  {
    name: 'chain of the operation records',
    everyMs: EVERY_MS,
    async run(db, clock) {
      await linkRecords(db, clock, false);
    },
  },
  {
    name: 'latecomers of the chain',
    everyMs: THOROUGH_EVERY_MS,
    async run(db, clock) {
      await linkRecords(db, clock);
    },
  },
];
