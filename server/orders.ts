import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { runCommand, withConnection } from './command';
import { StartupError } from './core/startup';
import { newClient, pushEvents, sendFile } from './ordering';
import { readSettings } from './settings';

/**
 * `npm run orders -- <file>`: sends a file of order events to the running server, as the ordering system would (docs/orders.md). Each line
 * is an event. Sending the same file again changes nothing. `SERVER` is the server's URL (default: this machine's `PORT`).
 */
async function main(): Promise<void> {
  const [file = ''] = process.argv.slice(2);
  if (file === '') throw new StartupError('Name the file: npm run orders -- events.jsonl');
  await access(file).catch(() => {
    throw new StartupError(`The file ${file} cannot be read.`);
  });
  const settings = readSettings(process.env);
  const server = process.env.SERVER ?? `http://127.0.0.1:${settings.port}`;
  const client = await withConnection(settings, ({ db }) => newClient(settings, db, 'file'));
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  const { done, repeated, refused } = await sendFile(
    lines,
    (events) => pushEvents(server, client, events),
    (line, reason) => process.stdout.write(`line ${line}: ${reason}\n`),
  ).catch((error: unknown) => {
    // Accepted events are stored, so sending the file again continues with the remaining events.
    const why = error instanceof TypeError ? `${server} cannot be reached: start the server, or set SERVER` : error;
    throw new StartupError(`Not all was sent; send the file again. ${why instanceof Error ? why.message : why}.`);
  });
  process.stdout.write(`${done} events taken, ${repeated} known before, ${refused} refused.\n`);
  if (refused > 0) process.exitCode = 1;
}

void runCommand(main);
