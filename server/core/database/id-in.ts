import { sql } from 'kysely';

/**
 * Tests a column against a list of ids in one parameter. `in` would need a parameter per id and a plan per list length. A list with one id
 * is compared by `=`: PostgreSQL expects ten rows from a list that it does not know, and would plan a prepared statement again for each run.
 */
export const idIn = (column: string, ids: readonly number[]) => {
  const [only] = ids;
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${sql.val(only)}::bigint`
    : sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
};
