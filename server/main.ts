import { resolve } from 'node:path';
import { pino } from 'pino';
import { systemClock } from './core/clock';
import { prepareFolder } from './core/database/cluster-folder';
import { StartupError } from './core/startup';
import { readSettings } from './settings';
import { type Running, start } from './start';

/**
 * Milliseconds after the first signal during which further signals are ignored, because one Ctrl-C can send two signals: from the terminal
 * and from npm. A later signal ends the process immediately.
 */
const IMPATIENT_MS = 1_000;

/** Runs the server as a process: starts it, prints the operator's next steps, and stops it after a signal. */
async function main(): Promise<void> {
  let running: Running<unknown> | undefined;
  let stopAskedAt = 0;
  const end = (code: number) => {
    if (stopAskedAt > 0) {
      if (performance.now() - stopAskedAt > IMPATIENT_MS) process.exit(1);
      return;
    }
    stopAskedAt = performance.now();
    // During the start there is no work to finish, so we exit immediately. The embedded PostgreSQL stops when this process ends.
    if (!running) process.exit(code);
    console.log('Stopping …');
    void running.stop().then(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));

  try {
    const settings = readSettings(process.env);
    // We check for common failures before we load all other modules, because loading them needs most of a second.
    await prepareFolder(resolve(process.cwd(), settings.dataDir));
    const { bootstrap } = await import('./bootstrap');
    const log = pino({ level: settings.logLevel, base: null });
    const started = await start(
      {
        settings,
        root: process.cwd(),
        clock: systemClock,
        log,
        onFailure: (reason) => {
          console.error(reason);
          end(1);
        },
      },
      bootstrap,
    );
    running = started;
    console.log(`\nMultistation Console is ready: ${started.address}`);
    for (const line of started.prepared.notes) console.log(`  ${line}`);
    console.log('  Ctrl-C stops it.\n');
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}

void main();
