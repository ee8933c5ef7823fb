import type { Text } from '../../../contract/text';
import type { ExportWords } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { joined } from './answers';
import { visibleTeams } from './scope';

/** The stations of a filter in words: by name those that the reader may see, by their number any other (DOMAIN §1). */
export async function stationFilterText(
  ctx: ActorContext,
  label: Text,
  ids: readonly number[] | undefined = [],
): Promise<ExportWords> {
  if (ids.length === 0) return { label, value: '' };
  const rows = await visibleTeams(ctx.db.selectFrom('team'), ctx.actor)
    .select(['team.id', 'team.name'])
    .where('team.id', 'in', [...ids])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const parts = ids.map((id) => names.get(id) ?? String(id));
  return { label, value: joined(ctx, parts) };
}
