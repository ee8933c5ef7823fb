import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { copyIn, copyOut } from './copy';

/** Reads and writes the rows of a table as a compressed file in COPY's text format. Memory use is independent of the table's size. */

interface WrittenRows {
  readonly rows: number;
  /** SHA-256 of the text before compression. */
  readonly sha256: string;
}

/**
 * Writes the output of `copy (…) to stdout` into a gzip file.
 *
 * @param signal stops the writing and leaves an incomplete file
 */
export async function writeRows(
  client: pg.ClientBase,
  sql: string,
  path: string,
  signal?: AbortSignal,
): Promise<WrittenRows> {
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = new PassThrough();
  const written = pipeline(source, hashed, createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }), {
    ...(signal && { signal }),
  });
  // When the file cannot be written, `written` fails first. `Promise.all` then ignores a later error of the query.
  const copied = copyOut(client, sql, source).then(
    (count) => {
      source.end();
      return count;
    },
    (error: Error) => {
      // Otherwise the file would stay open.
      source.destroy(error);
      throw error;
    },
  );
  const [rows] = await Promise.all([copied, written]);
  return { rows, sha256: hash.digest('hex') };
}

/** Sends the content of a gzip file to `copy … from stdin`. @returns the number of rows */
export async function loadRows(client: pg.ClientBase, sql: string, path: string): Promise<number> {
  const source = createReadStream(path);
  const text = createGunzip();
  source.on('error', (error) => text.destroy(error));
  try {
    return await copyIn(client, sql, source.pipe(text));
  } finally {
    // A failed statement leaves the rest of the file unread, and the file would stay open.
    source.destroy();
    text.destroy();
  }
}

/** Computes the SHA-256 of the output of `copy (…) to stdout`. */
export async function hashRows(client: pg.ClientBase, sql: string): Promise<string> {
  const hash = createHash('sha256');
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done();
    },
  });
  await copyOut(client, sql, sink);
  await new Promise<void>((settle) => sink.end(settle));
  return hash.digest('hex');
}

/**
 * Flushes a file or a folder to disk.
 *
 * @throws the error of the system when a file cannot be flushed
 */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const isFolder = (await handle.stat()).isDirectory();
    await handle.sync().catch((error: unknown) => {
      // Some systems cannot flush a folder. The files in the folder are flushed separately.
      if (!isFolder) throw error;
    });
  } finally {
    await handle.close();
  }
}
