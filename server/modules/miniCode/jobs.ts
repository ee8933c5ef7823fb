import { CODE_LIMITS, CODE_PLATFORMS } from '../../../contract/miniCode.states';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { orderRelease } from './order';
import { askUnknown, type RunnerTools, readVersions, runTask, takeUp } from './runner';
import { appsInAudit, waitingForRelease } from './store';

const LOOK_MS = 5_000;

/** Releases approved versions whose submission requested automatic release, on platforms that do not release them automatically. */
export async function releasePassed(tools: RunnerTools): Promise<void> {
  for (const { platform, app_id: appId, app_version: appVersion } of await waitingForRelease(tools.db)) {
    if (CODE_PLATFORMS[platform].goesOnlineByItself) continue;
    const holder = tools.clock.randomBytes(12).toString('hex');
    try {
      const order = (db: RunnerTools['db']) => orderRelease({ ...tools, db }, { platform, appId }, appVersion, holder);
      const { id } = await withTransaction(tools.db, order, tools.clock);
      await runTask(tools, id, holder);
    } catch (error) {
      // Another task may be running. The next run of the job tries again.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Jobs that continue tasks of stopped processes, query unknown results, read versions in review, and release approved versions. */
export const miniCodeJobs = (ports: Pick<Ports, 'codePlatformOf' | 'files' | 'secrets'>): readonly Job[] => [
  {
    name: 'mini-code-tasks',
    everyMs: LOOK_MS,
    async run(db, clock, ids) {
      const tools = { db, clock, ids, ports };
      await takeUp(tools);
      await askUnknown(tools);
    },
  },
  {
    name: 'mini-code-audits',
    everyMs: CODE_LIMITS.auditPollMs,
    async run(db, clock, ids) {
      const tools = { db, clock, ids, ports };
      for (const app of await appsInAudit(db)) await readVersions(tools, app);
      await releasePassed(tools);
    },
  },
];
