import { type Kysely, sql } from 'kysely';
import { type Connection, connect } from './connect';
import type { Database } from './schema';

/** Connections for reading alone: a replica's where there is one, so that long reads do not slow down the primary database. */
export interface Reading {
  /** A database that has everything that was committed before this call: the replica, or the primary when that is late or away. */
  upToDate(): Promise<Kysely<Database>>;
  close(): Promise<void>;
}

/** So long the replica is waited for, and so long between two looks at it, in milliseconds. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/**
 * Opens connections for reading; none is made before it is needed.
 *
 * @param urls.replica a streaming replica of the primary, or null
 * @param options as those of {@link connect}; `patienceMs`: how long a late replica is waited for (default 5 s)
 */
export function openReading(
  urls: { readonly primary: string; readonly replica: string | null },
  options: { readonly max: number; readonly statementTimeoutMs: number; readonly patienceMs?: number },
): Reading {
  const primary = connect(urls.primary, options);
  const replica = urls.replica === null ? null : connect(urls.replica, options);
  return {
    async upToDate() {
      if (!replica) return primary.db;
      const hasAll = await hasCaughtUp(primary, replica, options.patienceMs ?? PATIENCE_MS).catch(() => false);
      return hasAll ? replica.db : primary.db;
    },
    async close() {
      await Promise.all([primary.close(), replica?.close()]);
    },
  };
}

/** Waits until the replica has replayed what the primary had written at this moment. A server that is no replica never has. */
async function hasCaughtUp(primary: Connection, replica: Connection, patienceMs: number): Promise<boolean> {
  const written = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(primary.db);
  const at = written.rows[0]?.at ?? '';
  for (let waited = 0; ; waited += LOOK_MS) {
    const { rows } = await sql<{ has: boolean }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${at}::pg_lsn as has`.execute(replica.db);
    if (rows[0]?.has) return true;
    if (waited >= patienceMs) return false;
    await new Promise((settle) => setTimeout(settle, LOOK_MS));
  }
}
