import { sql } from 'kysely';

/** Tests a column against a list of ids as one parameter. `in` needs one parameter per id, and one plan per list length. */
export const idIn = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
