import { sql } from 'kysely';
import { runCommand, withConnection } from './command';
import { systemClock } from './core/clock';
import type { Connection } from './core/database/connect';
import { hasTable } from './core/database/has-table';
import { StartupError } from './core/startup';
import { escrowOffences, lastSeal, type MonthSeal, verifyBooks } from './modules/ledger';
import { readSettings } from './settings';

/**
 * `npm run ledger:verify`: checks every transaction, account and bill against the invariants (DOMAIN §4.3), and every sealed month for
 * changes. It works with or without a running server. `-- 2026-02:<digest> …` also compares the ledger with seals that were recorded
 * elsewhere. The command exits with 0 when the ledger is correct. Otherwise it prints the violations and exits with 1. Overdue money in
 * escrow is printed too, but it is a task for a user, not an error of the ledger.
 */
async function main(): Promise<void> {
  const kept = process.argv.slice(2).map(parseSeal);
  await withConnection(readSettings(process.env), ({ db }) => verify(db, kept), { max: 1, statementTimeoutMs: 0 });
}

/** Parses a seal in the format that the command prints. @throws StartupError when the text has another format */
function parseSeal(text: string): MonthSeal {
  const [, month, digest] = /^(\d{4}-(?:0[1-9]|1[0-2])):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!month || !digest)
    throw new StartupError(`"${text}" is no seal of a month: write 2026-02:<64 letters and digits>.`);
  return { month: `${month}-01`, digest };
}

async function verify(db: Connection['db'], kept: readonly MonthSeal[]): Promise<void> {
  if (!(await hasTable(db, 'ledger_check')))
    throw new StartupError('This database has no ledger yet: start the server once.');
  const offences = await verifyBooks(db, { kept });
  for (const { where, text } of await escrowOffences(db, systemClock.now()))
    process.stdout.write(`To do: ${where} ${text}. Refund the rest or settle it.\n`);
  if (offences.length > 0) {
    for (const { invariant, where, text } of offences)
      process.stderr.write(`${where}: ${text} (invariant ${invariant})\n`);
    process.exitCode = 1;
    return;
  }
  const { rows: counts } = await sql<{ transactions: number; postings: number }>`
    select (select count(*) from ledger_txn) as transactions, (select count(*) from ledger_posting) as postings`.execute(
    db,
  );
  const { transactions = 0, postings = 0 } = counts[0] ?? {};
  process.stdout.write(`The books are right: ${transactions} transactions, ${postings} postings.\n`);
  const seal = await lastSeal(db);
  if (seal) process.stdout.write(`Sealed until ${seal.month.slice(0, 7)}:${seal.digest}\n`);
}

void runCommand(main);
