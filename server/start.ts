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
import { preparePartitions } from './core/database/partitions';
import type { Database } from './core/database/schema';
import { startCluster } from './core/database/supervisor';
import { diskGuard } from './core/files/disk';
import type { Ids } from './core/ids';
import { StartupError } from './core/startup';
import { noteStatement } from './core/tracing';
import { migrations } from './migrations';
import type { Settings } from './settings';

/** Maximum duration of active requests after the server stops listening, in milliseconds. */
const DRAIN_MS = 10_000;

/** Services that are created before seeding, jobs and the HTTP app. */
export interface BaseServices {
  readonly settings: Settings;
  /** The project's folder, which contains `dist/` and `node_modules/`. */
  readonly root: string;
  readonly db: Kysely<Database>;
  readonly pool: Connection['pool'];
  /** URL of the same database, for separate connections. */
  readonly url: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Returns `true` after a stop request. The server may still answer for some seconds. */
  isStopping(): boolean;
}

/** The part of a Fastify instance that this module uses. */
interface HttpApp {
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<unknown>;
  readonly server: { closeAllConnections(): void };
}

/** Steps of the start that use the base services, in this order. */
export interface Bootstrap<Prepared> {
  /** Fills an empty database, and creates the owner's account if there is none. */
  prepare(foundation: BaseServices): Promise<Prepared>;
  /** Starts background jobs. @returns a function that stops them and waits for active runs */
  startJobs(foundation: BaseServices, prepared: Prepared): Promise<() => Promise<void>>;
  buildApp(foundation: BaseServices, prepared: Prepared): Promise<HttpApp>;
  /** Serves readiness and metrics while the server runs. @returns a function that stops the monitoring server */
  startMonitor?(foundation: BaseServices, prepared: Prepared): Promise<() => Promise<void>>;
}

/** A server that has started. */
export interface Running<Prepared> {
  /** Origin of the running server, for example `http://127.0.0.1:8000`. */
  readonly address: string;
  readonly prepared: Prepared;
  /**
   * Stops all parts in the reverse order of their start. New requests are answered for another `drainSeconds`; then active requests may
   * run for up to 10 s. A repeated call waits for the first one.
   */
  stop(): Promise<void>;
}

/**
 * Starts the server: database → migrations → seed → jobs → HTTP. If a step fails, the earlier steps are undone.
 *
 * @param onFailure called when the embedded database stops unexpectedly or no more ids can be created. The process must then stop
 * @throws StartupError with the remedy in one line, if the operator can correct the cause; otherwise the error of the failed step
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
      // Answer requests until a load balancer has read that the server is not ready and sends no more requests.
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
      // The tracing library is loaded only if needed.
      const { startTracing } = await import('./core/tracing/sdk');
      undo.push(startTracing(traces, (message) => log.warn({ reason: message }, 'traces are not sent')));
    }
    const connection = connect(url, {
      onStatement: traces ? noteStatement : undefined,
      onError: (error) => log.error({ reason: error.message }, 'an idle database connection broke'),
    });
    undo.push(() => connection.close());

    for (const name of await migrate(connection.db, migrations)) log.info(`database step ${name} done`);
    // A row without its own partition is stored in the default partition. A failure here therefore does not prevent the start.
    await preparePartitions(connection.db, clock.now()).catch((error: unknown) =>
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'partitions could not be made'),
    );
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
      // Log only the message: the driver's errors contain the whole connection.
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'a part did not stop cleanly');
    });
  }
}

async function drain(app: HttpApp): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

/**
 * Checks that the port is free, before the database is created. Creating the database can take a minute. If another server uses the data
 * folder, a port in use is not reported.
 *
 * @throws StartupError if the port is in use or not permitted, or if the host is wrong; otherwise the error of the socket
 */
async function refuseTakenPort(settings: Settings, dataDir: string): Promise<void> {
  try {
    await new Promise<void>((settle, fail) => {
      const probe = createServer();
      probe.once('error', fail);
      probe.listen(settings.port, settings.host, () => probe.close(() => settle()));
    });
  } catch (error) {
    // If another server already uses this folder, starting the database reports that cause. That cause matters more than the port.
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
