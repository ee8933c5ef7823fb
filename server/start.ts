import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './core/clock';
import { prepareFolder } from './core/database/cluster-folder';
import { type Connection, checkDatabase, connect } from './core/database/connect';
import { folderHolder } from './core/database/folder-lock';
import { migrate } from './core/database/migrate';
import { leaseIds } from './core/database/nodes';
import type { Database } from './core/database/schema';
import { startCluster } from './core/database/supervisor';
import { diskGuard } from './core/files/disk';
import type { Ids } from './core/ids';
import { StartupError } from './core/startup';
import { noteStatement } from './core/tracing';
import { migrations } from './migrations';
import type { Settings } from './settings';

/** Time for running requests to finish when the server is asked to stop. */
const DRAIN_MS = 10_000;

/** Ready when seeding, jobs and the http app are built. */
export interface BaseServices {
  readonly settings: Settings;
  /** The project's folder: `dist/` and `node_modules/` lie in it. */
  readonly root: string;
  readonly db: Kysely<Database>;
  readonly pool: Connection['pool'];
  /** Of the same database, for connections of one's own. */
  readonly url: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** The process was asked to stop; it may go on answering for some seconds. */
  isStopping(): boolean;
}

/** An http server in the shape that Fastify has. */
interface HttpApp {
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<unknown>;
  readonly server: { closeAllConnections(): void };
}

/** What is started on the foundation, in this order. */
export interface Bootstrap<Prepared> {
  /** Fills an empty database, makes the owner's account when there is none. */
  prepare(foundation: BaseServices): Promise<Prepared>;
  /** Begins background work; the answer ends it and waits for what is under way. */
  startJobs(foundation: BaseServices, prepared: Prepared): Promise<() => Promise<void>>;
  buildApp(foundation: BaseServices, prepared: Prepared): Promise<HttpApp>;
  /** Tells those who run the console how it is, from when it answers until it is asked to stop. @returns ends that */
  startMonitor?(foundation: BaseServices, prepared: Prepared): Promise<() => Promise<void>>;
}

/** A server that answers. */
export interface Running<Prepared> {
  /** `http://127.0.0.1:8000` */
  readonly address: string;
  readonly prepared: Prepared;
  /** Stops everything in the reverse order; requests under way get up to 10 s. Calling it again waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Starts database → migrations → seed → jobs → http. When a step fails, what was started before it is stopped again.
 *
 * @param onFailure told when the embedded database ends by itself, or when ids can no longer be made: stop then
 * @throws StartupError with the cure in one line
 */
export async function start<Prepared>(
  from: { settings: Settings; root: string; clock: Clock; log: Logger; onFailure: (reason: string) => void },
  parts: Bootstrap<Prepared>,
): Promise<Running<Prepared>> {
  const { settings, root, clock, log } = from;
  const dataDir = resolve(root, settings.dataDir);
  const undo: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  let isServing = false;
  const stop = () => {
    stopping ??= (async () => {
      // A balancer that asks for readiness sends no more requests by then; those that it sent meanwhile are answered.
      if (isServing) await new Promise((resolve) => setTimeout(resolve, settings.drainSeconds * 1_000));
      await undoAll(undo, log);
    })();
    return stopping;
  };
  try {
    await prepareFolder(dataDir);
    await refuseTakenPort(settings, dataDir);

    let url = settings.databaseUrl;
    if (url === null) {
      const cluster = await startCluster({ dataDir, root });
      undo.push(() => cluster.stop());
      void cluster.ended.then(async () => {
        if (stopping) return;
        const isFull = await diskGuard({ dataDir, databaseUrl: null })();
        from.onFailure(
          isFull
            ? `The disk of the data folder ${dataDir} is full, and the embedded PostgreSQL has ended: make room, then start again. What was answered as done is kept.`
            : 'The embedded PostgreSQL has ended; the reason is at the end of postgres.log.',
        );
      });
      url = cluster.url;
    } else {
      await checkDatabase(url);
    }
    const { traces } = settings;
    if (traces) {
      // What sends traces is loaded only where they are wanted.
      const { startTracing } = await import('./core/tracing/sdk');
      undo.push(startTracing(traces, (message) => log.warn({ reason: message }, 'traces are not sent')));
    }
    const connection = connect(url, {
      onStatement: traces ? noteStatement : undefined,
      onError: (error) => log.error({ reason: error.message }, 'an idle database connection broke'),
    });
    undo.push(() => connection.close());

    for (const name of await migrate(connection.db, migrations)) log.info(`database step ${name} done`);
    const ids = await leaseIds(connection.db, clock, {
      alone: settings.databaseUrl === null,
      onLost: () => from.onFailure('The database could not be reached for so long that no new ids can be made.'),
    });
    undo.push(() => ids.release());

    const foundation: BaseServices = {
      settings: { ...settings, dataDir },
      root,
      db: connection.db,
      pool: connection.pool,
      url,
      clock,
      ids,
      log,
      isStopping: () => stopping !== undefined,
    };
    const prepared = await parts.prepare(foundation);
    undo.push(await parts.startJobs(foundation, prepared));
    const app = await parts.buildApp(foundation, prepared);
    undo.push(() => drain(app));
    const address = await app.listen({ port: settings.port, host: settings.host }).catch((error: unknown) => {
      throw portError(error, settings);
    });
    if (parts.startMonitor) undo.push(await parts.startMonitor(foundation, prepared));
    isServing = true;
    return { address, prepared, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function undoAll(undo: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const step of undo.toReversed()) {
    await step().catch((error: unknown) => {
      // The driver's errors carry the whole connection: only the words are worth keeping.
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'a part did not stop cleanly');
    });
  }
}

async function drain(app: HttpApp): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

/** Told before the database is made and filled, which can take a minute. */
async function refuseTakenPort(settings: Settings, dataDir: string): Promise<void> {
  try {
    await new Promise<void>((settle, fail) => {
      const probe = createServer();
      probe.once('error', fail);
      probe.listen(settings.port, settings.host, () => probe.close(() => settle()));
    });
  } catch (error) {
    // A second start on the same folder and port: the folder is what matters, and starting the database will say so.
    if (settings.databaseUrl === null && (await folderHolder(dataDir)) !== null) return;
    throw portError(error, settings);
  }
}

function portError(error: unknown, { port, host }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} on ${host} is taken: stop the program that uses it, or choose another with PORT, for example PORT=${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} needs more rights than this user has: choose one above 1023 with PORT.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartupError(
      `HOST is "${host}", which is no address of this computer: use 127.0.0.1, or 0.0.0.0 for all.`,
    );
  }
  return error;
}
