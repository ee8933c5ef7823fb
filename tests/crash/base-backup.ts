import { chown, cp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../server/core/database/connect';

/**
 * Copies a running cluster to another data folder, like `pg_basebackup`. The product's PostgreSQL does not include that program.
 *
 * @param cluster `adminUrl` and data folder of the running cluster
 * @param to data folder of the copy
 * @param signal mode in which the copy starts: follow the running cluster, or recover from its archive
 */
export async function copyWhileItRuns(
  cluster: { readonly adminUrl: string; readonly dataDir: string },
  to: string,
  signal: 'standby.signal' | 'recovery.signal',
): Promise<void> {
  const [from, home] = [join(cluster.dataDir, 'postgres', 'cluster'), join(to, 'postgres')];
  const connection = connect(cluster.adminUrl, { max: 1 });
  try {
    // Start and stop of the backup must use the same session.
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

/** Changes the owner of a folder and its contents to PostgreSQL's account. Does nothing if the process does not run as root. */
export async function giveTo(folder: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}
