import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tone } from '../../../contract/lifecycle';
import type { SearchHit } from '../../../contract/search';
import type { Text } from '../../../contract/text';
import type { ActorContext } from '../http/context';

/**
 * Builds one result of the search over records.
 *
 * @param state text and tone of the record's current state
 */
export const searchHit = (
  { t }: Pick<ActorContext, 't'>,
  state: { readonly text: Text; readonly tone: Tone },
  { id, title, note, at = null }: Pick<SearchHit, 'id' | 'title' | 'note'> & { readonly at?: Date | null },
): SearchHit => ({ id, title, note, stateText: t(state.text), tone: state.tone, at: at?.toISOString() ?? null });

/** Reads the newest rows of a query without counting all rows. @param table must have the columns `id` and `created_at` */
export const newest = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: TB & string,
  limit: number,
) =>
  query
    .orderBy(sql.ref(`${table}.created_at`), 'desc')
    .orderBy(sql.ref(`${table}.id`), 'desc')
    .limit(limit)
    .execute();
