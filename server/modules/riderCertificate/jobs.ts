import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { addSteps } from '../case';
import { certificates } from './kind';
import { lapseBefore, markExpired } from './store';

/**
 * Marks certificates that ended before the day `today`, and their riders, as expired. A repeated call changes nothing.
 *
 * @param tools in a transaction
 */
export async function lapseCertificates(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  today: string,
): Promise<void> {
  const ended = await lapseBefore(tools.db, today);
  await addSteps(
    tools.db,
    ended.map((id) => certificates.lineOf({ clock: tools.clock, ids: tools.ids }, id, 'lapse')),
  );
  await markExpired(tools.db, today, tools.clock.now());
}
