import { inTransaction } from '../../core/database/transaction';
import type { Job } from '../../core/jobs';
import { expireEnded, publishDue } from './article-store';
import { recordTimed } from './timed';

const EVERY_MS = 15_000;

export const informationJobs: readonly Job[] = [
  {
    name: 'scheduled articles',
    everyMs: EVERY_MS,
    run: async (db, clock, ids) => {
      await inTransaction({ db, clock, ids }, async (tools) => {
        await recordTimed(tools, 'article', 'publishDue', await publishDue(tools.db, clock.now()));
      });
      await inTransaction({ db, clock, ids }, async (tools) => {
        await recordTimed(tools, 'article', 'expire', await expireEnded(tools.db, clock.now()));
      });
    },
  },
];
