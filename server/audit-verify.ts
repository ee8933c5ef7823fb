import { resolve } from 'node:path';
import { sql } from 'kysely';
import { runCommand, withConnection } from './command';
import { findSecretKey } from './core/access/secrets';
import { systemClock } from './core/clock';
import type { Connection } from './core/database/connect';
import { StartupError } from './core/startup';
import { type Breach, headText, keptHeads, parseHead, verifyChain } from './modules/record';
import { readSettings } from './settings';

/**
 * `npm run audit:verify [-- <position>:<hash> …]`: verifies the chain of operation records, with or without a running server. It also
 * compares the heads in the data folder and the given ones. Exits with 0 when the chain is intact, else with 1.
 */
async function main(): Promise<void> {
  const kept = process.argv.slice(2).map((text) => {
    const head = parseHead(text);
    if (!head) throw new StartupError(`"${text}" is no head of the chain: give it as it was printed, 42:9f3c…`);
    return head;
  });
  const settings = readSettings(process.env);
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const key = await findSecretKey(settings.secretKey, dataDir);
  const file = key ? await keptHeads({ dataDir, key, clock: systemClock }) : { heads: [], badLine: null };
  if (file.badLine !== null) {
    process.stderr.write(`Line ${file.badLine} of audit-heads.txt in the data folder was changed.\n`);
    process.exitCode = 1;
  }
  await withConnection(settings, ({ db }) => verify(db, [...kept, ...file.heads]), { max: 1, statementTimeoutMs: 0 });
}

async function verify(db: Connection['db'], kept: Parameters<typeof verifyChain>[1]): Promise<void> {
  const { rows } = await sql<{ ready: boolean }>`select to_regclass('audit_link') is not null as ready`.execute(db);
  if (!rows[0]?.ready) throw new StartupError('This database has no chain yet: start the server once.');
  const { breach, head, waiting } = await verifyChain(db, kept);
  if (breach) {
    process.stderr.write(`The chain of the operation records is broken ${breachText(breach)}\n`);
    if (head.position > 0) process.stderr.write(`Whole up to  ${headText(head)}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(
    `The chain of the operation records is whole: ${head.position} linked, ${waiting} waiting for their link.\nHead  ${headText(head)}\n`,
  );
}

function breachText({ kind, position, recordId }: Breach): string {
  const at = `at position ${position}`;
  switch (kind) {
    case 'changed':
      return `${at}: record ${recordId} was changed, or stands in another's place.`;
    case 'deleted':
      return `${at}: record ${recordId} was deleted.`;
    case 'linkDeleted':
      return `${at}: the link was deleted.`;
    case 'inserted':
      return `beside it: record ${recordId} was put in without passing through the server.`;
    case 'cutOff':
      return `${at}: everything from there on was cut off; a kept head lies behind it.`;
    case 'rewritten':
      return `${at}: the chain was made anew; a kept head says otherwise.`;
  }
}

void runCommand(main);
