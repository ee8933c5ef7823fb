import { createQueryId, type Kysely, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import pg from 'pg';
import type { Bytes } from '../export/bytes';
import type { Database } from './schema';

/**
 * Reads rows in COPY's text format: one row per line, tabs between fields, `\N` for null. This takes far less time in PostgreSQL and in
 * this process than reading objects. Exports of millions of rows therefore become feasible.
 */

/** Query compiler that writes values as untyped literals into the SQL text, because COPY accepts no parameters. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

function literal(value: unknown): string {
  return value === null || value === undefined ? 'null' : pg.escapeLiteral(valueText(value));
}

/** Formats a value as text. @throws TypeError for a value type that export queries do not use */
function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return String(value);
  throw new TypeError(`a value of type ${typeof value} cannot be copied with`);
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return `"${valueText(value).replace(/[\\"]/g, '\\$&')}"`;
}

/** A COPY statement on a connection. The query builder uses the statement like a cursor. It returns one row: the `Bytes` with all data. */
export class CopyCursor<R> {
  private readonly into: Bytes;
  private isRead = false;
  private settle!: { done(): void; failed(error: Error): void };
  private readonly ended: Promise<void>;

  constructor(
    private readonly text: string,
    [into]: unknown[],
  ) {
    this.into = into as Bytes;
    this.ended = new Promise((done, failed) => {
      this.settle = { done, failed };
    });
    // The reader receives the error. Without this handler, a connection failure before the read would stop the process.
    this.ended.catch(() => undefined);
  }

  async read(): Promise<R[]> {
    if (this.isRead) return [];
    await this.ended;
    this.isRead = true;
    return [this.into as R];
  }

  close(): Promise<void> {
    return this.ended.catch(() => undefined);
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.text);
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The bytes are copied immediately, because the driver reuses the chunk's memory.
    this.into.part(chunk, 0, chunk.length);
  }
  handleReadyForQuery(): void {
    this.settle.done();
  }
  handleError(error: Error): void {
    this.settle.failed(error);
  }
  handleCommandComplete(): void {
    // The statement is complete only when the connection is ready again.
  }
}

/** Replaces the content of `into` with a query's rows in COPY's text format. */
export async function copyOut(
  db: Kysely<Database>,
  query: { toOperationNode(): RootOperationNode },
  into: Bytes,
): Promise<void> {
  into.clear();
  const node = query.toOperationNode();
  const queryId = createQueryId();
  const { sql } = new LiteralCompiler().compileQuery(node, queryId);
  const copy = { query: node, queryId, sql: `copy (${sql}) to stdout`, parameters: [into] };
  const rows = db.getExecutor().stream(copy, 1);
  while (!(await rows.next()).done);
}
