import type { Text } from '../../../contract/text';
import type { ExportWords } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { joined } from './answers';
import { visibleTeams } from './scope';

/** Lists the names of a filter's stations. A station that the reader may not see appears as its id (DOMAIN §1). */
export async function stationFilterNames(ctx: ActorContext, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await visibleTeams(ctx.db.selectFrom('team'), ctx.actor)
    .select(['team.id', 'team.name'])
    .where('team.id', 'in', [...ids])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? String(id));
}

/** Returns the names of a filter's stations as one labelled text. */
export async function stationFilterText(
  ctx: ActorContext,
  label: Text,
  ids: readonly number[] | undefined = [],
): Promise<ExportWords> {
  return { label, value: joined(ctx, await stationFilterNames(ctx, ids)) };
}
