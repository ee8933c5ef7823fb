import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { monthsText } from '../contract/dates';
import type { AuditSpec } from '../contract/endpoint';
import { ARCHIVE_AUDITS } from '../contract/record.texts';
import { sizeText } from './backup-facts';
import { runCommand, withConnection, withDatabase } from './command';
import { recordBySystem } from './core/audit';
import { systemClock } from './core/clock';
import {
  type ArchivePart,
  type ArchiveRules,
  type ArchiveWish,
  archiveMonths,
  findFault,
  hasManifest,
  listParts,
  partMonths,
  restoreMonth,
} from './core/database/archive';
import { connect } from './core/database/connect';
import { leaseIds } from './core/database/nodes';
import { PARTITIONED, type Partitioned } from './core/database/partitions';
import { StartupError } from './core/startup';
import { recordArchiveRule } from './modules/record';
import { archiveFolder, readSettings, type Settings } from './settings';

/**
 * Rules for moving rows out of the database. Notices have no rule, because they are deleted after 180 days. Orders and money tables have no
 * rule, so they cannot be archived.
 */
const RULES: ArchiveRules = { operation_record: recordArchiveRule };

const USAGE = [
  'Say what to do:',
  '  npm run archive -- --before 2027-01     moves the months before January 2027 into files',
  '  npm run archive -- --list               lists the archived months',
  '  npm run archive -- --check              compares the files with their checksums',
  '  npm run archive -- --restore 2026-05    makes a month readable again',
  'With --table <name> only one table.',
].join('\n');

interface Wish {
  readonly before: Date | null;
  readonly restore: Date | null;
  readonly table: Partitioned | null;
  readonly list: boolean;
  readonly check: boolean;
}

/** Reads the command-line arguments. @throws StartupError for invalid arguments */
function readWish(args: readonly string[]): Wish {
  const options = { before: { type: 'string' }, restore: { type: 'string' }, table: { type: 'string' } } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, list: { type: 'boolean' }, check: { type: 'boolean' } },
    });
    const { before, restore, table, list = false, check = false } = values;
    const wishes = [before !== undefined, restore !== undefined, list, check].filter(Boolean);
    if (wishes.length !== 1) throw new StartupError(USAGE);
    return { before: readMonth(before), restore: readMonth(restore), table: readTable(table), list, check };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(USAGE);
  }
}

function readMonth(text: string | undefined): Date | null {
  if (text === undefined) return null;
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return new Date(`${text}-01T00:00:00Z`);
  throw new StartupError(`"${text}" is no month: write it as 2026-05.`);
}

function readTable(text: string | undefined): Partitioned | null {
  if (text === undefined) return null;
  const table = PARTITIONED.find((name) => name === text);
  if (table) return table;
  throw new StartupError(`"${text}" is no partitioned table: name one of ${PARTITIONED.join(', ')}.`);
}

/** Formats an archive partition: `2026-05  operation_record_2026_05  12,345 rows, 1.2 MB`. */
const partText = (part: ArchivePart): string =>
  `${monthsText(partMonths(part))}  ${part.name}  ${part.rows.toLocaleString('en-US')} rows, ${sizeText(part.bytes)}`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run archive`: archives closed months, restores a month, or lists and checks the archive (docs/decisions/0082). */
async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  const settings = readSettings(process.env);
  const dir = archiveFolder(settings);
  if (wish.before) await archive(settings, dir, wish.before, wish.table);
  else if (wish.restore) await restore(settings, dir, wish.restore, wish.table ?? 'operation_record');
  else await list(settings, dir, wish);
}

/** Runs `work` with a function that writes an operation record per partition. The audit chain then contains the checksum of the rows. */
function withNotes<T>(
  settings: Settings,
  spec: AuditSpec,
  work: (tools: Required<Pick<ArchiveWish, 'url' | 'clock' | 'note'>>) => Promise<T>,
): Promise<T> {
  return withDatabase(settings, async (url) => {
    const connection = connect(url, { max: 1 });
    try {
      const ids = await leaseIds(connection.db, systemClock);
      const detail = { by: `${userInfo().username}@${hostname()}` };
      const note: ArchiveWish['note'] = async (db, part) => {
        const { table, rows, sha256 } = part;
        const after = { table, rows, sha256, links: part.kept.sha256 };
        await recordBySystem({ db, ids }, systemClock.now(), spec, {
          objectNo: monthsText(partMonths(part)),
          after,
          detail,
        });
      };
      try {
        return await work({ url, clock: systemClock, note });
      } finally {
        await ids.release();
      }
    } finally {
      await connection.close();
    }
  });
}

async function archive(settings: Settings, dir: string, before: Date, table: Partitioned | null): Promise<void> {
  const tables = table ? [table] : PARTITIONED.filter((name) => RULES[name]);
  const parts = await withNotes(settings, ARCHIVE_AUDITS.archive, (tools) =>
    archiveMonths({
      ...{ ...tools, dir, rules: RULES, tables, before },
      done: (part) => say(`Archived  ${partText(part)}`),
    }),
  );
  if (parts.length === 0) say('No month to archive: those before it are empty, or archived already.');
  else say(`The files are in ${dir}. No backup has them: copy the folder to another computer.`);
}

async function restore(settings: Settings, dir: string, month: Date, table: Partitioned): Promise<void> {
  const part = await withNotes(settings, ARCHIVE_AUDITS.restore, (tools) =>
    restoreMonth({ ...tools, dir, table, month }),
  );
  say(`Readable again  ${partText(part)}`);
}

async function list(settings: Settings, dir: string, { table, check }: Wish): Promise<void> {
  const parts = (await withConnection(settings, ({ db }) => listParts(db))).filter(
    (part) => table === null || part.table === table,
  );
  if (parts.length === 0) say('No month is archived.');
  for (const part of parts) {
    if (!check) {
      say(`${part.state === 'archived' ? 'Archived' : 'Readable'}  ${partText(part)}`);
      continue;
    }
    const fault =
      (await findFault(dir, part)) ?? ((await hasManifest(dir, part)) ? null : 'has no manifest that fits it');
    say(
      `${fault === null ? 'Whole  ' : 'DAMAGED'}  ${partText(part)}${fault === null ? '' : `: ${part.name}.copy.gz ${fault}`}`,
    );
    if (fault !== null) process.exitCode = 1;
  }
}

void runCommand(main);
