import { sql } from 'kysely';

/**
 * Builds the condition that a column equals one of the ids. The list is one parameter. `in` would need a parameter per id and a plan per
 * list length. A list with one id is compared by `=`: for a list of unknown length, PostgreSQL expects ten rows and would plan a prepared
 * statement again for each run.
 */
export const idIn = (column: string, ids: readonly number[]) => {
  const [only] = ids;
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${sql.val(only)}::bigint`
    : sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
};
