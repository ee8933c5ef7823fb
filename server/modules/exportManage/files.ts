import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '../../../contract/export.modules';

/**
 * Files of exports. `<id>.part` is incomplete, `<id>.packed` is an XLSX that is being packed, and `<id>.csv` and `<id>.xlsx` are complete.
 */

const NAME = /^(\d{1,16})\.(part|csv|xlsx|packed)$/;

const partPath = (folder: string, id: number) => join(folder, `${id}.part`);
export const filePath = (folder: string, id: number, format: ExportFormat) => join(folder, `${id}.${format}`);
/** Path of an incomplete XLSX. */
const packedPath = (folder: string, id: number) => join(folder, `${id}.packed`);

export async function removeFiles(folder: string, id: number): Promise<void> {
  const paths = [
    partPath(folder, id),
    packedPath(folder, id),
    filePath(folder, id, 'csv'),
    filePath(folder, id, 'xlsx'),
  ];
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/** Finds the tasks that have files in the folder. */
export async function tasksWithFiles(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return [...new Set(names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? []) || []))];
}

/** An append-only file that computes its hash while it is written. */
export interface GrowingFile {
  readonly size: number;
  append(bytes: Buffer): Promise<void>;
  /** Syncs appended bytes to disk, so that they survive a power failure. */
  flush(): Promise<void>;
  close(): Promise<void>;
  sha256(): string;
}

/**
 * Opens the file of a running task and truncates it to its first `offset` bytes.
 *
 * @returns `null` if the file is shorter than `offset`; the task must then restart
 */
export async function growFile(folder: string, id: number, offset: number): Promise<GrowingFile | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = partPath(folder, id);
  const before =
    offset === 0
      ? 0
      : await stat(path).then(
          ({ size }) => size,
          () => -1,
        );
  if (before < offset) return null;
  const hash = createHash('sha256');
  if (offset > 0) {
    for await (const chunk of createReadStream(path, { end: offset - 1 })) hash.update(chunk as Buffer);
  }
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
  await file.truncate(offset);
  let size = offset;
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      // Write at the tracked position. If another process still runs this task, it writes the same bytes there.
      await file.write(bytes, 0, bytes.length, size);
      hash.update(bytes);
      size += bytes.length;
    },
    flush: () => file.datasync(),
    close: () => file.close(),
    sha256: () => hash.copy().digest('hex'),
  };
}

/** Renames a complete CSV to its final name. */
export async function keepCsv(folder: string, id: number): Promise<void> {
  await rename(partPath(folder, id), filePath(folder, id, 'csv'));
}

/**
 * Packs the complete sheet `<id>.part` as XLSX, gives the XLSX its final name and deletes the sheet.
 *
 * @returns the size in bytes and the SHA-256 hash of the XLSX
 */
export async function keepXlsx(
  folder: string,
  id: number,
  pack: (sheet: string, target: string) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  const target = packedPath(folder, id);
  await pack(partPath(folder, id), target);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target)) hash.update(chunk as Buffer);
  const { size } = await stat(target);
  await rename(target, filePath(folder, id, 'xlsx'));
  await rm(partPath(folder, id), { force: true });
  return { size, sha256: hash.digest('hex') };
}
