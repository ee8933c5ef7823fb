import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/schema';
import { withTransaction } from '../database/transaction';
import type { SecretBox } from '../platforms/ports';
import { StartupError } from '../startup';

/** Rotation of the secret key: encrypts stored values again with the current key, while the server is running. */

/** A column of encrypted values. A module declares its columns, because only the module knows the `place` of a value ({@link SecretBox}). */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Further columns from which {@link place} is built. */
  readonly also?: readonly string[];
  place(row: Readonly<Record<string, unknown>>): string;
}

/** Number of checked values, and of the values among them that were encrypted again. */
export interface Rotated {
  readonly checked: number;
  readonly resealed: number;
}

interface Tools {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}

/** Number of rows that one transaction locks. */
const AT_ONCE = 200;

type Row = Readonly<Record<string, unknown>>;

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.id(name)));
const rowOf = (row: Row, names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => row[name]));

/**
 * Encrypts the values of a column that an earlier key encrypted with the current key. A repeated or interrupted call is safe.
 *
 * @throws StartupError when a value is damaged, or is encrypted with a key that is not configured
 */
export async function resealColumn({ db, secrets }: Tools, of: SealedColumn): Promise<Rotated> {
  const { table, column, key, also = [] } = of;
  let [checked, resealed] = [0, 0];
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`and (${columnList(key)}) > (${rowOf(last, key)})` : sql``;
    const rows = await withTransaction(db, async (trx) => {
      const found = await sql<Row>`
        select ${columnList([...key, ...also, column])} from ${sql.id(table)}
        where ${sql.id(column)} is not null ${after} order by ${columnList(key)} limit ${AT_ONCE}`.execute(trx);
      const earlier = found.rows.filter((row) => !secrets.isCurrent(row[column] as Buffer));
      for (const row of earlier) {
        const sealed = row[column] as Buffer;
        // The condition on the old value keeps a value that another transaction wrote in the meantime.
        await sql`
          update ${sql.id(table)} set ${sql.id(column)} = ${secrets.seal(openedOf(secrets, of, row), of.place(row))}
          where (${columnList(key)}) = (${rowOf(row, key)}) and ${sql.id(column)} = ${sealed}`.execute(trx);
      }
      return { found: found.rows, earlier: earlier.length };
    });
    checked += rows.found.length;
    resealed += rows.earlier;
    last = rows.found.at(-1);
    if (!last || rows.found.length < AT_ONCE) return { checked, resealed };
  }
}

function openedOf(secrets: SecretBox, of: SealedColumn, row: Row): Buffer {
  try {
    return secrets.openBytes(row[of.column] as Buffer, of.place(row));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const which = of.key.map((name) => `${name} ${String(row[name])}`).join(', ');
    throw new StartupError(
      `${of.table}.${of.column} of ${which} cannot be decrypted (${reason}): add its key to SECRET_KEY or secret.key, or restore the row.`,
    );
  }
}
