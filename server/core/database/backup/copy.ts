import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Runs COPY on the driver's connection. COPY's text loses no precision (microseconds, jsonb, bytea, arrays, bigint). All supported
 * versions of PostgreSQL write the same text. The driver does not support COPY, but it passes the protocol messages to the active query.
 */

/** Members of the driver's connection that its types do not declare. */
interface Wire {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Handlers of the protocol messages for the active query. */
interface Conversation {
  submit(wire: Wire): void;
  handleCopyData(message: { chunk: Buffer }, wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(wire: Wire): void;
}

/** SQL settings that make COPY's text independent of the server's configuration. */
export const COPY_SETTINGS = [
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  'set local extra_float_digits = 1',
  "set local bytea_output = 'hex'",
  "set local client_encoding = 'UTF8'",
] as const;

/** Approximate size of a block of rows, in bytes. */
const BLOCK = 64 * 1024;

/** Reads the number of rows from the command tag: `COPY 42` → 42. */
const rowsOf = (tag: string): number => Number(tag.split(' ')[1] ?? 0);

function converse(
  client: pg.ClientBase,
  sql: string,
  on: Pick<Conversation, 'handleCopyData' | 'handleCopyInResponse'> & { readonly complete?: () => void },
): Promise<number> {
  return new Promise((settle, fail) => {
    let rows = 0;
    const conversation: Conversation = {
      submit: (wire) => wire.query(sql),
      handleCommandComplete({ text }) {
        rows = rowsOf(text);
        on.complete?.();
      },
      handleError: fail,
      handleReadyForQuery: () => settle(rows),
      handleCopyData: on.handleCopyData,
      handleCopyInResponse: on.handleCopyInResponse,
    };
    // The cast is needed because the declared type allows only the driver's own queries.
    client.query(conversation as unknown as pg.Submittable);
  });
}

/**
 * Writes the output of `copy (…) to stdout` into `sink`. It pauses reading while the sink is full. The sink stays open.
 *
 * @returns the number of rows
 */
export function copyOut(client: pg.ClientBase, sql: string, sink: Writable): Promise<number> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let isPaused = false;
  /** Writes the collected rows to the sink. @returns whether the sink accepts more */
  const flush = (): boolean => {
    if (bytes === 0 || sink.destroyed) return true;
    const block = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return sink.write(block);
  };
  return converse(client, sql, {
    handleCopyInResponse: () => undefined,
    complete: flush,
    handleCopyData({ chunk }, wire) {
      // We copy the row, because it refers to the driver's buffer, which the next network data overwrites.
      parts.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes < BLOCK || flush() || isPaused) return;
      isPaused = true;
      wire.stream.pause();
      const goOn = () => {
        sink.off('drain', goOn).off('close', goOn);
        isPaused = false;
        wire.stream.resume();
      };
      sink.on('drain', goOn).on('close', goOn);
    },
  });
}

/**
 * Sends the data of `source` to `copy … from stdin`. When the source fails, the statement fails with the same error and inserts nothing.
 *
 * @returns the number of rows
 */
export async function copyIn(client: pg.ClientBase, sql: string, source: AsyncIterable<Buffer>): Promise<number> {
  let failed: unknown;
  const pump = async (wire: Wire) => {
    try {
      for await (const chunk of source) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    } catch (error) {
      failed = error;
      wire.sendCopyFail('the source of the data failed');
    }
  };
  try {
    return await converse(client, sql, {
      handleCopyData: () => undefined,
      handleCopyInResponse: (wire) => void pump(wire),
    });
  } catch (error) {
    throw failed ?? error;
  }
}

function drained(stream: Writable): Promise<void> {
  return new Promise((settle, fail) => {
    const end = (error?: Error) => {
      stream.off('drain', end).off('close', closed);
      if (error) fail(error);
      else settle();
    };
    const closed = () => end(new Error('the connection to the database was lost'));
    stream.on('drain', end).on('close', closed);
  });
}
