import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { SITE_INCIDENT } from '../../../contract/siteIncident.fields';
import { SAFETY } from '../../../contract/siteSafety.states';
import { DAY_MS } from '../../../contract/units';
import { beginning, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { caseTable } from '../case';

/** SQL queries for incidents. Incidents are never deleted. */

type Db = Kysely<Database>;
export type IncidentRow = Selectable<Database['safety_incident']>;
export type IncidentFilter = ListFilter<typeof SITE_INCIDENT>;

export const INCIDENT_TABLE = caseTable('safety_incident', { neverExpires: true });

const COLUMNS = {
  id: 'safety_incident.id',
  version: 'safety_incident.version',
  no: 'safety_incident.no',
  createdAt: 'safety_incident.created_at',
  teamId: 'safety_incident.team_id',
  riderId: 'safety_incident.rider_id',
  riderName: 'rider.name',
  riderNo: 'rider.rider_no',
  kind: 'safety_incident.kind',
  severity: 'safety_incident.severity',
  state: 'safety_incident.state',
  happenedAt: 'safety_incident.happened_at',
  injured: 'safety_incident.injured',
  orderNo: 'safety_incident.order_no',
  claimNo: 'safety_incident.claim_no',
  place: 'safety_incident.place',
  makerId: 'safety_incident.maker_id',
  makerName: 'safety_incident.maker_name',
  description: 'safety_incident.description',
} as const;
const conditionsOf = conditions(SITE_INCIDENT, COLUMNS);

const filtered = (db: Db, filter: IncidentFilter) =>
  withConditions(
    db.selectFrom('safety_incident').leftJoin('rider', 'rider.id', 'safety_incident.rider_id'),
    conditionsOf(filter, {
      keyword: (words) => sql<SqlBool>`(safety_incident.no like ${beginning(words.toUpperCase())}
        or safety_incident.order_no like ${beginning(words)} or safety_incident.claim_no like ${beginning(words.toUpperCase())}
        or rider.rider_no like ${beginning(words.toUpperCase())} or rider.name ilike ${containing(words)})`,
    }),
  );

export const incidentRows = (db: Db, filter: IncidentFilter) => filtered(db, filter).select(selection(COLUMNS));
export type IncidentRecord = Awaited<ReturnType<ReturnType<typeof incidentRows>['executeTakeFirstOrThrow']>>;

export function incidentPage(
  db: Db,
  filter: IncidentFilter,
  sort: { readonly field: 'happenedAt' | 'createdAt'; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  return readPage(db, inOrder(incidentRows(db, filter), COLUMNS, [sort.field, 'createdAt', 'id'], sort.order), page);
}

/**
 * Counts the incidents that match the filter: the open ones, and those of each severity. Sums the injured people of all incidents that
 * match. Voided incidents are excluded.
 */
export function incidentTotals(db: Db, filter: IncidentFilter) {
  const n = (which: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where safety_incident.state <> 'voided' and ${which}))::int`;
  return filtered(db, filter)
    .select([
      n(sql`safety_incident.state <> 'closed'`).as('open'),
      n(sql`safety_incident.severity = 'minor'`).as('minor'),
      n(sql`safety_incident.severity = 'normal'`).as('normal'),
      n(sql`safety_incident.severity = 'serious'`).as('serious'),
      n(sql`safety_incident.severity = 'major'`).as('major'),
      sql<number>`coalesce(sum(safety_incident.injured) filter (where safety_incident.state <> 'voided'), 0)::int`.as(
        'injured',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export const findIncident = (db: Db, id: number): Promise<IncidentRow | undefined> =>
  db.selectFrom('safety_incident').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertIncident(db: Db, row: Insertable<Database['safety_incident']>): Promise<void> {
  await db.insertInto('safety_incident').values(row).execute();
}

/** Maximum number of videos that one run of the job handles. */
const MOST_VIDEOS = 200;

/** Finds videos that were created before a moment and that no incident uses. */
export async function unusedVideos(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('stored_file')
    .select('id')
    .where('scene', '=', 'safetyVideo')
    .where('created_at', '<', before)
    .where(
      sql<SqlBool>`not exists (select from safety_incident
        where videos @> jsonb_build_array(jsonb_build_object('fileId', stored_file.id)))`,
    )
    .orderBy('id')
    .limit(MOST_VIDEOS)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Finds similar incidents, newest first: the same kind at the same station, or the same rider. They happened at most `SAFETY.similarDays`
 * days before or after the incident. Voided incidents are excluded.
 */
export function similarTo(db: Db, row: IncidentRow): Promise<IncidentRecord[]> {
  const span = SAFETY.similarDays * DAY_MS;
  return incidentRows(db, {})
    .where('safety_incident.id', '<>', row.id)
    .where('safety_incident.state', '<>', 'voided')
    .where('safety_incident.happened_at', '>', new Date(row.happened_at.getTime() - span))
    .where('safety_incident.happened_at', '<', new Date(row.happened_at.getTime() + span))
    .where((eb) =>
      eb.or([
        eb.and([eb('safety_incident.team_id', '=', row.team_id), eb('safety_incident.kind', '=', row.kind)]),
        ...(row.rider_id === null ? [] : [eb('safety_incident.rider_id', '=', row.rider_id)]),
      ]),
    )
    .orderBy('safety_incident.happened_at', 'desc')
    .orderBy('safety_incident.id', 'desc')
    .limit(SAFETY.similar)
    .execute();
}

/** Lists a rider's incidents, newest first. @param teamIds stations in the reader's data scope; `null` means all */
export const incidentsOfRider = (
  db: Db,
  riderId: number,
  teamIds: readonly number[] | null,
): Promise<IncidentRecord[]> =>
  incidentRows(db, { teamIds })
    .where('safety_incident.rider_id', '=', riderId)
    .orderBy('safety_incident.happened_at', 'desc')
    .limit(SAFETY.rows)
    .execute();
