import { hostname, userInfo } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { hasKeys } from './core/access/secrets';
import { systemClock } from './core/clock';
import type { Written } from './core/database/backup/write';
import { connect } from './core/database/connect';
import { hasTable } from './core/database/has-table';
import { leaseIds } from './core/database/nodes';
import type { Database } from './core/database/schema';
import { headText, keepHead, parseHead, tellHead, verifyChain } from './modules/record';

/**
 * Computes readable facts that show whether two databases are equal, in addition to the checksums of tables. The facts are the head and
 * the state of the audit chain, and the sums of the ledger's money columns.
 */
export async function backupFacts(db: Kysely<Database>): Promise<Record<string, string>> {
  const facts: Record<string, string> = {};
  if (await hasTable(db, 'audit_link')) {
    const { breach, head, waiting } = await verifyChain(db);
    facts.auditHead = headText(head);
    facts.auditChain = breach ? `${breach.kind} at ${breach.position ?? `record ${breach.recordId}`}` : 'whole';
    facts.auditWaiting = String(waiting);
  }
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and table_name like 'ledger\_%' and column_name like '%\_fen'
    order by 1, 2`.execute(db);
  for (const { table, column } of rows) {
    const sum = await sql<{ sum: string }>`
      select coalesce(sum(${sql.ref(column)}), 0)::text as sum from ${sql.table(table)}`.execute(db);
    facts[`${table}.${column}`] = sum.rows[0]?.sum ?? '0';
  }
  return facts;
}

/**
 * Records a successful backup, drill or restore in a database. For a backup, it also notifies auditors of the head of the audit chain. It
 * skips a database that is too old to have the table `backup_run`.
 */
export async function noteBackup(
  url: string,
  kind: 'backup' | 'drill' | 'restore',
  done: Pick<Written, 'path' | 'manifest' | 'bytes' | 'ms'>,
): Promise<void> {
  const { path, manifest, bytes, ms } = done;
  const connection = connect(url, { max: 2 });
  try {
    if (!(await hasTable(connection.db, 'backup_run'))) return;
    const ids = await leaseIds(connection.db, systemClock);
    await connection.db
      .insertInto('backup_run')
      .values({
        id: ids.next(),
        kind,
        taken_at: new Date(manifest.takenAt),
        ended_at: systemClock.now(),
        by_whom: `${userInfo().username}@${hostname()}`.slice(0, 120),
        path: path.slice(-500),
        bytes,
        row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        file_count: manifest.files.count,
        ms: Math.round(ms),
        audit_head: manifest.facts.auditHead ?? '',
      })
      .execute();
    const head = parseHead(manifest.facts.auditHead ?? '');
    if (kind === 'backup' && head) await tellHead({ db: connection.db, clock: systemClock, ids }, head);
    await ids.release();
  } finally {
    await connection.close();
  }
}

/** Stores the head of a backup's audit chain in the data folder. Without a secret key, the head cannot be signed and is not stored. */
export async function keepFactHead(
  facts: Readonly<Record<string, string>>,
  {
    dataDir,
    keys,
    kind,
  }: { readonly dataDir: string; readonly keys: readonly Buffer[]; readonly kind: 'head' | 'restore' },
): Promise<void> {
  const head = parseHead(facts.auditHead ?? '');
  if (head && hasKeys(keys)) await keepHead({ dataDir, keys, clock: systemClock }, head, kind);
}

/** Formats a size for the terminal: `12.3 MB`. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
