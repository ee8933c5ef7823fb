import { sql } from 'kysely';
import { runCommand, withConnection } from './command';
import { systemClock } from './core/clock';
import type { Connection } from './core/database/connect';
import { StartupError } from './core/startup';
import { escrowOffences, verifyBooks } from './modules/ledger';
import { readSettings } from './settings';

/**
 * `npm run ledger:verify`: looks at every transaction, account and bill for whatever breaks an invariant (DOMAIN §4.3), beside a running
 * server or without one. Ends with 0 when the books are right, 1 otherwise, naming the transactions.
 */
async function main(): Promise<void> {
  await withConnection(readSettings(process.env), ({ db }) => verify(db), { max: 1, statementTimeoutMs: 0 });
}

async function verify(db: Connection['db']): Promise<void> {
  const { rows } = await sql<{ ready: boolean }>`select to_regclass('ledger_check') is not null as ready`.execute(db);
  if (!rows[0]?.ready) throw new StartupError('This database has no ledger yet: start the server once.');
  const offences = [...(await verifyBooks(db)), ...(await escrowOffences(db, systemClock.now()))];
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
}

void runCommand(main);
