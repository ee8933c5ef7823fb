import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { bootstrap } from '../server/bootstrap';
import { systemClock } from '../server/core/clock';
import { readSettings } from '../server/settings';
import { start } from '../server/start';

/** Default data folder in development. `npm start` uses another folder, so development does not change its data. */
const DATA_DIR = 'data/dev';

/** Handles a request of the console in the same way as the production server. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Starts the real back end inside this process, by default with demo data. It needs no separate port and stops with the process.
 *
 * @throws StartupError with the remedy in one line
 */
export async function startBackend(root: string): Promise<Answer> {
  let answer: Answer | undefined;
  const settings = { ...readSettings(process.env), port: 0, dataDir: process.env.DATA_DIR?.trim() || DATA_DIR };
  const { prepared, stop } = await start(
    {
      settings,
      root,
      clock: systemClock,
      log: pino({ level: settings.logLevel === 'info' ? 'warn' : settings.logLevel, base: null }),
      onFailure: (reason) => {
        process.stderr.write(`${reason}\n`);
        process.exit(1);
      },
    },
    {
      ...bootstrap,
      async buildApp(foundation, done) {
        const http = await bootstrap.buildApp(foundation, done);
        await http.ready();
        answer = (request, response) => http.routing(request, response);
        return { listen: async () => '', close: () => http.close(), server: http.server };
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(0)));
  }
  if (!answer) throw new Error('the back end was started without an app');
  process.stdout.write(['', 'The back end runs inside the development server:', ...prepared.notes, ''].join('\n  '));
  return answer;
}
