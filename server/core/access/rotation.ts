import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/schema';
import type { SecretBox } from '../platforms/ports';

/** Rotation of the secret key: encrypts stored values again with the current key, while the server is running. */

/** A column of encrypted values. A module declares its columns, because only the module knows the `place` of a value ({@link SecretBox}). */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Further columns from which {@link place} is built. */
  readonly also?: readonly string[];
  /** `true` if the server renews a value that it cannot decrypt, so that such a value is no fault. */
  readonly isRenewed?: boolean;
  place(row: Readonly<Record<string, unknown>>): string;
}

/** Result of a rotation. */
export interface Rotated {
  /** Number of values or files that were read. */
  readonly checked: number;
  /** Number of those that had an earlier key. */
  readonly resealed: number;
  /** Values or files that could not be decrypted or found, each with the reason. */
  readonly faults: readonly string[];
}

export const sumOf = (parts: readonly Rotated[]): Rotated => ({
  checked: parts.reduce((sum, { checked }) => sum + checked, 0),
  resealed: parts.reduce((sum, { resealed }) => sum + resealed, 0),
  faults: parts.flatMap(({ faults }) => faults),
});

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Tools {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}

/** Number of rows that one query reads. */
const AT_ONCE = 200;

type Row = Readonly<Record<string, unknown>>;

const namesOf = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((name) => sql.id(name)));
const valuesOf = (row: Row, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => row[name]));

/**
 * Finds the values of a column that an earlier key encrypted, and encrypts them with the current key. A repeated or interrupted call is
 * safe. Each value is written by its own statement, so that no row stays locked.
 */
export async function resealColumn(tools: Tools, from: SealedColumn): Promise<Rotated> {
  const { table, column, key, also = [] } = from;
  const parts: Rotated[] = [];
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`and (${namesOf(key)}) > (${valuesOf(last, key)})` : sql``;
    const { rows } = await sql<Row>`
      select ${namesOf([...key, ...also, column])} from ${sql.id(table)}
      where ${sql.id(column)} is not null ${after} order by ${namesOf(key)} limit ${AT_ONCE}`.execute(tools.db);
    for (const row of rows) parts.push(await resealValue(tools, from, row));
    last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return sumOf(parts);
  }
}

async function resealValue({ db, secrets }: Tools, from: SealedColumn, row: Row): Promise<Rotated> {
  const { table, column, key } = from;
  const sealed = row[column] as Buffer;
  if (secrets.isCurrent(sealed)) return { checked: 1, resealed: 0, faults: [] };
  let plain: Buffer;
  try {
    plain = secrets.openBytes(sealed, from.place(row));
  } catch (error) {
    const which = key.map((name) => `${name} ${String(row[name])}`).join(', ');
    return {
      checked: 1,
      resealed: 0,
      faults: from.isRenewed ? [] : [`${table}.${column}, ${which}: ${reasonOf(error)}`],
    };
  }
  // The condition on the earlier value keeps a value that another transaction wrote in the meantime.
  const { numAffectedRows = 0n } = await sql`
    update ${sql.id(table)} set ${sql.id(column)} = ${secrets.seal(plain, from.place(row))}
    where (${namesOf(key)}) = (${valuesOf(row, key)}) and ${sql.id(column)} = ${sealed}`.execute(db);
  return { checked: 1, resealed: Number(numAffectedRows), faults: [] };
}
