import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema';
import { databaseStore } from './database-store';
import type { Fault } from './simulator';

/** This module stores the faults that tests request. They are stored with the simulator's data, so they apply in every process. */

/** Kind under which faults are stored. */
const FAULT = 'fault';

/** A fault for the next calls whose path begins with `pathPrefix`. */
export interface PlannedFault {
  readonly platform: string;
  /** Prefix of the path. A call to the platform has the platform's path, such as `/v3/refund`. A callback has our path. */
  readonly pathPrefix: string;
  readonly fault: Fault;
  /** Number of calls that get the fault. */
  readonly times: number;
}

/** Stores a planned fault. Storing the same fault again resets its count. */
export async function plantFault(db: Kysely<Database>, { platform, ...planned }: PlannedFault): Promise<void> {
  await databaseStore(db, platform).put(FAULT, `${planned.pathPrefix} ${planned.fault}`, planned);
}

/**
 * Returns the fault planned for this call, or `null`, and reduces the number of calls that still get the fault. Parallel calls do not apply
 * a fault more often than planned.
 *
 * @param path path with or without the query string
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
