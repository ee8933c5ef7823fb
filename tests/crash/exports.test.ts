import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../server/core/clock';
import { createIds, idAt } from '../../server/core/ids';
import { exportById, insertExport, nextExportNo } from '../../server/modules/exportTask';
import { mustStart, newDataFolder, postgresOn, until, withDatabase } from './processes';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 2);
const ROWS = 60_000 * CYCLES;
const SCRIPT = 'tests/crash/export-server.ts';
const START = { SEED: 'none' };

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

/** Inserts the records, and creates the owner's export task for these records. */
async function prepare(): Promise<number> {
  return withDatabase(folder.path, async (db) => {
    const now = systemClock.now();
    await sql`insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type,
        object_id, object_no, result_code, before, after, detail, reason, ip, ua, request_id, cost_ms)
      select ${idAt(now)}::bigint - n, date_trunc('milliseconds', ${now}::timestamptz) - make_interval(secs => n / 3), 0, 'lin', '运营', 'team', 'update', 'team',
        n, 'CD' || n, 100, '{"name":"Old"}', jsonb_build_object('name', '=New, "' || n || '"'), null, null, '203.0.113.9',
        'Mozilla/5.0', to_hex(n), 12
      from generate_series(1, ${ROWS}) n`.execute(db);
    const owner = await db
      .selectFrom('account')
      .select('id')
      .where('account_type', '=', 'owner')
      .executeTakeFirstOrThrow();
    const id = createIds({ clock: systemClock, node: 15 }).next();
    await insertExport(db, {
      id,
      no: await nextExportNo(db, now.toISOString().slice(0, 10)),
      module: 'rights.record',
      filter: {},
      hash: '0'.repeat(64),
      filterText: [],
      rowIds: null,
      columns: ['requestId', 'at', 'person', 'action', 'changes', 'device', 'result'],
      format: 'csv',
      unmasked: false,
      locale: 'en-US',
      requesterId: owner.id,
      at: now,
    });
    return id;
  });
}

test(`an export continues after kill -9, and the file contains every row exactly once (${CYCLES} cycles)`, {
  timeout: 400_000 + CYCLES * 20_000,
}, async () => {
  let server = await mustStart({ DATA_DIR: folder.path, ...START }, SCRIPT);
  const id = await prepare();
  const seen: number[] = [];
  const progress = () =>
    withDatabase(folder.path, async (db) => {
      const { attempts = 0, rowsDone = 0 } = (await exportById(db, id)) ?? {};
      return { attempts, rowsDone };
    });
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    // The killed server may have saved more progress after our last read. So we wait until the new server has taken the task.
    assert.ok(await until(async () => (await progress()).attempts === cycle, 60_000), `not taken in cycle ${cycle}`);
    const { rowsDone: least } = await progress();
    // We kill in the middle of the export: this server has saved progress, and the file is not finished.
    assert.ok(
      await until(async () => (await progress()).rowsDone > least, 60_000),
      `nothing came on in cycle ${cycle}`,
    );
    seen.push((await progress()).rowsDone);
    assert.equal(existsSync(join(folder.path, 'exports', `${id}.csv`)), false, 'half a file is visible');
    server.child.kill('SIGKILL');
    await server.ended;
    assert.ok(await until(() => postgresOn(folder.path).length === 0, 60_000));
    server = await mustStart({ DATA_DIR: folder.path, ...START }, SCRIPT);
  }
  const state = () => withDatabase(folder.path, async (db) => (await exportById(db, id))?.state ?? 'queued');
  assert.ok(await until(async () => !['queued', 'running'].includes(await state()), 180_000));
  const [task, expected] = await withDatabase(folder.path, async (db) => [
    await exportById(db, id),
    (
      await sql<{ request: string }>`select request_id as request from operation_record
        where at <= ${(await exportById(db, id))?.createdAt} order by at desc, id desc`.execute(db)
    ).rows.map(({ request }) => request),
  ]);
  server.child.kill('SIGTERM');
  await server.ended;
  assert.ok(task);
  assert.equal(task.state, 'done', task.reason?.['en-US']);
  assert.equal(task.attempts, CYCLES + 1);
  const bytes = readFileSync(join(folder.path, 'exports', `${id}.csv`));
  const lines = bytes.toString().trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    lines.map((line) => line.slice(0, line.indexOf(','))),
    expected,
  );
  assert.equal(task.rowsTotal, expected.length);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), task.sha256);
  assert.ok(
    seen.every((rows, index) => index === 0 || rows > (seen[index - 1] ?? 0)),
    `it started again: ${seen.join()}`,
  );
});
