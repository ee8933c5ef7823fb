import { sql } from 'kysely';

/** Is the column one of these ids? One parameter, however many they are: `in` takes one for each, and a plan of its own. */
export const idIn = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...ids])}::bigint[])`;
