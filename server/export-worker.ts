import { platform, setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { systemClock } from './core/clock';
import { connect } from './core/database/connect';
import type { openExportRunner } from './export-runner';
import type { WorkerFacts } from './exports';
import { type RunTask, startExports } from './modules/exportManage/jobs';

/** Nice value. Requests have priority, but exports still progress with a tenth of another thread's processor time. */
const LOW_PRIORITY = 10;

/** Runs the thread for exports. The thread ends when it receives a message, or when its process ends. */
async function main({ settings: sent, ...rest }: WorkerFacts): Promise<void> {
  // We set the priority only on Linux, because there it applies only to this thread. On other systems it would slow down the whole server.
  if (platform() === 'linux') setPriority(LOW_PRIORITY);
  // Buffers arrive in the thread as Uint8Arrays.
  const facts = { ...rest, settings: { ...sent, secretKeys: sent.secretKeys.map((key) => Buffer.from(key)) } };
  const { url, settings } = facts;
  const log = pino({ level: settings.logLevel, base: null });
  const clock = systemClock;
  const { db, close } = connect(url, {
    max: 2,
    onError: (error) => log.error({ reason: error.message }, 'a connection broke'),
  });
  // Loading the server's modules needs 2 s of processor time, so we load them only for the first export.
  let runner: ReturnType<typeof openExportRunner> | undefined;
  const openRunner = () => {
    runner ??= import('./export-runner').then(({ openExportRunner }) => openExportRunner({ db, clock, log }, facts));
    runner.catch(() => {
      runner = undefined;
    });
    return runner;
  };
  const run: RunTask = async (...task) => (await openRunner()).run(...task);
  const on = { db, clock, log, folder: join(settings.dataDir, 'exports') };
  const stop = startExports(on, run, { alone: settings.databaseUrl === null });
  parentPort?.once('message', async () => {
    await stop();
    await (await runner)?.close();
    await close();
    parentPort?.close();
  });
}

void main(workerData as WorkerFacts);
