import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { flush } from '../backup/rows';
import type { ArchivePart } from './parts';

/** Format version of the manifest that accompanies each file. */
const FORMAT = 1;

export const fileOf = (dir: string, name: string): string => join(dir, `${name}.copy.gz`);
const manifestOf = (dir: string, name: string): string => join(dir, `${name}.json`);
/** Returns the name of a file while it is being written. */
export const draftOf = (path: string): string => `${path}.part`;

/** Row count, checksums and size of a file. */
export interface FileSums extends Pick<ArchivePart, 'rows' | 'sha256' | 'fileSha256' | 'bytes'> {}

/** Reads a whole file, and computes its row count, size and checksums. @throws the error of the file system or of the decompression */
export async function readSums(path: string): Promise<FileSums> {
  const [file, text] = [createHash('sha256'), createHash('sha256')];
  let [bytes, rows] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text.update(chunk);
      // COPY's text has one line per row, because line ends inside values are escaped.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done();
    },
  });
  await pipeline(createReadStream(path), counted, createGunzip(), sink);
  return { rows, bytes, sha256: text.digest('hex'), fileSha256: file.digest('hex') };
}

/** Compares a file with its registered partition. @returns the fault as the end of a sentence, or `null` for an intact file */
export async function findFault(dir: string, part: ArchivePart): Promise<string | null> {
  const path = fileOf(dir, part.name);
  const sums = await readSums(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code ?? error.message})`,
  );
  if (typeof sums === 'string') return sums;
  if (sums.fileSha256 !== part.fileSha256 || sums.sha256 !== part.sha256) return 'does not fit its checksum';
  return sums.rows === part.rows ? null : `holds ${sums.rows} rows instead of ${part.rows}`;
}

/** Formats the manifest of a file. The manifest describes the file for people, and for a database that lost the file's registration. */
const manifestText = ({ state: _, ...part }: ArchivePart): string =>
  `${JSON.stringify({ format: FORMAT, ...part }, null, 2)}\n`;

/** Writes and flushes the manifest of a written file. Then renames the file and the manifest to their final names. */
export async function publish(dir: string, part: ArchivePart): Promise<void> {
  const manifest = manifestOf(dir, part.name);
  await writeFile(draftOf(manifest), manifestText(part), { mode: 0o600 });
  await flush(draftOf(manifest));
  const file = fileOf(dir, part.name);
  await rename(draftOf(file), file);
  await rename(draftOf(manifest), manifest);
  await flush(dir);
}

/** Checks whether the manifest of a file equals its registered partition. */
export async function hasManifest(dir: string, part: ArchivePart): Promise<boolean> {
  try {
    const found: unknown = JSON.parse(await readFile(manifestOf(dir, part.name), 'utf8'));
    return isDeepStrictEqual(found, JSON.parse(manifestText(part)));
  } catch {
    return false;
  }
}
