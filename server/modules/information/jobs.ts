import type { Job } from '../../core/jobs';
import { expireEnded, publishDue } from './article-store';

const EVERY_MS = 15_000;

export const informationJobs: readonly Job[] = [
  {
    name: 'scheduled articles',
    everyMs: EVERY_MS,
    run: async (db, clock) => {
      await publishDue(db, clock.now());
      await expireEnded(db, clock.now());
    },
  },
];
