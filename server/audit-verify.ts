import { resolve } from 'node:path';
import { monthsText } from '../contract/dates';
import { runCommand, withDatabase } from './command';
import { findSecretKeys, hasKeys } from './core/access/secrets';
import { systemClock } from './core/clock';
import { type ArchivePart, archivedParts, findFault, partMonths, withRowsOf } from './core/database/archive';
import { type Connection, connect } from './core/database/connect';
import { hasTable } from './core/database/has-table';
import { StartupError } from './core/startup';
import {
  type Breach,
  type ChainHead,
  chainHead,
  headText,
  keepHead,
  keptHeads,
  parseHead,
  verifyChain,
  verifyMonth,
} from './modules/record';
import { archiveFolder, readSettings } from './settings';

const RECOVERED = '--recovered';

/**
 * `npm run audit:verify [-- <position>:<hash> …]`: verifies the chain of operation records, with or without a running server. The command
 * also compares the chain with the heads in the data folder and in the arguments. It also verifies the files of archived months. The exit
 * code is 1 when a check fails.
 *
 * `-- --recovered` is for the time after a point-in-time recovery, which makes the chain shorter: if the links hold, the command stores the
 * end of the chain in the data folder as after a restore, so that later heads are no longer compared. Run it before the servers start,
 * because new links would take the positions of the lost ones.
 */
async function main(): Promise<void> {
  const isRecovered = process.argv.includes(RECOVERED);
  const given = process.argv.slice(2).filter((text) => text !== RECOVERED);
  const kept = given.map((text) => {
    const head = parseHead(text);
    if (!head) throw new StartupError(`"${text}" is no head of the chain: give it as it was printed, 42:9f3c…`);
    return head;
  });
  const settings = readSettings(process.env);
  const dataDir = resolve(process.cwd(), settings.dataDir);
  const keys = await findSecretKeys(settings.secretKeys, dataDir);
  const place = hasKeys(keys) ? { dataDir, keys, clock: systemClock } : null;
  if (isRecovered && !place)
    throw new StartupError('No key can sign audit-heads.txt: set SECRET_KEY, or copy secret.key into the data folder.');
  const file = place ? await keptHeads(place) : { heads: [], badLine: null };
  if (file.badLine !== null) {
    process.stderr.write(`Line ${file.badLine} of audit-heads.txt in the data folder was changed.\n`);
    process.exitCode = 1;
  }
  const dir = archiveFolder(settings);
  await withDatabase(settings, async (url) => {
    const connection = connect(url, { max: 1, statementTimeoutMs: 0 });
    try {
      const head = await verify(connection.db, kept, file.heads, isRecovered);
      // Lines after a bad line are not read, so a new line would have no effect.
      const isKept = head && place && isRecovered && file.badLine === null && (await keepHead(place, head, 'restore'));
      if (isKept) process.stdout.write('Later heads in audit-heads.txt are no longer compared.\n');
      for (const part of await archivedParts(connection.db, 'operation_record')) await verifyFile(url, dir, part);
    } finally {
      await connection.close();
    }
  });
}

/**
 * Compares the file of an archived month with its checksum, and the records in the file with the chain. A missing file is reported but is
 * not a failure.
 */
async function verifyFile(url: string, dir: string, part: ArchivePart): Promise<void> {
  const month = `${monthsText(partMonths(part))} is archived (${part.rows} records, links ${part.kept.firstPosition} to ${part.kept.lastPosition})`;
  const fault = await findFault(dir, part);
  if (fault === 'is missing') {
    process.stdout.write(`${month}: its file is not in ${dir}, only the links were verified.\n`);
    return;
  }
  const breach =
    fault === null ? await withRowsOf({ url, dir }, part, (db, table) => verifyMonth(db, table, part)) : null;
  if (fault === null && breach === null) {
    process.stdout.write(`${month}: its file is whole and fits the chain.\n`);
    return;
  }
  process.stderr.write(
    `${month}: ${part.name}.copy.gz ${fault ?? `does not fit the chain ${breach && breachText(breach)}`}\n`,
  );
  process.exitCode = 1;
}

/**
 * Verifies the chain and prints the result.
 *
 * @param isRecovered whether stored heads after the end of the chain are ignored, because a recovery has made the chain shorter
 * @returns the head of the chain, or `null` if the chain is broken
 */
async function verify(
  db: Connection['db'],
  given: readonly ChainHead[],
  stored: readonly ChainHead[],
  isRecovered: boolean,
): Promise<ChainHead | null> {
  if (!(await hasTable(db, 'audit_link')))
    throw new StartupError('This database has no chain yet: start the server once.');
  const end = isRecovered ? (await chainHead(db)).position : Number.POSITIVE_INFINITY;
  const kept = [...given, ...stored.filter(({ position }) => position <= end)];
  const { breach, head, waiting } = await verifyChain(db, kept);
  if (breach) {
    process.stderr.write(`The chain of the operation records is broken ${breachText(breach)}\n`);
    if (head.position > 0) process.stderr.write(`Whole up to  ${headText(head)}\n`);
    process.exitCode = 1;
    return null;
  }
  process.stdout.write(
    `The chain of the operation records is whole: ${head.position} linked, ${waiting} waiting for their link.\nHead  ${headText(head)}\n`,
  );
  return head;
}

function breachText({ kind, position, recordId }: Breach): string {
  const at = `at position ${position}`;
  switch (kind) {
    case 'changed':
      return `${at}: record ${recordId} was changed or moved to another position.`;
    case 'deleted':
      return `${at}: record ${recordId} was deleted.`;
    case 'linkDeleted':
      return `${at}: the link was deleted.`;
    case 'inserted':
      return `beside it: record ${recordId} was inserted without the server.`;
    case 'cutOff':
      return `${at}: all links from this position on were removed; a kept head is behind it.`;
    case 'rewritten':
      return `${at}: the chain was rewritten; a kept head or an archived month does not match it.`;
  }
}

void runCommand(main);
