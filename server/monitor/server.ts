import { type FastifyInstance, fastify } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';
import type { DiskGuard } from '../core/files/disk';
import { StartupError } from '../core/startup';
import type { Measures } from './measures';

/** Returns the reasons why the process must not get requests now. Without reasons the process is ready. */
export type Readiness = () => Promise<readonly string[]>;

/** Time limit for the database's answer in milliseconds. If the database does not answer in time, the process is not ready. */
const DATABASE_MS = 2_000;

/** Creates the readiness check. The process is ready if the database answers, the disk has room, and no stop was requested. */
export function readinessOf({
  db,
  isDiskFull,
  isStopping,
}: {
  readonly db: Kysely<Database>;
  readonly isDiskFull: DiskGuard;
  isStopping(): boolean;
}): Readiness {
  const answers = async () => {
    const late = new Promise<false>((settle) => setTimeout(() => settle(false), DATABASE_MS).unref());
    const asked = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return Promise.race([asked, late]);
  };
  return async () => [
    ...(isStopping() ? ['the process was asked to stop'] : []),
    ...((await answers()) ? [] : ['the database does not answer']),
    ...((await isDiskFull()) ? ['the disk of the data folder is full'] : []),
  ];
}

/**
 * Creates the HTTP server for the operators, on a separate port.
 *
 * - `/metrics` returns the metrics.
 * - `/live` returns 200 while the process answers.
 * - `/ready` returns 200, or 503 with the reasons.
 *
 * The server requires no sign-in, so its port must be reachable only from the internal network.
 */
export function createMonitorApp(measures: Measures, readiness: Readiness): FastifyInstance {
  const http = fastify({ logger: false });
  http.get('/metrics', async (_request, reply) => {
    const content = await measures.text();
    return reply.type(measures.contentType).send(content);
  });
  http.get('/live', async () => ({ live: true }));
  http.get('/ready', async (_request, reply) => {
    const reasons = await readiness();
    return reply.code(reasons.length > 0 ? 503 : 200).send({ ready: reasons.length === 0, reasons });
  });
  return http;
}

/**
 * Starts the monitoring server.
 *
 * @returns a function that stops the server
 * @throws StartupError when the server cannot listen on this host and port
 */
export async function startMonitor(
  http: FastifyInstance,
  at: { readonly port: number; readonly host: string },
): Promise<() => Promise<void>> {
  try {
    await http.listen(at);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Measures cannot be served on METRICS_HOST ${at.host}, METRICS_PORT ${at.port}: ${reason}`);
  }
  return () => http.close();
}
