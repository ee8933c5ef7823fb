import { type Kysely, sql } from 'kysely';
import { type Connection, connect } from './connect';
import type { Database } from './schema';

/** Connections for reads. They can use a replica, so that long reads do not slow down the primary. */
export interface Reading {
  /** Finds a database that has all earlier commits: the replica, or the primary when the replica is late, down or not configured. */
  upToDate(): Promise<Kysely<Database>>;
  close(): Promise<void>;
}

/** Maximum milliseconds to wait for the replica. `LOOK_MS` is the interval between checks. */
const TIMEOUT_MS = 5_000;
const LOOK_MS = 50;

/**
 * Opens the pools for reads. They connect on first use.
 *
 * @param urls.replica a streaming replica of the primary, or `null`
 * @param options the options of {@link connect}; `timeoutMs`: maximum time to wait for a late replica (default 5 s)
 */
export function openReading(
  urls: { readonly primary: string; readonly replica: string | null },
  options: { readonly max: number; readonly statementTimeoutMs: number; readonly timeoutMs?: number },
): Reading {
  const primary = connect(urls.primary, options);
  const replica = urls.replica === null ? null : connect(urls.replica, options);
  return {
    async upToDate() {
      if (!replica) return primary.db;
      const hasAll = await hasCaughtUp(primary, replica, options.timeoutMs ?? TIMEOUT_MS).catch(() => false);
      return hasAll ? replica.db : primary.db;
    },
    async close() {
      await Promise.all([primary.close(), replica?.close()]);
    },
  };
}

/**
 * Waits until the replica has replayed the primary's current WAL position. @returns `false` after the time limit or when the server is no
 * replica
 */
async function hasCaughtUp(primary: Connection, replica: Connection, timeoutMs: number): Promise<boolean> {
  const written = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(primary.db);
  const at = written.rows[0]?.at ?? '';
  for (let waited = 0; ; waited += LOOK_MS) {
    const { rows } = await sql<{ has: boolean }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${at}::pg_lsn as has`.execute(replica.db);
    if (rows[0]?.has) return true;
    if (waited >= timeoutMs) return false;
    await new Promise((settle) => setTimeout(settle, LOOK_MS));
  }
}
