import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../server/core/clock';
import { type Connection, connect } from '../../server/core/database/connect';
import { migrate } from '../../server/core/database/migrate';
import type { Database } from '../../server/core/database/schema';
import { startCluster } from '../../server/core/database/supervisor';
import { createIds } from '../../server/core/ids';
import { wallTime } from '../../server/core/money/days';
import { migrations } from '../../server/migrations';
import { findOffences, post, walletAdjust } from '../../server/modules/ledger';
import { copyWhileItRuns, giveTo } from './base-backup';
import { until } from './processes';

/** Tests point-in-time recovery to a moment before a mistake: base backup and archived WAL (docs/operating.md, "Point-in-time recovery"). */

type Cluster = Awaited<ReturnType<typeof startCluster>>;
const USERS = [11, 12, 13] as const;
const TIMEOUT_MS = 60_000;

let folder: string;
const clusters: Cluster[] = [];
const connections: Connection[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-moment-'));
  // PostgreSQL's account needs access through this folder to reach the archive.
  await chmod(folder, 0o711);
});
after(async () => {
  for (const one of connections) await one.close();
  for (const one of clusters) await one.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, root: process.cwd(), scratch: true, settings });
  clusters.push(cluster);
  return cluster;
}
function open(url: string): Kysely<Database> {
  const connection = connect(url);
  connections.push(connection);
  return connection.db;
}

const ids = createIds({ clock: systemClock, node: 14 });
let posted = 0;
/** Puts 100 fen into the wallet of each user. */
async function payAll(db: Kysely<Database>): Promise<void> {
  const at = systemClock.now();
  for (const userId of USERS) {
    posted += 1;
    const on = { bizNo: `P${posted}`, teamId: 0, at, day: wallTime(at).day };
    await post({ db, ids, clock: systemClock }, walletAdjust(on, userId, 'in', 100));
  }
}

/** Reads the users, the number of ledger transactions, and the faults in the books. */
async function found(db: Kysely<Database>) {
  const users = await db.selectFrom('app_user').select(['id', 'nickname', 'balance_fen']).orderBy('id').execute();
  const { entries } = await db
    .selectFrom('ledger_txn')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow();
  return { users, entries, offences: await findOffences(db) };
}

test('a base backup under load and archived WAL restore the state before a mistake, with balanced books', async () => {
  const [home, copy, archive] = ['home', 'copy', 'archive'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(archive);
  const primary = await start(home, {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  await giveTo(archive, await stat(join(home, 'postgres', 'cluster')));
  const db = open(primary.url);
  await migrate(db, migrations);
  for (const id of USERS) {
    const now = systemClock.now();
    await db
      .insertInto('app_user')
      .values({
        id,
        tel: `1380000${id}00`,
        nickname: `user ${id}`,
        source: 'app',
        status: 'normal',
        first_login_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute();
  }

  const copying = copyWhileItRuns({ adminUrl: primary.adminUrl, dataDir: home }, copy, 'recovery.signal');
  let isCopied = false;
  void copying.finally(() => {
    isCopied = true;
  });
  while (!isCopied) await payAll(db);
  await copying;
  await payAll(db);
  const before = await found(db);
  assert.deepEqual(before.offences, []);
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(db);

  // Make the mistake, then do more work.
  await sql`update app_user set nickname = 'gone'`.execute(db);
  await payAll(db);
  const { rows: last } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(
    open(primary.adminUrl),
  );
  const file = join(archive, last[0]?.file ?? '');
  assert.ok(await until(() => existsSync(file), TIMEOUT_MS), 'the log is archived');

  const recovered = await start(copy, {
    wal_level: 'replica',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: rows[0]?.moment ?? '',
    recovery_target_action: 'promote',
  });
  const back = open(recovered.url);
  const isOpen = async () => {
    const { rows: state } = await sql<{ recovering: boolean }>`select pg_is_in_recovery() as recovering`.execute(back);
    return state[0]?.recovering === false;
  };
  assert.ok(await until(isOpen, TIMEOUT_MS), 'it takes writes');
  assert.deepEqual(await found(back), before);
  await payAll(back);
  assert.deepEqual((await found(back)).offences, []);
});
