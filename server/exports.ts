import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { createSessions } from './core/access/session';
import type { Clock } from './core/clock';
import { openReading, type Reading } from './core/database/reading';
import type { Database } from './core/database/schema';
import type { Ids } from './core/ids';
import type { Ports } from './core/platforms/ports';
import { type RunnerTools, runExport, startExports } from './modules/exportManage';
import { readSetting } from './modules/site';
import type { Settings } from './settings';
import type { BaseServices } from './start';

/** Runs exports in a separate thread with separate connections, so that they do not slow down requests (docs/decisions/0020). */

/** Number of read connections: two tasks run concurrently. */
const READERS = 2;
/** Statement timeout in milliseconds. It is long because counting five million rows is slow. */
const STATEMENT_MS = 300_000;
const RESTART_MS = 1_000;
/**
 * Memory limits of the thread in MB. A larger young generation only occupies memory and is not faster, because most objects are
 * short-lived. The limit of the old generation is a safeguard.
 */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_024 };

/** Options that only tests change. */
type ExportOptions = Pick<RunnerTools, 'saveMs'>;

/** The data with which the thread starts. */
export interface WorkerFacts extends ExportOptions {
  readonly url: string;
  readonly settings: Settings;
}

/** Opens the exports' read connections: to the replica if one is configured and up to date, otherwise to the primary server. */
export const readingOf = (url: string, { databaseReadUrl }: Settings): Reading =>
  openReading({ primary: url, replica: databaseReadUrl }, { max: READERS, statementTimeoutMs: STATEMENT_MS });

export function runnerTools(
  on: { db: Kysely<Database>; clock: Clock; ids: Ids; log: RunnerTools['log'] },
  with_: { reading: Pick<Reading, 'upToDate'>; ports: Ports; settings: Settings } & ExportOptions,
): RunnerTools {
  const { settings, ports, saveMs } = with_;
  const sessions = createSessions(on.db, on.clock, async () => (await readSetting(on.db, 'locale')).timeZone);
  return {
    ...on,
    reading: with_.reading,
    ports,
    folder: ports.exportFolder,
    saveMs,
    deployment: {
      embeddedDatabase: settings.databaseUrl === null,
      automationCode: null,
      publicOrigin: null,
      outgoingAddresses: [],
      staffSeats: settings.staffSeats,
      dataDir: settings.dataDir,
    },
    actorOf: (accountId) => sessions.actorOf(accountId),
  };
}

/**
 * Starts the export runner. In the built server, the runner has its own thread. In a server that runs from its sources, the runner is in
 * the server's thread.
 *
 * @returns a function that stops the runner; interrupted tasks continue after the next start
 */
export function runExports(foundation: BaseServices, ports: Ports, options: ExportOptions = {}): () => Promise<void> {
  const path = fileURLToPath(new URL('./export-worker.mjs', import.meta.url));
  if (existsSync(path)) return runInThread(path, foundation, options);
  const { url, settings } = foundation;
  const reading = readingOf(url, settings);
  const tools = runnerTools(foundation, { reading, ports, settings, ...options });
  const stop = startExports(tools, (...task) => runExport(tools, ...task), { alone: settings.databaseUrl === null });
  return async () => {
    await stop();
    await reading.close();
  };
}

function runInThread(path: string, { url, settings, log }: BaseServices, options: ExportOptions): () => Promise<void> {
  let isStopping = false;
  let ended = Promise.resolve();
  let worker: Worker | undefined;
  const begin = () => {
    if (isStopping) return;
    const started = new Worker(path, {
      workerData: { url, settings, ...options } satisfies WorkerFacts,
      resourceLimits: LIMITS,
    });
    worker = started;
    started.on('error', (error) => log.error({ err: error }, 'the thread of the exports failed'));
    ended = new Promise((settle) => {
      started.once('exit', () => {
        settle();
        if (!isStopping) setTimeout(begin, RESTART_MS).unref();
      });
    });
  };
  begin();
  return async () => {
    isStopping = true;
    worker?.postMessage('stop');
    await ended;
  };
}
