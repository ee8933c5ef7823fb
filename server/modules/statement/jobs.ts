import { MINUTE_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import { correctStatements, makeStatements, pursueStatements } from './make';

export const statementJobs: readonly Job[] = [
  {
    name: 'monthly statements',
    everyMs: 5 * MINUTE_MS,
    async run(db, clock, ids) {
      const tools = { db, clock, ids };
      await makeStatements(tools);
      // Corrections skip statements that wait for sending. So send these first, look for corrections, and then send the corrections.
      await pursueStatements(tools);
      await correctStatements(tools);
      await pursueStatements(tools);
    },
  },
];
