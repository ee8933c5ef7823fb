import { chown, cp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../server/core/database/connect';

/**
 * A base back-up of a running cluster into another data folder, as `pg_basebackup` makes one; the programs that come with the product
 * have no such command.
 *
 * @param cluster `adminUrl` and the data folder of the cluster that runs
 * @param to data folder of the copy
 * @param signal what the copy does when it is started: follow the other one, or recover from its archive
 */
export async function copyWhileItRuns(
  cluster: { readonly adminUrl: string; readonly dataDir: string },
  to: string,
  signal: 'standby.signal' | 'recovery.signal',
): Promise<void> {
  const [from, home] = [join(cluster.dataDir, 'postgres', 'cluster'), join(to, 'postgres')];
  const connection = connect(cluster.adminUrl, { max: 1 });
  try {
    // Both calls belong to one session.
    await connection.db.connection().execute(async (session) => {
      await sql`select pg_backup_start('copy', true)`.execute(session);
      await cp(from, join(home, 'cluster'), {
        recursive: true,
        filter: (path) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(path),
      });
      const { rows } = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`.execute(session);
      await writeFile(join(home, 'cluster', 'backup_label'), rows[0]?.labelfile ?? '');
    });
  } finally {
    await connection.close();
  }
  await writeFile(join(home, 'cluster', signal), '');
  await giveTo(home, await stat(from));
}

/** PostgreSQL runs under the account that owns the folder. */
export async function giveTo(folder: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}
