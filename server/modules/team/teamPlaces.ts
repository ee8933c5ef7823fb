import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';

/** Reads station names and city codes. Deleted stations are included, because old bills name them. */
export async function teamPlaces(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, { name: string; cityCode: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('team')
    .where('team.id', 'in', [...ids])
    .select(['team.id', 'team.name', 'team.city_code as cityCode'])
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
