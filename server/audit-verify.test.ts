import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { linkRecords } from './modules/record';
import { createTestApp, type TestApp } from './testing';
import { programArguments } from './testing-programs';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

/** The command as an operator runs it, on an outside database. */
function verify(...heads: readonly string[]): Promise<{ code: number | null; text: string }> {
  const { url } = t.database;
  const command = spawn(process.execPath, [...programArguments('server/audit-verify.ts'), ...heads], {
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'test' },
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (part) => {
      text += String(part);
    });
  }
  return new Promise((settle) => command.on('close', (code) => settle({ code, text })));
}

test('the command prints the head of a whole chain, takes it back, and names the first broken position', async () => {
  const token = await t.signIn();
  for (const path of ['/teamList/index', '/site/index', '/dashboard/index']) {
    await t.call('dashboard.Index/saveQuickLinks', { paths: [path] }, { token });
  }
  await linkRecords(t.db, t.clock);
  const whole = await verify();
  assert.equal(whole.code, 0, whole.text);
  const head = /Head {2}(3:[0-9a-f]{64})/.exec(whole.text)?.[1] ?? '';
  assert.equal((await verify(head)).code, 0);
  assert.match((await verify(`3:${'0'.repeat(64)}`)).text, /broken at position 3: the chain was made anew/);
  assert.match((await verify('nonsense')).text, /no head of the chain/);
  const client = await t.database.pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    "update operation_record set account = 'somebody else' where id = (select record_id from audit_link where position = 2)",
  );
  client.release(true);
  const broken = await verify(head);
  assert.equal(broken.code, 1);
  assert.match(broken.text, /broken at position 2: record \d+ was changed/);
});
