import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { diskFiles } from './files';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multistation-disk-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a replaced file has the new content and the permissions of the former file, and no other file remains', async () => {
  const files = diskFiles(folder);
  await files.put('scene/1.sealed', Buffer.from('former'), 'application/octet-stream');
  const path = join(folder, 'scene/1.sealed');
  await chmod(path, 0o640);
  await files.replace('scene/1.sealed', Buffer.from('new content'));
  assert.equal(Buffer.from(await files.get('scene/1.sealed')).toString(), 'new content');
  assert.equal((await stat(path)).mode & 0o777, 0o640);
  assert.deepEqual(await readdir(join(folder, 'scene')), ['1.sealed']);
});

test('only a missing file has no size: a folder that cannot be read is an error', async () => {
  const files = diskFiles(folder);
  await files.put('scene/2.bin', Buffer.from('12'), 'application/octet-stream');
  assert.equal(await files.size('scene/2.bin'), 2);
  assert.equal(await files.size('scene/3.bin'), null);
  assert.equal(await files.size('none/3.bin'), null);
  await assert.rejects(files.size('scene/2.bin/3.bin'), { code: 'ENOTDIR' });
});
