import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';
import { databaseStore } from './database-store';
import type { Fault } from './simulator';

/** Faults that a test, or a person at the simulator's page, asks for. They lie beside the simulator's world, so every process meets them. */

/** Kind of the values that hold them. */
const FAULT = 'fault';

/** What shall go wrong, for the next calls of an address. */
export interface PlannedFault {
  readonly platform: string;
  /** Beginning of the path that the platform is called at, `/v3/refund`; of a callback, the path of our own address, `/api/callback.`. */
  readonly pathPrefix: string;
  readonly fault: Fault;
  /** So many calls. */
  readonly times: number;
}

/** Plants a fault. Planting it again restarts its count. */
export async function plantFault(db: Kysely<Database>, { platform, ...planned }: PlannedFault): Promise<void> {
  await databaseStore(db, platform).put(FAULT, `${planned.pathPrefix} ${planned.fault}`, planned);
}

/**
 * What shall go wrong with this call; it then counts as happened. Parallel calls take each fault as often as it was planted.
 *
 * @param path with the query or without
 */
export async function takeFault(db: Kysely<Database>, platform: string, path: string): Promise<Fault | null> {
  const { rows } = await sql<{ fault: Fault }>`
    update simulated_value set content = jsonb_set(content, '{times}', to_jsonb((content ->> 'times')::int - 1)), updated_at = now()
    where platform = ${platform} and kind = ${FAULT} and key = (
      select key from simulated_value
      where platform = ${platform} and kind = ${FAULT} and (content ->> 'times')::int > 0
        and starts_with(${path}, content ->> 'pathPrefix')
      order by key limit 1 for update
    )
    returning content ->> 'fault' as fault`.execute(db);
  return rows[0]?.fault ?? null;
}
