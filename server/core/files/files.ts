import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FilePort } from '../platforms/ports';

/**
 * Creates the store for files on the local disk below a folder. The application creates the keys (`scene/id.ext`). A key that points
 * outside the folder is refused.
 *
 * @param folder absolute path; created if missing
 */
export function diskFiles(folder: string): FilePort {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  const pathOf = (key: string) => {
    const path = resolve(folder, key);
    if (!path.startsWith(resolve(folder) + sep)) throw new Error(`key ${key} leaves the folder`);
    return path;
  };
  return {
    async put(key, bytes, contentType) {
      try {
        await disk.put(key, bytes, { contentType });
      } catch (error) {
        // An incomplete file is deleted, because it would use space that the next file needs.
        await disk.delete(key).catch(() => undefined);
        throw error;
      }
    },
    get: (key) => disk.getBytes(key),
    remove: (key) => disk.delete(key),
    async replace(key, bytes) {
      const path = pathOf(key);
      // One name for each file, so that a repeated call overwrites what an interrupted call left.
      const next = `${path}.next`;
      const former = await stat(path);
      try {
        await writeLike(former, next, bytes);
        await rename(next, path);
      } catch (error) {
        await rm(next, { force: true });
        throw error;
      }
    },
    async adopt(key, path) {
      const to = pathOf(key);
      await mkdir(dirname(to), { recursive: true });
      await rename(path, to);
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    part: (key, start, end) => createReadStream(pathOf(key), { start, end }),
  };
}

/** Writes a file with the permissions and the owner of another file, and flushes it to the disk. */
async function writeLike({ mode, uid, gid }: Stats, path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    // A command may run as another user than the server, which must still be able to read the file.
    if (uid !== process.getuid?.() || gid !== process.getgid?.()) await file.chown(uid, gid);
    // Without this, a power failure after the renaming could leave an empty file.
    await file.sync();
  } finally {
    await file.close();
  }
}
