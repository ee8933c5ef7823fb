import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ANNOUNCEMENT } from '../../../contract/announcement.fields';
import type { PersonType } from '../../../contract/announcement.states';
import { changeLocked } from '../../core/database/change-locked';
import { anyTextHas, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'announcement.id',
  version: 'announcement.version',
  title: 'announcement.title',
  content: 'announcement.content',
  level: 'announcement.level',
  audienceType: 'announcement.audience_type',
  target: 'announcement.target',
  scopeTeamIds: 'announcement.scope_team_ids',
  channels: 'announcement.channels',
  popup: 'announcement.popup',
  mustConfirm: 'announcement.must_confirm',
  confirmText: 'announcement.confirm_text',
  quiz: 'announcement.quiz',
  attachments: 'announcement.attachments',
  publishMode: 'announcement.publish_mode',
  publishAt: 'announcement.publish_at',
  expireAt: 'announcement.expire_at',
  dynamicTarget: 'announcement.dynamic_target',
  pinned: 'announcement.pinned',
  state: 'announcement.state',
  revisionOf: 'announcement.revision_of',
  lockedAt: 'announcement.locked_at',
  withdrawnAt: 'announcement.withdrawn_at',
  withdrawReason: 'announcement.withdraw_reason',
  plannedCount: 'announcement.planned_count',
  targetCount: 'announcement.target_count',
  readCount: 'announcement.read_count',
  confirmedCount: 'announcement.confirmed_count',
  fillStep: 'announcement.fill_step',
  fillTo: 'announcement.fill_to',
  isFilled: 'announcement.is_filled',
  remindedAt: 'announcement.reminded_at',
  authorId: 'announcement.created_by',
  authorName: 'announcement.author_name',
  createdAt: 'announcement.created_at',
  updatedAt: 'announcement.updated_at',
  updatedBy: 'announcement.updated_by',
} as const;
const conditionsOf = conditions(ANNOUNCEMENT, COLUMNS);

/** A person who receives announcements. */
export interface Receiver {
  readonly personType: PersonType;
  readonly personId: number;
}

/** A caller, and what determines which announcements the caller sees. */
export interface Reach extends Receiver {
  /** `true` when the caller writes or publishes announcements. */
  readonly isAnnouncer: boolean;
  /** Stations in scope. `null` means all stations. */
  readonly teamIds: readonly number[] | null;
}

const receivedBy = ({ personType, personId }: Receiver) =>
  sql<SqlBool>`exists (select 1 from announcement_receipt own where own.announcement_id = announcement.id
    and own.person_type = ${personType} and own.person_id = ${personId})`;

/**
 * Builds the conditions for the announcements that a caller sees. Announcers whose scope is all stations see all announcements. Announcers
 * with a limited scope see their own announcements, those whose author's scope is within theirs, and those that they received. Other people
 * see only announcements that they received. A received announcement is visible when it is published or expired.
 */
function within(reach: Reach): RawBuilder<SqlBool>[] {
  if (!reach.isAnnouncer) {
    return [sql<SqlBool>`(announcement.state in ('published', 'expired') and ${receivedBy(reach)})`];
  }
  if (reach.teamIds === null) return [];
  return [
    sql<SqlBool>`(announcement.created_by = ${reach.personId}
      or announcement.scope_team_ids <@ ${JSON.stringify(reach.teamIds)}::jsonb
      or (announcement.state in ('published', 'expired') and ${receivedBy(reach)}))`,
  ];
}

const READ_BP = sql<number | null>`case when announcement.target_count > 0
  then (announcement.read_count::bigint * 10000 / announcement.target_count)::int end`;

/**
 * Conditions for announcements that a reader must still confirm, and for unread urgent announcements that need no confirmation. `own` is
 * the reader's receipt.
 */
const WAITING = {
  toConfirm: sql<SqlBool>`(announcement.must_confirm and own.confirmed_at is null)`,
  urgentUnread: sql<SqlBool>`(announcement.level = 'urgent' and not announcement.must_confirm and own.read_at is null)`,
} as const;
type Waiting = keyof typeof WAITING;

/** Builds the condition that an announcement is published and its end has not passed. */
const isOut = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(announcement.state = 'published' and (announcement.expire_at is null or announcement.expire_at > ${now}))`;

const waitsFor =
  (what: Waiting, { personType, personId }: Receiver, now: Date) =>
  (isAsked: boolean): RawBuilder<SqlBool> => {
    const found = sql<SqlBool>`(${isOut(now)} and exists (select 1 from announcement_receipt own
      where own.announcement_id = announcement.id and own.person_type = ${personType} and own.person_id = ${personId}
        and ${WAITING[what]}))`;
    return isAsked ? found : sql<SqlBool>`not ${found}`;
  };

/** Counts the announcements that a reader must still confirm, and the unread urgent ones that need no confirmation. */
export async function countWaiting(db: Db, { personType, personId }: Receiver, now: Date) {
  const count = (what: Waiting) => sql<number>`(count(*) filter (where ${WAITING[what]}))::int`;
  return db
    .selectFrom('announcement_receipt as own')
    .innerJoin('announcement', 'announcement.id', 'own.announcement_id')
    .where('own.person_type', '=', personType)
    .where('own.person_id', '=', personId)
    .where('announcement.deleted_at', 'is', null)
    .where(isOut(now))
    .select([count('toConfirm').as('toConfirm'), count('urgentUnread').as('urgentUnread')])
    .executeTakeFirstOrThrow();
}

export type AnnouncementFilter = ListFilter<typeof ANNOUNCEMENT> & { readonly reach: Reach; readonly now: Date };
export type AnnouncementSort = 'publishAt' | 'readBp' | 'createdAt';

const present = (db: Db) => db.selectFrom('announcement').where('announcement.deleted_at', 'is', null);
const announcements = (db: Db) => present(db).select(selection(COLUMNS)).select(READ_BP.as('readBp'));
export type AnnouncementRecord = Awaited<ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>>;

function filtered(db: Db, { reach, now, ...filter }: AnnouncementFilter) {
  const found = conditionsOf(filter, {
    keyword: (words) => sql<SqlBool>`(${anyTextHas('announcement.title', words)}
      or announcement.author_name ilike ${containing(words)})`,
    toConfirm: waitsFor('toConfirm', reach, now),
    urgentUnread: waitsFor('urgentUnread', reach, now),
  });
  return withConditions(present(db), [...found, ...within(reach)]);
}

export const announcementRows = (db: Db, filter: AnnouncementFilter) =>
  filtered(db, filter).select(selection(COLUMNS)).select(READ_BP.as('readBp'));

export function announcementPage(
  db: Db,
  filter: AnnouncementFilter,
  sort: { readonly field: AnnouncementSort; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const listed = announcementRows(db, filter).orderBy('announcement.pinned', 'desc');
  const columns = { ...COLUMNS, readBp: 'readBp' } as const;
  return readPage(db, inOrder(listed, columns, [sort.field, 'id'], sort.order, ['publishAt', 'readBp']), page);
}

/** Computes the list's figures over all announcements of the filter. */
export async function announcementTotals(db: Db, filter: AnnouncementFilter) {
  return filtered(db, filter)
    .select([
      sql<number>`count(*) filter (where announcement.state = 'published')`.as('published'),
      sql<number>`count(*) filter (where announcement.state = 'scheduled')`.as('scheduled'),
      // Mean share of receivers who have read, in basis points. Every announcement has the same weight.
      sql<number | null>`round(avg(announcement.read_count * 10000.0 / announcement.target_count)
        filter (where announcement.state in ('published', 'expired') and announcement.target_count > 0))::int`.as(
        'meanReadBp',
      ),
      sql<number>`coalesce(sum(announcement.target_count - announcement.confirmed_count)
        filter (where announcement.state = 'published' and announcement.must_confirm), 0)::bigint`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
}

export const findAnnouncement = (db: Db, id: number) =>
  announcements(db).where('announcement.id', '=', id).executeTakeFirst();

/** Finds an announcement and locks it until the transaction ends. */
export const lockAnnouncement = (db: Db, id: number) =>
  announcements(db).where('announcement.id', '=', id).forUpdate().executeTakeFirst();

/** Locks several announcements in the order of their ids, so that concurrent calls cannot deadlock. */
export async function lockAnnouncements(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from announcement where id = any(${sql.val([...ids])}::bigint[]) order by id for update`.execute(
    db,
  );
}

/** Checks whether the caller may see an announcement. */
export async function isSeen(db: Db, id: number, reach: Reach): Promise<boolean> {
  const row = await withConditions(present(db), within(reach))
    .where('announcement.id', '=', id)
    .select('announcement.id')
    .executeTakeFirst();
  return row !== undefined;
}

export const revisionOf = (db: Db, id: number) =>
  announcements(db).where('announcement.revision_of', '=', id).executeTakeFirst();

type Row = Insertable<Database['announcement']>;
export async function insertAnnouncement(db: Db, row: Row): Promise<void> {
  await db.insertInto('announcement').values(row).execute();
}

/** Changes an announcement that the caller has locked. */
export async function changeAnnouncement(
  db: Db,
  record: Pick<AnnouncementRecord, 'id' | 'version'>,
  change: Partial<Omit<Row, 'id' | 'version'>>,
  by: { readonly at: Date; readonly accountId: number },
): Promise<void> {
  await changeLocked(db, 'announcement', record, { ...change, updated_at: by.at, updated_by: by.accountId });
}

export async function countPinned(db: Db, besides: number): Promise<number> {
  const { n } = await present(db)
    .where('pinned', '=', true)
    .where('id', '<>', besides)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
