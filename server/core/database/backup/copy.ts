import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/**
 * COPY over the driver's connection. The text of COPY is exact for every type — microseconds, jsonb, bytea, arrays, bigint —
 * and the same in every version of PostgreSQL; the driver itself knows no COPY, but lets a query answer its messages.
 */

/** What the driver's connection offers beside queries. */
interface Wire {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The messages that reach the query that is under way. */
interface Conversation {
  submit(wire: Wire): void;
  handleCopyData(message: { chunk: Buffer }, wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(wire: Wire): void;
}

/** Settings under which COPY writes the same text everywhere. */
export const COPY_SETTINGS = [
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  'set local extra_float_digits = 1',
  "set local bytea_output = 'hex'",
  "set local client_encoding = 'UTF8'",
] as const;

/** Rows are handed on in blocks of about so many bytes. */
const BLOCK = 64 * 1024;

/** `COPY 42` → 42 */
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
    // Its declared type names only its own queries.
    client.query(conversation as unknown as pg.Submittable);
  });
}

/**
 * Writes what `copy (…) to stdout` answers into `sink`, as fast as the sink takes it. The sink stays open.
 *
 * @returns how many rows there were
 */
export function copyOut(client: pg.ClientBase, sql: string, sink: Writable): Promise<number> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let isPaused = false;
  /** Answers whether the sink takes more. */
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
      // A row is a view of the driver's own buffer, which the next bytes from the network overwrite.
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
 * Feeds `copy … from stdin` from `source`. When the source fails, the statement fails with its reason and leaves nothing.
 *
 * @returns how many rows were taken
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
