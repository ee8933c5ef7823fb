import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../server/core/clock';
import { StartupError } from '../../server/core/startup';
import { readSettings } from '../../server/settings';
import { type BaseServices, start } from '../../server/start';

/**
 * Starts a minimal server with the start code of the product (server/start.ts). `POST /` inserts one row and returns its id after
 * the commit. `GET /` returns all ids. `POST /slow` does the same as `POST /`, but sends the response head half a second before the insert.
 * The crash tests start this program as a separate process.
 */
async function main(): Promise<void> {
  try {
    const running = await start(
      {
        settings: readSettings(process.env),
        root: process.cwd(),
        clock: systemClock,
        log: pino({ level: 'silent' }),
        onFailure: (reason) => {
          console.error(reason);
          process.exit(1);
        },
      },
      {
        prepare: async ({ db }) => {
          await sql`create table if not exists crash_note (id bigint primary key)`.execute(db);
        },
        startJobs: async () => async () => undefined,
        buildApp: async (foundation) => asApp(createServer(), foundation),
      },
    );
    process.once('SIGTERM', () => void running.stop());
    console.log(`ready ${running.address}`);
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exitCode = 1;
  }
}

function asApp(server: Server, { db, ids }: BaseServices) {
  server.on('request', async (request, response) => {
    // An idle client connection would delay the end of the server by seconds.
    response.setHeader('connection', 'close');
    try {
      if (request.method === 'POST') {
        const id = ids.next();
        if (request.url === '/slow') {
          response.flushHeaders();
          await new Promise((settle) => setTimeout(settle, 500));
        }
        await sql`insert into crash_note values (${id})`.execute(db);
        response.end(String(id));
      } else {
        const { rows } = await sql<{ id: number }>`select id from crash_note order by id`.execute(db);
        response.end(JSON.stringify(rows.map((row) => row.id)));
      }
    } catch {
      // After the response head is sent, only a broken connection can signal the error.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  });
  return {
    server,
    listen: ({ port, host }: { port: number; host: string }) =>
      new Promise<string>((settle, fail) => {
        server.once('error', fail);
        server.listen(port, host, () => {
          const address = server.address();
          settle(`http://${host}:${typeof address === 'object' && address ? address.port : port}`);
        });
      }),
    close: () =>
      new Promise<void>((settle) => {
        server.close(() => settle());
        server.closeIdleConnections();
      }),
  };
}

void main();
