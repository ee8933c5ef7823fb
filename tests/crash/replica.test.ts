import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type Connection, connect } from '../../server/core/database/connect';
import { openReading } from '../../server/core/database/reading';
import { startCluster } from '../../server/core/database/supervisor';
import { copyWhileItRuns } from './base-backup';

/** Tests a PostgreSQL with a streaming replica, which operators use for exports (docs/operating.md). */

type Cluster = Awaited<ReturnType<typeof startCluster>>;
const OPTIONS = { max: 2, statementTimeoutMs: 30_000 };

let folder: string;
let primary: Cluster;
let replica: Cluster;
let writing: Connection;
let replaying: pg.Client;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-replica-'));
  // The replica's account needs access through this folder to reach the primary's socket.
  await chmod(folder, 0o711);
  const root = process.cwd();
  const from = join(folder, 'primary');
  const to = join(folder, 'replica');
  const settings = { wal_level: 'replica', max_wal_senders: '4' };
  primary = await startCluster({ dataDir: from, root, scratch: true, settings });
  await copyWhileItRuns({ adminUrl: primary.adminUrl, dataDir: from }, to, 'standby.signal');
  const socket = new URL(primary.adminUrl).searchParams.get('host') ?? '';
  const { username } = new URL(primary.adminUrl);
  replica = await startCluster({
    ...{ dataDir: to, root, scratch: true },
    settings: { ...settings, primary_conninfo: `host=${socket} user=${username}` },
  });
  writing = connect(primary.url);
  await sql`create table note (n int)`.execute(writing.db);
  replaying = new pg.Client({ connectionString: replica.adminUrl });
  await replaying.connect();
});
after(async () => {
  await replaying?.end();
  await writing?.close();
  await replica?.stop();
  await primary?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const write = async (n: number) => {
  await sql`insert into note values (${n})`.execute(writing.db);
};
/** Reads the highest number in the table `note`. @returns the number, and whether the replica answered */
async function read(timeoutMs: number, url = replica.url): Promise<{ highest: number; onReplica: boolean }> {
  const reading = openReading({ primary: primary.url, replica: url }, { ...OPTIONS, timeoutMs });
  try {
    const { rows } = await sql<{ highest: number; onReplica: boolean }>`
      select max(n) as highest, pg_is_in_recovery() as "onReplica" from note`.execute(await reading.upToDate());
    return rows[0] ?? { highest: 0, onReplica: false };
  } finally {
    await reading.close();
  }
}

test('reads go to the replica, and see the rows that were committed just before', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await write(n);
    assert.deepEqual(await read(20_000), { highest: n, onReplica: true });
  }
});

test('reads wait for a lagging replica; on timeout, without a replica, or with a wrong address they go to the primary', async () => {
  await replaying.query('select pg_wal_replay_pause()');
  await write(21);
  const waiting = read(20_000);
  assert.deepEqual(await read(100), { highest: 21, onReplica: false });
  await replaying.query('select pg_wal_replay_resume()');
  assert.deepEqual(await waiting, { highest: 21, onReplica: true });

  await write(22);
  assert.deepEqual(await read(100, primary.url), { highest: 22, onReplica: false });
  assert.deepEqual(await read(100, 'postgresql://nobody@127.0.0.1:1/nowhere'), { highest: 22, onReplica: false });
});
