import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { loadSecretKeys } from './core/access/secrets';
import { tamper } from './core/database/testing';
import { chainHead, keepHead, linkRecords } from './modules/record';
import { createTestApp, type TestApp } from './testing';
import { programArguments } from './testing-programs';

let t: TestApp;
let dataDir: string;
before(async () => {
  t = await createTestApp();
  dataDir = await mkdtemp(join(tmpdir(), 'multistation-heads-'));
});
after(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await t.close();
});

/** Runs the command in the same way as an operator, with an outside database. */
function verify(...heads: readonly string[]): Promise<{ code: number | null; text: string }> {
  const { url } = t.database;
  const command = spawn(process.execPath, [...programArguments('server/audit-verify.ts'), ...heads], {
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY: '' },
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (part) => {
      text += String(part);
    });
  }
  return new Promise((settle) => command.on('close', (code) => settle({ code, text })));
}

test('the chain heads in the data folder reveal a truncated chain, except after a restored backup', async (context: TestContext) => {
  const token = await t.signIn();
  for (const path of ['/teamList/index', '/site/index', '/dashboard/index']) {
    await t.call('dashboard.Index/saveQuickLinks', { paths: [path] }, { token });
  }
  await linkRecords(t.db, t.clock);
  const place = { dataDir, keys: await loadSecretKeys([], dataDir, t.clock), clock: t.clock };
  const head = await chainHead(t.db);
  for (let twice = 0; twice < 2; twice += 1) await keepHead(place, head);
  const file = join(dataDir, 'audit-heads.txt');
  const kept = await readFile(file, 'utf8');
  assert.equal(kept.split('\n').filter(Boolean).length, 1);
  assert.equal((await verify()).code, 0);
  const client = await t.database.pool.connect();
  // The connection is released even when the test fails. Otherwise the database would not close.
  context.after(() => client.release(true));
  await client.query("set session_replication_role = 'replica'");
  const last = await client.query('delete from audit_link where position = $1 returning *', [head.position]);
  const gone = await client.query('delete from operation_record where id = $1 returning *', [last.rows[0].record_id]);
  const cut = await verify();
  assert.deepEqual(
    [cut.code, cut.text.includes(`at position ${head.position}: all links from this position on were removed`)],
    [1, true],
  );
  // A point-in-time recovery legitimately makes the chain shorter. The file of heads records the recovery, as it does a restore.
  const recovered = await verify('--recovered');
  assert.deepEqual([recovered.code, recovered.text.includes('no longer compared')], [0, true]);
  assert.equal((await verify()).code, 0);
  await writeFile(file, kept.replace(`${head.position}:`, `${head.position - 1}:`));
  const changed = await verify();
  assert.deepEqual([changed.code, changed.text.includes('Line 1 of audit-heads.txt')], [1, true]);
  // After a changed line no head is read, so the recovery is not recorded.
  const inVain = await verify('--recovered');
  assert.deepEqual([inVain.code, inVain.text.includes('no longer compared')], [1, false]);
  // After the key was replaced, the earlier key still verifies its lines.
  const [key] = place.keys;
  const keys = (...all: readonly Buffer[]) =>
    writeFile(join(dataDir, 'secret.key'), all.map((one) => one.toString('hex')).join('\n'));
  await keys(Buffer.alloc(32, 5), key);
  assert.match((await verify()).text, /Line 1 of audit-heads.txt/);
  await keys(Buffer.alloc(32, 5));
  assert.doesNotMatch((await verify()).text, /Line 1 of audit-heads.txt/);
  await keys(key);
  await rm(file);
  for (const [table, row] of [
    ['operation_record', gone.rows[0]],
    ['audit_link', last.rows[0]],
  ]) {
    await client.query(`insert into ${table} select * from json_populate_record(null::${table}, $1::json)`, [
      JSON.stringify(row),
    ]);
  }
});

test('the command prints the head of an intact chain, accepts it as an argument, and names the first broken position', async () => {
  const token = await t.signIn();
  for (const path of ['/teamList/index', '/site/index', '/dashboard/index']) {
    await t.call('dashboard.Index/saveQuickLinks', { paths: [path] }, { token });
  }
  await linkRecords(t.db, t.clock);
  const whole = await verify();
  assert.equal(whole.code, 0, whole.text);
  const head = /Head {2}(6:[0-9a-f]{64})/.exec(whole.text)?.[1] ?? '';
  assert.equal((await verify(head)).code, 0);
  assert.match((await verify(`3:${'0'.repeat(64)}`)).text, /broken at position 3: the chain was rewritten/);
  assert.match((await verify('nonsense')).text, /no head of the chain/);
  await tamper(
    t.database,
    "update operation_record set account = 'somebody else' where id = (select record_id from audit_link where position = 2)",
  );
  const broken = await verify(head);
  assert.equal(broken.code, 1);
  assert.match(broken.text, /broken at position 2: record \d+ was changed/);
});
