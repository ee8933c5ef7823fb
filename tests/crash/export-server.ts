import { pino } from 'pino';
import { bootstrap } from '../../server/bootstrap';
import { systemClock } from '../../server/core/clock';
import { StartupError } from '../../server/core/startup';
import { readSettings } from '../../server/settings';
import { start } from '../../server/start';

/** Runs the whole server from its sources. Crash tests start this program as a separate process, and most of them kill it. */
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
        // Exports save their progress every 50 ms, so that the kill occurs in the middle of an export even on a fast machine.
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
