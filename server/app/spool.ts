import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { Clock } from '../core/clock';
import { diskRoom, LEAST_ROOM } from '../core/files/disk';
import { refuse } from '../core/http/refusal';
import type { SpooledFile, SpoolGuard } from '../core/http/upload-guard';

/** Uploads that are written to disk while they arrive. They lie beside the stored files, so that a back-up does not copy them. */

/** Uploads at the same time in one process. */
const MOST_AT_ONCE = 4;
const BUSY_SECONDS = 10;
/** A process that ended midway leaves its file; no upload takes so long. */
const LEFT_BEHIND_MS = 3_600_000;

export interface Spool {
  /** Reserves a place before anything is read. @throws Refusal 42901 · 50301 */
  enter(bytes: number): Promise<void>;
  leave(): void;
  /** @throws Refusal 40008 its type or size */
  write(part: MultipartFile, guard: SpoolGuard): Promise<SpooledFile>;
}

/** @param folder absolute path on the disk of the stored files; made when it is missing */
export function createSpool(folder: string, clock: Pick<Clock, 'randomBytes'>): Spool {
  let writing = 0;

  /** Times of files are the machine's, so they are compared with a new file's and not with the clock. */
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
        // Destroyed, the file would block the rest of the body.
        for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > guard.maxBytes) throw refuse(40008);
          if (!isHeadRead) {
            head = Buffer.concat([head, chunk]);
            isHeadRead = head.length >= guard.headBytes;
            if (isHeadRead && !guard.accepts(head)) throw refuse(40008);
          }
          hash.update(chunk);
          // Waiting here is what slows a sender down that is faster than the disk.
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
