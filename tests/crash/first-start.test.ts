import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../../server/core/database/connect';
import { reachCluster } from '../../server/core/database/supervisor';
import { migrations } from '../../server/migrations';
import { findOffences } from '../../server/modules/ledger';
import { newDataFolder, type ServerProcess, startServer } from './processes';

/** Milliseconds from the start to the kill in the first attempt. The time grows until a start is ready before the kill. */
const FIRST_MS = 900;
/** Factor by which the time until the kill grows with each attempt. `npm run crash` uses a smaller factor. */
const GROWTH = Number(process.env.FIRST_START_GROWTH ?? 1.5);

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

test('the next start completes a first start that was killed while creating, migrating or seeding the database', async () => {
  let running: ServerProcess | null = null;
  let kills = 0;
  while (running === null) {
    const started = await startServer(
      { DATA_DIR: folder.path, SEED: 'small' },
      'tests/crash/export-server.ts',
      FIRST_MS * GROWTH ** kills,
    );
    if ('address' in started) running = started;
    else {
      assert.equal(started.code, 'SIGKILL', started.lines.join('\n'));
      kills += 1;
    }
  }
  const cluster = await reachCluster(folder.path);
  assert.ok(cluster);
  const { db, pool, close } = connect(cluster.url, { max: 1, statementTimeoutMs: 60_000 });
  try {
    assert.ok(kills >= 2, `killed ${kills} times`);
    const { rows } = await pool.query(`select (select count(*) from team)::int as teams,
      (select count(*) from customer_order where order_no like 'OD%')::int as orders,
      (select count(*) from kysely_migration)::int as steps`);
    assert.equal(rows[0].teams, 6);
    assert.ok(rows[0].orders >= 1_500, JSON.stringify(rows[0]));
    assert.equal(rows[0].steps, Object.keys(migrations).length);
    assert.deepEqual(await findOffences(db), []);
  } finally {
    await close();
    cluster.release();
    running.child.kill('SIGTERM');
    await running.ended;
  }
});
