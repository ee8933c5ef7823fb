import { type FastifyInstance, fastify } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';
import type { DiskGuard } from '../core/files/disk';
import { StartupError } from '../core/startup';
import type { Measures } from './measures';

/** Why the process should get no requests at the moment; empty: it is ready. */
export type Readiness = () => Promise<readonly string[]>;

/** A database that answers later than so, in milliseconds, keeps a process from being ready. */
const DATABASE_MS = 2_000;

/** Ready while the database answers, its disk has room, and the process was not asked to stop. */
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
 * The http server for those who run the console, on a port of its own: `/metrics`, `/live` (200 while the process answers at all) and
 * `/ready` (200, or 503 with the reasons). It asks for no sign-in: its port belongs into the inner network.
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
 * Starts that server.
 *
 * @returns ends it
 * @throws StartupError when the port is taken or may not be used
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
