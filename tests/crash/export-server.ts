import { pino } from 'pino';
import { bootstrap } from '../../server/bootstrap';
import { systemClock } from '../../server/core/clock';
import { StartupError } from '../../server/core/startup';
import { readSettings } from '../../server/settings';
import { start } from '../../server/start';

/** The whole server from its sources, as a process of its own: the crash test of exports kills it. */
async function main(): Promise<void> {
  try {
    const running = await start(
      {
        settings: readSettings(process.env),
        root: process.cwd(),
        clock: systemClock,
        log: pino({ level: 'error' }, pino.destination(2)),
        onFailure: (reason) => {
          console.error(reason);
          process.exit(1);
        },
      },
      {
        ...bootstrap,
        // Often enough that the fastest machine is met in the middle.
        startJobs: (foundation, prepared) => bootstrap.startJobs(foundation, prepared, { saveMs: 50 }),
      },
    );
    process.once('SIGTERM', () => void running.stop());
    console.log(`ready ${running.address}`);
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exitCode = 1;
  }
}

void main();
