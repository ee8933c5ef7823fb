import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnnouncementTarget } from '../../../contract/announcement.forms';
import { type AudienceType, hasTargetPart, PEOPLE_OF, type PersonType } from '../../../contract/announcement.states';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inRegions } from '../team';

/**
 * Finds the people of an audience. The form counts people and the job writes receipts with the same query for each type of person.
 */

type Db = Kysely<Database>;

export interface Audience {
  readonly audienceType: AudienceType;
  readonly target: Partial<AnnouncementTarget>;
  /** Stations in the author's data scope. `null` means that the scope does not limit the audience. */
  readonly scopeTeamIds: readonly number[] | null;
}

export interface Addressee {
  readonly personId: number;
  readonly teamId: number | null;
  readonly tel: string;
}

const both = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...parts], sql` and `)})`;

/** Returns the target's conditions that the audience type supports. All other conditions are empty. */
function partsOf({ audienceType, target }: Audience) {
  const part = <T>(name: Parameters<typeof hasTargetPart>[1], values: readonly T[] | undefined): readonly T[] =>
    hasTargetPart(audienceType, name) ? (values ?? []) : [];
  return {
    regions: part('regions', target.regions),
    teamIds: part('teamIds', target.teamIds),
    identityIds: part('identityIds', target.identityIds),
    riderTypes: part('riderTypes', target.riderTypes),
    franchiseeIds: part('franchiseeIds', target.franchiseeIds),
    excludeIds: part('excludeIds', target.excludeIds),
  };
}

const noneOf = (column: string, ids: readonly number[]) => sql<SqlBool>`not ${idIn(column, ids)}`;

/** Builds conditions on `team` for people who belong to stations. */
function stationConditions(audience: Audience): RawBuilder<SqlBool>[] {
  const { regions, teamIds, excludeIds } = partsOf(audience);
  return [
    ...(audience.scopeTeamIds === null ? [] : [idIn('team.id', audience.scopeTeamIds)]),
    ...(regions.length > 0 ? [inRegions(regions)] : []),
    ...(teamIds.length > 0 ? [idIn('team.id', teamIds)] : []),
    ...(excludeIds.length > 0 ? [noneOf('team.id', excludeIds)] : []),
  ];
}

const LIVING = sql<SqlBool>`person.deleted_at is null and person.status not in ('disabled', 'deleted')`;

function staff(audience: Audience): RawBuilder<Addressee> {
  const { identityIds, excludeIds } = partsOf(audience);
  const found = both([
    LIVING,
    sql<SqlBool>`person.account_type in ('owner', 'staff')`,
    // The head office belongs to no station, so an author whose scope is limited to stations cannot address it.
    ...(audience.scopeTeamIds === null ? [] : [sql<SqlBool>`false`]),
    ...(excludeIds.length > 0 ? [noneOf('person.id', excludeIds)] : []),
    ...(identityIds.length > 0
      ? [
          sql<SqlBool>`exists (select 1 from account_identity held
            where held.account_id = person.id and ${idIn('held.identity_id', identityIds)})`,
        ]
      : []),
  ]);
  return sql`select person.id as "personId", null::bigint as "teamId", person.tel from account person where ${found}`;
}

function stationAccounts(audience: Audience): RawBuilder<Addressee> {
  const found = stationConditions(audience);
  const teams = sql`(select min(team.id) from jsonb_array_elements_text(person.team_ids) own
    join team on team.id = own.value::bigint where ${both(found)})`;
  const isMet = found.length > 0 ? sql<SqlBool>`${teams} is not null` : sql<SqlBool>`true`;
  return sql`select person.id as "personId", ${teams} as "teamId", person.tel from account person
    where ${LIVING} and person.account_type = 'station' and ${isMet}`;
}

function franchisees(audience: Audience): RawBuilder<Addressee> {
  const { regions, franchiseeIds, excludeIds } = partsOf(audience);
  const byStation = [
    ...(audience.scopeTeamIds === null ? [] : [idIn('team.id', audience.scopeTeamIds)]),
    ...(regions.length > 0 ? [inRegions(regions)] : []),
  ];
  const found = both([
    LIVING,
    sql<SqlBool>`person.account_type = 'franchisee'`,
    ...(franchiseeIds.length > 0 ? [idIn('person.franchisee_id', franchiseeIds)] : []),
    ...(excludeIds.length > 0 ? [noneOf('person.franchisee_id', excludeIds)] : []),
    ...(byStation.length > 0
      ? [
          sql<SqlBool>`exists (select 1 from team where team.franchisee_id = person.franchisee_id and ${both(byStation)})`,
        ]
      : []),
  ]);
  return sql`select person.id as "personId", null::bigint as "teamId", person.tel from account person where ${found}`;
}

function riders(audience: Audience): RawBuilder<Addressee> {
  const { riderTypes } = partsOf(audience);
  const found = both([
    sql<SqlBool>`person.status in ('probation', 'active', 'suspended')`,
    ...(riderTypes.length > 0 ? [sql<SqlBool>`person.rider_type = any(${sql.val([...riderTypes])}::text[])`] : []),
    ...stationConditions(audience),
  ]);
  return sql`select person.id as "personId", person.team_id as "teamId", person.tel
    from rider person join team on team.id = person.team_id where ${found}`;
}

function merchants(audience: Audience): RawBuilder<Addressee> {
  const found = both([sql<SqlBool>`person.status = 'active'`, ...stationConditions(audience)]);
  return sql`select person.id as "personId", person.team_id as "teamId", person.tel
    from merchant person join team on team.id = person.team_id where ${found}`;
}

const QUERIES: Readonly<Record<PersonType, (audience: Audience) => RawBuilder<Addressee>>> = {
  staff,
  station: stationAccounts,
  franchisee: franchisees,
  rider: riders,
  merchant: merchants,
};

/** Counts the people who are in an audience now. */
export async function countPeople(db: Db, audience: Audience): Promise<number> {
  const parts = PEOPLE_OF[audience.audienceType].map(
    (type) => sql`(select count(*) from (${QUERIES[type](audience)}) counted)`,
  );
  const { rows } = await sql<{ n: number }>`select ${sql.join(parts, sql` + `)} as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Reads at most `limit` people of one type whose ids are above `after`, in the order of their ids. */
export async function nextPeople(
  db: Db,
  audience: Audience,
  { type, after, limit }: { readonly type: PersonType; readonly after: number; readonly limit: number },
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select * from (${QUERIES[type](audience)}) found
    where found."personId" > ${after} order by found."personId" limit ${limit}`.execute(db);
  return rows;
}

/** Finds people of one type who have no receipt of an announcement yet. */
export async function newPeople(
  db: Db,
  audience: Audience,
  {
    announcementId,
    type,
    limit,
  }: { readonly announcementId: number; readonly type: PersonType; readonly limit: number },
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select * from (${QUERIES[type](audience)}) found
    where not exists (select 1 from announcement_receipt receipt where receipt.announcement_id = ${announcementId}
      and receipt.person_type = ${type} and receipt.person_id = found."personId")
    order by found."personId" limit ${limit}`.execute(db);
  return rows;
}
