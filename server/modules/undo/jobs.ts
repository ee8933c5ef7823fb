import type { Job } from '../../core/jobs';
import { forgetEntries } from './store';

const EVERY_MS = 60_000;

export const undoJobs: readonly Job[] = [
  {
    name: 'actions that cannot be taken back any more',
    everyMs: EVERY_MS,
    run: (db, clock) => forgetEntries(db, clock.now()),
  },
];
