import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { loadRows, writeRows } from './rows';

/** Tests that files are closed after a failed query. The database is replaced, because only the failure matters. */

const FILES = '/proc/self/fd';
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-rows-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A client whose query fails after the file is open. */
const failing = {
  query: ({ handleError }: { handleError(error: Error): void }) =>
    setTimeout(() => handleError(new Error('canceling statement')), 50),
} as unknown as pg.ClientBase;

/** Checks whether this process has the file open. A stream closes its file shortly after it is destroyed. */
async function isOpen(path: string): Promise<boolean> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const names = await readdir(FILES);
    const open = await Promise.all(names.map((name) => readlink(join(FILES, name)).catch(() => '')));
    if (!open.includes(path)) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

const skip = existsSync(FILES) ? false : 'the system does not list open files';

test('a query that fails while its rows are written leaves no open file', { skip }, async () => {
  const path = join(folder, 'written.copy.gz');
  await assert.rejects(writeRows(failing, 'copy (select 1) to stdout', path), /canceling statement/);
  assert.equal(await isOpen(path), false);
});

test('a query that fails while rows are loaded leaves no open file', { skip }, async () => {
  const path = join(folder, 'loaded.copy.gz');
  // The file is larger than the buffers, so that the stream does not reach its end by itself.
  const rows = Array.from({ length: 400_000 }, (_, index) => `${(index * 2_654_435_761) % 4_294_967_296}`).join('\n');
  await writeFile(path, gzipSync(rows, { level: 1 }));
  await assert.rejects(loadRows(failing, 'copy t from stdin', path), /canceling statement/);
  assert.equal(await isOpen(path), false);
});
