import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keepersOf, mustStart, newDataFolder, postgresOn, type ServerProcess, startServer, until } from './processes';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 3);

let folder: Awaited<ReturnType<typeof newDataFolder>>;
before(async () => {
  folder = await newDataFolder();
});
after(() => folder.remove());

test(`after kill -9 during traffic PostgreSQL ends, the next start works and no acknowledged write is lost (${CYCLES} cycles)`, {
  timeout: 300_000 + CYCLES * 20_000,
}, async () => {
  const acknowledged = new Set<number>();
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const server = await mustStart({ DATA_DIR: folder.path });
    const kept = new Set((await (await fetch(server.address)).json()) as number[]);
    for (const id of acknowledged)
      assert.ok(kept.has(id), `write ${id} was acknowledged and is lost in cycle ${cycle}`);

    const before = acknowledged.size;
    const traffic = Promise.all(Array.from({ length: 8 }, () => writeUntilDead(server, acknowledged)));
    assert.ok(await until(() => acknowledged.size >= before + 50 + cycle * 7, 60_000), 'there was no traffic');
    server.child.kill('SIGKILL');
    await Promise.all([server.ended, traffic]);
    if (cycle % 2 === 0) {
      assert.ok(await until(() => postgresOn(folder.path).length === 0, 60_000), 'PostgreSQL stayed after kill -9');
    }
    // In odd cycles we do not wait for the end of PostgreSQL, so the next start may find a PostgreSQL that is still stopping.
  }
  assert.ok(await until(() => postgresOn(folder.path).length === 0, 60_000), 'PostgreSQL stayed after kill -9');
});

test('a second process on the same data folder ends with a one-line error, and the first one is not affected', async () => {
  const server = await mustStart({ DATA_DIR: folder.path });
  try {
    const second = await startServer({ DATA_DIR: folder.path });
    assert.ok('code' in second);
    assert.equal(second.code, 1);
    assert.equal(second.lines.length, 1);
    assert.match(second.lines[0] ?? '', /is in use by process \d+: stop that server/);
    assert.equal((await fetch(server.address, { method: 'POST' })).status, 200);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
});

test('after SIGTERM the server finishes pending requests, and stops PostgreSQL before it ends', async () => {
  const server = await mustStart({ DATA_DIR: folder.path });
  // `fetch` resolves early, because the server sends the response head before it starts the work.
  const answer = await fetch(`${server.address}/slow`, { method: 'POST' });
  server.child.kill('SIGTERM');
  assert.equal(answer.status, 200);
  const id = Number(await answer.text());
  assert.equal(await server.ended, 0);
  assert.deepEqual(postgresOn(folder.path), []);

  const again = await mustStart({ DATA_DIR: folder.path });
  assert.ok(((await (await fetch(again.address)).json()) as number[]).includes(id));
  again.child.kill('SIGTERM');
  await again.ended;
});

test('the next start stops a PostgreSQL whose server and keeper shell were both killed', async () => {
  const server = await mustStart({ DATA_DIR: folder.path });
  const [postgres] = postgresOn(folder.path);
  assert.ok(postgres);
  const keepers = keepersOf(postgres);
  assert.equal(keepers.length, 2);
  server.child.kill('SIGSTOP');
  for (const pid of keepers) process.kill(pid, 'SIGKILL');
  server.child.kill('SIGKILL');
  await server.ended;
  assert.ok(postgresOn(folder.path).length > 0, 'PostgreSQL is expected to have lost its keeper');
  const again = await mustStart({ DATA_DIR: folder.path });
  again.child.kill('SIGTERM');
  await again.ended;
  assert.deepEqual(postgresOn(folder.path), []);
});

test('each reason for a failed start is printed in one line with its remedy, and the exit code is 1', async () => {
  const other = createServer();
  const port = await new Promise<number>((settle) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      settle(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const file = join(folder.path, 'a-file');
  await writeFile(file, '');
  const obstacles: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: folder.path, PORT: String(port) }, /^Port \d+ on 127\.0\.0\.1 is taken: .* choose another with PORT/],
    [{ DATA_DIR: file }, /^The data folder .* cannot be written to .* choose another folder with DATA_DIR/],
    [{ DATA_DIR: folder.path, HOST: '203.0.113.9' }, /^HOST is "203\.0\.113\.9", which is no address of this computer/],
    [
      { DATA_DIR: folder.path, DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' },
      /^The database at 127\.0\.0\.1:1\/none cannot be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL/,
    ],
    [{ DATA_DIR: folder.path, PORT: 'eighty' }, /^PORT is "eighty": give a number/],
  ];
  try {
    for (const [environment, line] of obstacles) {
      const failed = await startServer(environment);
      assert.ok('code' in failed, `started with ${JSON.stringify(environment)}`);
      assert.equal(failed.code, 1);
      assert.equal(failed.lines.length, 1, failed.lines.join('\n'));
      assert.match(failed.lines[0] ?? '', line);
      assert.ok(!failed.lines[0]?.includes('secret'));
    }
  } finally {
    other.close();
  }
});

async function writeUntilDead(server: ServerProcess, acknowledged: Set<number>): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(server.address, { method: 'POST' });
      if (answer.status === 200) acknowledged.add(Number(await answer.text()));
    } catch {
      return;
    }
  }
}
