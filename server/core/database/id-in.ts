import { sql } from 'kysely';

/** Tests a column against a list of ids in one parameter. `in` would need a parameter per id and a plan per list length. */
export const idIn = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
