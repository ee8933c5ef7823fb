import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import { Refusal } from '../../core/http/refusal';
import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { giveBackLate, sendReports } from './reports';
import { renewDue } from './shops';

/** Runs work and ignores a missing key or secret. The settings page already reports missing values. */
async function whileConfigured(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 42330)) throw error;
  }
}

export const hourToReachJobs = (ports: Pick<Ports, 'platforms' | 'secrets'>): readonly Job[] => [
  {
    name: 'hour-reports',
    everyMs: 5 * SECOND_MS,
    run: (db, clock, ids) =>
      whileConfigured(async () => {
        const tools = { db, clock, ids, ports };
        await giveBackLate(tools);
        while ((await sendReports(tools)) > 0);
      }),
  },
  {
    name: 'hour-tokens',
    everyMs: 10 * MINUTE_MS,
    run: (db, clock, ids) => whileConfigured(() => renewDue({ db, clock, ids, ports })),
  },
];
