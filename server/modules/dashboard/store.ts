import type { Kysely } from 'kysely';
import type { Actor } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import { visibleTeams, waits } from '../team';

/** SQL queries for the workbench. */

type Db = Kysely<Database>;

/** Reads the names of stations by id. The caller must pass only ids in the user's data scope. */
export async function teamNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('team').where(idIn('team.id', ids)).select(['team.id', 'team.name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Finds the operating stations among the given stations. `null` means all stations. */
export async function operatingTeams(db: Db, teams: readonly number[] | null): Promise<number[]> {
  const rows = await db
    .selectFrom('team')
    .where('team.status', '=', 'operating')
    .where('team.deleted_at', 'is', null)
    .$if(teams !== null, (qb) => qb.where(idIn('team.id', teams ?? [])))
    .select('team.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Checks whether the platform has any station, including drafts. */
export async function hasStations(db: Db): Promise<boolean> {
  const found = db.selectFrom('team').select('team.id').where('team.deleted_at', 'is', null).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Checks whether the platform has an identity that is not built in. */
export async function hasOwnIdentities(db: Db): Promise<boolean> {
  const found = db
    .selectFrom('identity')
    .select('identity.id')
    .where('identity.builtin_key', 'is', null)
    .where('identity.deleted_at', 'is', null)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

interface TeamsWaiting {
  readonly drafts: number;
  /** Number of stations in preparation that can open, because they have an active account. */
  readonly ready: number;
  /** Number of stations in preparation without an active account. */
  readonly waiting: number;
  /** Number of paused stations whose resume time has passed. */
  readonly overdue: number;
  readonly frozen: number;
}

/** Counts the stations in the user's data scope that need an action. */
export async function teamsWaiting(
  db: Db,
  actor: Actor,
  teams: readonly number[] | null,
  now: Date,
): Promise<TeamsWaiting> {
  return await visibleTeams(db.selectFrom('team'), actor)
    .where('team.status', 'in', ['draft', 'preparing', 'paused', 'frozen'])
    .$if(teams !== null, (qb) => qb.where(idIn('team.id', teams ?? [])))
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('team.status', '=', 'draft').as('drafts'),
      eb.fn.countAll<number>().filterWhere(waits('start', now)).as('ready'),
      eb.fn.countAll<number>().filterWhere(waits('admin', now)).as('waiting'),
      eb.fn.countAll<number>().filterWhere(waits('resume', now)).as('overdue'),
      eb.fn.countAll<number>().filterWhere('team.status', '=', 'frozen').as('frozen'),
    ])
    .executeTakeFirstOrThrow();
}

export async function quickLinksOf(db: Db, accountId: number): Promise<readonly string[]> {
  const row = await db
    .selectFrom('quick_link')
    .where('quick_link.account_id', '=', accountId)
    .select('quick_link.paths')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row?.paths ?? [];
}

export async function writeQuickLinks(db: Db, accountId: number, paths: readonly string[], at: Date): Promise<void> {
  const values = { paths: JSON.stringify(paths), updated_at: at };
  await db
    .insertInto('quick_link')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}
