import { type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { RIDER_LIST } from '../../../contract/rider.fields';
import { RIDER } from '../../../contract/riderWork.states';
import { phonePattern } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning, hasText } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import {
  byIds,
  conditions,
  inOrder,
  type ListFilter,
  readPage,
  selection,
  withConditions,
} from '../../core/list/query';
import { addDays } from '../../core/money/days';
import { caseTable } from '../case';
import { hasCoverState, isUninsured } from '../insurance';
import { HAS_OPEN_IDENTITY } from '../riderIdentity';

/** SQL queries for riders and for the records about their work. */

type Db = Kysely<Database>;
export type RiderRow = Selectable<Database['rider']>;
export type RiderFilter = ListFilter<typeof RIDER_LIST> & {
  readonly seesPhones: boolean;
  /** Rare substrings of the keyword. An index finds the names that contain these substrings. */
  readonly nameParts: readonly string[];
  readonly today: string;
  readonly now: Date;
  /** The platform's time zone. Joining days are days of this zone. */
  readonly timeZone: string;
};

export const RIDER_TABLE = caseTable('rider', { state: 'status', neverExpires: true });

const COLUMNS = {
  id: 'rider.id',
  version: 'rider.version',
  createdAt: 'rider.created_at',
  riderNo: 'rider.rider_no',
  name: 'rider.name',
  tel: 'rider.tel',
  teamId: 'rider.team_id',
  riderType: 'rider.rider_type',
  status: 'rider.status',
  statusReason: 'rider.status_reason',
  healthState: 'rider.health_state',
  healthValidTo: 'rider.health_valid_to',
  faceState: 'rider.face_state',
  trainScore: 'rider.train_score',
  vehicleType: 'rider.vehicle_type',
  plateNo: 'rider.plate_no',
  safetyScore: 'rider.safety_score',
  ratingX100: 'rider.rating_x100',
  joinedAt: 'rider.joined_at',
  birth: 'rider.birth',
  onlineSec: 'rider_fatigue.online_sec',
  orders: 'rider.recent_orders',
  photoFileId: 'rider.photo_file_id',
  certNo: 'rider_certificate.cert_no',
  certIssuedAt: 'rider_certificate.issued_at',
} as const;
const conditionsOf = conditions(RIDER_LIST, COLUMNS);

/** The real-name state as the list shows it. A change under review makes the state `reviewing`. */
export const REAL_NAME_STATE = sql<
  RiderRow['real_name_state']
>`case when ${HAS_OPEN_IDENTITY} then 'reviewing' else rider.real_name_state end`;

/**
 * Builds the condition for real-name states. For `reviewing` alone, the condition lists the few riders under review, to avoid reading all
 * riders.
 */
function hasRealNameState(states: readonly string[]): RawBuilder<SqlBool> {
  const isOwn = sql<SqlBool>`rider.real_name_state = any(${sql.val([...states])}::text[])`;
  if (!states.includes('reviewing')) return sql<SqlBool>`(${isOwn} and not ${HAS_OPEN_IDENTITY})`;
  if (states.length > 1) return sql<SqlBool>`(${isOwn} or ${HAS_OPEN_IDENTITY})`;
  return sql<SqlBool>`rider.id in (
    select id from rider under_review where under_review.real_name_state = 'reviewing'
    union all select rider_id from rider_identity where rider_identity.state = 'reviewing')`;
}

export const isExpiring = (today: string): RawBuilder<SqlBool> => sql<SqlBool>`(rider.health_state = 'valid'
  and rider.health_valid_to between ${today} and ${addDays(today, RIDER.expiringDays)})`;

/** Condition: the rider passed the training's exam. */
export const IS_TRAINED = sql<SqlBool>`(rider.train_score >= ${sql.lit(RIDER.examScore)})`;
/** Upper limit for days of validity. No certificate is valid for longer, and larger numbers would exceed the calendar. */
const MOST_CERT_DAYS = 100 * 366;

export const filteredRiders = (db: Db, filter: RiderFilter) =>
  withConditions(
    db
      .selectFrom('rider')
      .leftJoin('rider_certificate', 'rider_certificate.id', 'rider.certificate_id')
      .leftJoin('rider_fatigue', (join) =>
        join.onRef('rider_fatigue.rider_id', '=', 'rider.id').on('rider_fatigue.day', '=', filter.today),
      ),
    conditionsOf(filter, {
      keyword: (words) => sql<SqlBool>`(${hasText('rider.name', words, filter.nameParts)}
        or rider.rider_no like ${beginning(words.toUpperCase())}
        or rider.tel like ${phonePattern(words, filter.seesPhones)})`,
      expiring: (value) => (value ? isExpiring(filter.today) : sql<SqlBool>`not ${isExpiring(filter.today)}`),
      certDays: (days, end) => {
        const limit = addDays(filter.today, Math.min(days, MOST_CERT_DAYS));
        return end === 'least'
          ? sql<SqlBool>`(rider.health_state = 'valid' and rider.health_valid_to >= ${limit})`
          : sql<SqlBool>`(rider.health_state = 'valid' and rider.health_valid_to between ${filter.today} and ${limit})`;
      },
      insured: (states) => hasCoverState(filter.now, states),
      uninsured: (value) => (value ? isUninsured(filter.now) : sql<SqlBool>`not ${isUninsured(filter.now)}`),
      realNameState: hasRealNameState,
      trained: (value) => sql<SqlBool>`${IS_TRAINED} = ${value}`,
    }),
  );

export const riderRows = (db: Db, filter: RiderFilter) =>
  filteredRiders(db, filter).select(selection(COLUMNS)).select(REAL_NAME_STATE.as('realNameState'));
export type RiderRecord = Awaited<ReturnType<ReturnType<typeof riderRows>['executeTakeFirstOrThrow']>>;

type RiderSort = 'createdAt' | 'healthValidTo' | 'safetyScore' | 'ratingX100' | 'joinedAt' | 'orders';

/** Reads one page. It finds the page's ids first, so that a page far down the list joins only its own rows. */
export async function riderPage(
  db: Db,
  filter: RiderFilter,
  { field, order }: { readonly field: RiderSort; readonly order: 'asc' | 'desc' },
  page: Page,
): Promise<{ readonly list: RiderRecord[]; readonly total: number }> {
  const fields = [field, 'createdAt', 'id'] as const;
  const found = filteredRiders(db, filter).select('rider.id');
  const { list, total } = await readPage(
    db,
    inOrder(found, COLUMNS, fields, order, ['healthValidTo', 'joinedAt']),
    page,
  );
  const ids = list.map(({ id }) => id);
  return { list: byIds(ids, await riderRows(db, filter).where(idIn('rider.id', ids)).execute()), total };
}

/** Finds one rider by id with the list's columns, if the rider matches the filter. */
export const findRecord = (db: Db, id: number, filter: RiderFilter): Promise<RiderRecord | undefined> =>
  riderRows(db, filter).where('rider.id', '=', id).executeTakeFirst();

export const findRider = (db: Db, id: number): Promise<RiderRow | undefined> =>
  db.selectFrom('rider').selectAll().where('id', '=', id).executeTakeFirst();

export const lockRider = (db: Db, id: number): Promise<RiderRow | undefined> =>
  db.selectFrom('rider').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeRider(
  db: Db,
  { id }: Pick<RiderRow, 'id'>,
  set: Partial<Omit<RiderRow, 'id' | 'version'>>,
): Promise<void> {
  await db
    .updateTable('rider')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Counts the orders that a rider has accepted and not delivered. */
export async function runningOrders(db: Db, riderId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from customer_order where rider_id = ${riderId} and status = 'accepted'`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function violationsSince(db: Db, ids: readonly number[], since: Date) {
  const { rows } = await sql<{ id: number; n: number; serious: number }>`
    select rider_id as id, count(*)::int as n, (count(*) filter (where is_serious))::int as serious from rider_violation
    where at >= ${since} and rider_id = any(${sql.val([...ids])}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, n, serious }) => [id, { n, serious }]));
}

export async function insertViolation(db: Db, row: Insertable<Database['rider_violation']>): Promise<void> {
  await db.insertInto('rider_violation').values(row).execute();
}

/** Lists a rider's violations, newest first. @param teamIds stations in the reader's data scope; `null` means all */
export const violationsOf = (db: Db, riderId: number, teamIds: readonly number[] | null) =>
  db
    .selectFrom('rider_violation')
    .selectAll()
    .where('rider_id', '=', riderId)
    .$if(teamIds !== null, (query) => query.where(idIn('team_id', teamIds ?? [])))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(RIDER.rows)
    .execute();

export async function insertTraining(db: Db, row: Insertable<Database['rider_training']>): Promise<void> {
  await db.insertInto('rider_training').values(row).execute();
}

export const trainingsOf = (db: Db, riderId: number) =>
  db
    .selectFrom('rider_training')
    .selectAll()
    .where('rider_id', '=', riderId)
    .orderBy('assigned_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RIDER.rows)
    .execute();

/** Lists at most `RIDER.rows` courses that were assigned to a rider since a moment, newest first. */
export const trainingsSince = (db: Db, riderId: number, since: Date) =>
  db
    .selectFrom('rider_training')
    .select(['id', 'course', 'assigned_at', 'score'])
    .where('rider_id', '=', riderId)
    .where('assigned_at', '>=', since)
    .orderBy('assigned_at', 'desc')
    .limit(RIDER.rows)
    .execute();

/** Stores the exam result in the newest unfinished training with this course. */
export async function finishTraining(
  db: Db,
  exam: { riderId: number; course: string; score: number; at: Date; expireAt: Date | null },
): Promise<void> {
  const { riderId, course, score, at, expireAt } = exam;
  await sql`
    update rider_training set score = ${score}, finished_at = ${at}, expire_at = ${expireAt} where id = (
      select id from rider_training where rider_id = ${riderId} and course = ${course} and finished_at is null
      order by assigned_at desc, id desc limit 1)`.execute(db);
}

export type WorkRow = Selectable<Database['rider_work']>;
export type FatigueRow = Selectable<Database['rider_fatigue']>;

export const workOf = (db: Db, riderId: number): Promise<WorkRow | undefined> =>
  db.selectFrom('rider_work').selectAll().where('rider_id', '=', riderId).executeTakeFirst();

export const dayOf = (db: Db, riderId: number, day: string): Promise<FatigueRow | undefined> =>
  db.selectFrom('rider_fatigue').selectAll().where('rider_id', '=', riderId).where('day', '=', day).executeTakeFirst();

export const daysOf = (db: Db, riderId: number): Promise<FatigueRow[]> =>
  db
    .selectFrom('rider_fatigue')
    .selectAll()
    .where('rider_id', '=', riderId)
    .orderBy('day', 'desc')
    .limit(RIDER.rows)
    .execute();

export async function saveWork(db: Db, row: Insertable<Database['rider_work']>): Promise<void> {
  const { rider_id: _id, ...set } = row;
  await db
    .insertInto('rider_work')
    .values(row)
    .onConflict((conflict) => conflict.column('rider_id').doUpdateSet(set))
    .execute();
}

export async function saveDay(db: Db, row: Insertable<Database['rider_fatigue']>): Promise<void> {
  const { rider_id: _id, day: _day, team_id: _team, ...set } = row;
  await db
    .insertInto('rider_fatigue')
    .values(row)
    .onConflict((conflict) => conflict.columns(['rider_id', 'day']).doUpdateSet(set))
    .execute();
}

/**
 * Stores a report, unless a report of the same rider, event and time exists.
 *
 * @returns the content of the existing report; `null` if there was none
 */
export async function noteReport(db: Db, row: Insertable<Database['rider_report']>): Promise<string | null> {
  const made = await db
    .insertInto('rider_report')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('rider_id')
    .executeTakeFirst();
  if (made) return null;
  const known = db.selectFrom('rider_report').select('content').where('rider_id', '=', row.rider_id);
  const { content } = await known.where('event', '=', row.event).where('at', '=', row.at).executeTakeFirstOrThrow();
  return content;
}

/** Checks whether a report of this event with a later time was received. */
export async function hasLaterReport(db: Db, riderId: number, event: 'examTaken', at: Date): Promise<boolean> {
  const later = db.selectFrom('rider_report').select('at').where('rider_id', '=', riderId);
  return (await later.where('event', '=', event).where('at', '>', at).limit(1).executeTakeFirst()) !== undefined;
}

/** Counts the received reports of failed face checks since the last passed check. */
export async function failedFaceChecks(db: Db, riderId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from rider_report r
    where r.rider_id = ${riderId} and r.event = 'faceChecked' and r.content = 'false' and not exists (
      select from rider_report p
      where p.rider_id = r.rider_id and p.event = r.event and p.content = 'true' and p.at > r.at)`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Lists active riders whose certificate ended before a day, with the province of their station. */
export const endedCertificates = (db: Db, day: string) =>
  db
    .selectFrom('rider')
    .innerJoin('team', 'team.id', 'rider.team_id')
    .select(['rider.id', 'team.province_code as provinceCode'])
    .where('rider.status', '=', 'active')
    .where('rider.health_valid_to', '<', day)
    .orderBy('rider.id')
    .execute();
