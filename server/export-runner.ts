import { leaseIds } from './core/database/nodes';
import { readingOf, runnerTools, type WorkerFacts } from './exports';
import { type RunnerTools, runExport } from './modules/exportManage';
import type { RunTask } from './modules/exportManage/jobs';
import { makePorts } from './ports';

/** Opens the services that an export task in the export thread needs: its own ids, platforms and read connections. */
export async function openExportRunner(
  { db, clock, log }: Pick<RunnerTools, 'db' | 'clock' | 'log'>,
  { url, settings, ...options }: WorkerFacts,
): Promise<{ readonly run: RunTask; close(): Promise<void> }> {
  const reading = readingOf(url, settings);
  const ids = await leaseIds(db, clock, { onLost: (error) => log.error({ err: error }, 'no more ids') });
  const on = { db, url, clock, ids, log };
  const ports = await makePorts({ ...on, settings });
  const tools = runnerTools(on, { reading, ports, settings, ...options });
  return {
    run: (...task) => runExport(tools, ...task),
    async close() {
      await ids.release();
      await Promise.all([reading.close(), ports.platforms.close()]);
    },
  };
}
