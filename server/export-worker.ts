import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { systemClock } from './core/clock';
import { connect } from './core/database/connect';
import { leaseIds } from './core/database/nodes';
import { readingOf, runnerTools, type WorkerFacts } from './exports';
import { startExports } from './modules/exportManage';
import { makePorts } from './ports';

/** Requests come first, but exports make progress: they get a tenth of another thread's share. */
const LOW_PRIORITY = 10;

/** The thread that runs exports. It ends on a message, or with its process. */
async function main({ url, settings: sent, ...options }: WorkerFacts): Promise<void> {
  // Linux keeps a priority for each thread; elsewhere this would slow down the whole server.
  if (platform() === 'linux') setPriority(LOW_PRIORITY);
  // Bytes arrive as plain bytes.
  const settings = { ...sent, secretKey: sent.secretKey && Buffer.from(sent.secretKey) };
  const log = pino({ level: settings.logLevel, base: null });
  const clock = systemClock;
  const writing = connect(url, {
    max: 2,
    onError: (error) => log.error({ reason: error.message }, 'a connection broke'),
  });
  const reading = readingOf(url, settings);
  const ids = await leaseIds(writing.db, clock, { onLost: (error) => log.error({ err: error }, 'no more ids') });
  const on = { db: writing.db, url, clock, ids, log };
  const ports = await makePorts({ ...on, settings });
  const stop = startExports(runnerTools(on, { reading, ports, settings, ...options }), {
    alone: settings.databaseUrl === null,
  });
  parentPort?.once('message', async () => {
    await stop();
    await ids.release();
    await Promise.all([writing.close(), reading.close(), ports.platforms.close()]);
    parentPort?.close();
  });
}

void main(workerData as WorkerFacts);
