import { createQueryId, type Kysely, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import pg from 'pg';
import type { Bytes } from '../export/bytes';
import type { Database } from './schema';

/**
 * Reads rows as COPY writes them: text, fields between tabs, one row a line, `\N` where there is none. A row costs PostgreSQL and
 * this process a fraction of what it costs as an object, which is what exports of millions of rows live on.
 */

/** COPY takes no parameters: this writes the values of a query into its text, each as a literal without a type, as a parameter is one. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

function literal(value: unknown): string {
  return value === null || value === undefined ? 'null' : pg.escapeLiteral(valueText(value));
}

/** @throws TypeError for what no query of an export is given */
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

/** One COPY on a connection, in the place where the query builder takes a cursor. */
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
    // The reader receives an error; a connection that breaks before that must not end the process.
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
    // The driver uses the memory of the chunk again.
    this.into.part(chunk, 0, chunk.length);
  }
  handleReadyForQuery(): void {
    this.settle.done();
  }
  handleError(error: Error): void {
    this.settle.failed(error);
  }
  handleCommandComplete(): void {
    // The end comes with the connection being ready again.
  }
}

/** Puts the rows of a query, as COPY writes them, into `into`; what was there before is forgotten. */
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
