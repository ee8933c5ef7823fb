import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { Clock } from '../core/clock';
import { diskRoom, LEAST_ROOM } from '../core/files/disk';
import { refuse } from '../core/http/refusal';
import type { SpooledFile, SpoolGuard } from '../core/http/upload-guard';

/** Uploads that are written to disk while they arrive. Their folder is separate from the stored files, so backups do not copy them. */

/** Maximum number of concurrent uploads to disk per process. */
const MOST_AT_ONCE = 4;
const BUSY_SECONDS = 10;
/** Age in milliseconds at which a file is deleted as a leftover of a crashed process. No upload takes this long. */
const LEFT_BEHIND_MS = 3_600_000;

export interface Spool {
  /** Reserves a slot before the file is read. @throws Refusal 42901 (too many uploads), 50301 (disk almost full) */
  enter(bytes: number): Promise<void>;
  leave(): void;
  /** Writes the file to disk. @throws Refusal 40008 when its type or size is not accepted */
  write(part: MultipartFile, guard: SpoolGuard): Promise<SpooledFile>;
}

/** Creates the spool. @param folder absolute path on the disk of the stored files; a missing folder is created */
export function createSpool(folder: string, clock: Pick<Clock, 'randomBytes'>): Spool {
  let writing = 0;

  /** Deletes abandoned files. File times use the machine's clock, so they are compared with the time of a new file. */
  async function sweep(newest: string): Promise<void> {
    const { mtimeMs: now } = await stat(newest);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }

  return {
    async enter(bytes) {
      if (writing >= MOST_AT_ONCE) throw refuse(42901, {}, { retryAfter: BUSY_SECONDS });
      writing += 1;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const room = await diskRoom(folder);
        if (room !== null && room.totalBytes > 0 && room.freeBytes - bytes < LEAST_ROOM) throw refuse(50301);
      } catch (error) {
        writing -= 1;
        throw error;
      }
    },
    leave() {
      writing -= 1;
    },
    async write({ file, filename }, guard) {
      const path = join(folder, `${clock.randomBytes(16).toString('hex')}.part`);
      const hash = createHash('sha256');
      const handle = await open(path, 'wx', 0o600);
      let bytes = 0;
      let isHeadRead = false;
      let head = Buffer.alloc(0);
      try {
        await sweep(path);
        // A destroyed file stream would block the rest of the body.
        for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > guard.maxBytes) throw refuse(40008);
          if (!isHeadRead) {
            head = Buffer.concat([head, chunk]);
            isHeadRead = head.length >= guard.headBytes;
            if (isHeadRead && !guard.accepts(head)) throw refuse(40008);
          }
          hash.update(chunk);
          // Waiting for the disk slows down a sender that is faster than the disk.
          await handle.write(chunk);
        }
        if (!isHeadRead) throw refuse(40008);
      } catch (error) {
        file.resume();
        await handle.close();
        await rm(path, { force: true });
        throw error;
      }
      await handle.close();
      return { name: filename, path, bytes, sha256: hash.digest('hex') };
    },
  };
}
