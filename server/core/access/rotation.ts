import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/schema';
import type { SecretBox } from '../platforms/ports';

/** Rotation of the secret key: encrypts stored values again with the current key, while the server is running. */

/** A column of encrypted values. Each module declares its own columns, because only the module knows the `place` of a value. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Further columns from which {@link place} is built. */
  readonly placeColumns?: readonly string[];
  /** Returns `true` if the server renews this value when it cannot decrypt it, so that such a value is no fault. */
  isRenewed?(row: Readonly<Record<string, unknown>>): boolean;
  place(row: Readonly<Record<string, unknown>>): string;
}

/** Declares a column whose `place` depends only on the id of the row. */
export const columnById = (table: string, column: string, placeOf: (id: number) => string): SealedColumn => ({
  ...{ table, column, key: ['id'] },
  place: ({ id }) => placeOf(Number(id)),
});

/** Result of a rotation. */
export interface RotationResult {
  /** Number of values or files that were read. */
  readonly checked: number;
  /** Number of those that had an earlier key and were encrypted again. */
  readonly resealed: number;
  /** Values or files that could not be decrypted or found, each with the reason. */
  readonly faults: readonly string[];
}

export const sumResults = (parts: readonly RotationResult[]): RotationResult => ({
  checked: parts.reduce((sum, { checked }) => sum + checked, 0),
  resealed: parts.reduce((sum, { resealed }) => sum + resealed, 0),
  faults: parts.flatMap(({ faults }) => faults),
});

export const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Tools {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}

/** Number of rows that one query reads. */
const BATCH_SIZE = 200;

type Row = Readonly<Record<string, unknown>>;

const columnList = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((name) => sql.id(name)));
const valueList = (row: Row, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => row[name]));

/**
 * Finds the values of a column that an earlier key encrypted, and encrypts them with the current key. A repeated or interrupted call is
 * safe. Each value is written by its own statement, so that no row stays locked.
 */
export async function resealColumn(tools: Tools, from: SealedColumn): Promise<RotationResult> {
  const { table, column, key, placeColumns = [] } = from;
  const parts: RotationResult[] = [];
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`and (${columnList(key)}) > (${valueList(last, key)})` : sql``;
    const { rows } = await sql<Row>`
      select ${columnList([...key, ...placeColumns, column])} from ${sql.id(table)}
      where ${sql.id(column)} is not null ${after} order by ${columnList(key)} limit ${BATCH_SIZE}`.execute(tools.db);
    for (const row of rows) parts.push(await resealValue(tools, from, row));
    last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return sumResults(parts);
  }
}

async function resealValue({ db, secrets }: Tools, from: SealedColumn, row: Row): Promise<RotationResult> {
  const { table, column, key } = from;
  const sealed = row[column] as Buffer;
  if (secrets.isCurrent(sealed)) return { checked: 1, resealed: 0, faults: [] };
  let plain: Buffer;
  try {
    plain = secrets.openBytes(sealed, from.place(row));
  } catch (error) {
    if (from.isRenewed?.(row)) return { checked: 0, resealed: 0, faults: [] };
    const which = key.map((name) => `${name} ${String(row[name])}`).join(', ');
    return { checked: 1, resealed: 0, faults: [`${table}.${column}, ${which}: ${formatReason(error)}`] };
  }
  // The condition on the earlier value keeps a value that another transaction wrote in the meantime.
  await sql`
    update ${sql.id(table)} set ${sql.id(column)} = ${secrets.seal(plain, from.place(row))}
    where (${columnList(key)}) = (${valueList(row, key)}) and ${sql.id(column)} = ${sealed}`.execute(db);
  // Also counted if another transaction wrote a value, because that value may have an earlier key too. The next pass then reads it.
  return { checked: 1, resealed: 1, faults: [] };
}
