import { type Insertable, type Kysely, sql } from 'kysely';
import { CONSOLE_PEOPLE } from '../../../contract/announcement.states';
import type { NoticeCounts } from '../../../contract/notice';
import type { NoticeEvent, NoticeType } from '../../../contract/notice.events';
import { idIn } from '../../core/database/id-in';
import { idFloor } from '../../core/database/partitions';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import { countsOf } from './rules';

type Db = Kysely<Database>;

/** Stores a notice for delivery. @returns `false` if a notice with the same `dedupe` exists */
export async function insertOutbox(db: Db, row: Insertable<Database['notice_outbox']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notice_outbox')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Takes the next event number from the only row of `notice_feed`. The row stays locked until the transaction ends. Call this before any
 * write to an inbox, so that concurrent calls do not deadlock.
 */
export async function nextSeq(db: Db): Promise<number> {
  const row = await db
    .updateTable('notice_feed')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return row.seq;
}

/** Reads the newest committed event number (`notice_feed`). */
export async function currentSeq(db: Db): Promise<number> {
  const row = await db.selectFrom('notice_feed').select('seq').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.seq;
}

/** Marks an inbox as changed by its user, so that the user's other windows update their counts. */
export async function touchInbox(db: Db, accountId: number, seq: number): Promise<void> {
  await db
    .insertInto('bell_inbox')
    .values({ account_id: accountId, seq })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ seq }))
    .execute();
}

/** Marks many inboxes as changed, with a new event number. */
export async function touchInboxes(db: Db, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  const seq = await nextSeq(db);
  // Ids are sorted, so that concurrent calls do not deadlock.
  await sql`
    insert into bell_inbox (account_id, seq)
    select account_id, ${seq} from unnest(${sql.val([...new Set(accountIds)])}::bigint[]) as one (account_id)
    order by account_id
    on conflict (account_id) do update set seq = excluded.seq`.execute(db);
}

/** Counts the notices and announcements of several accounts. Accounts without notices are included. */
export async function countInboxes(db: Db, accountIds: readonly number[]): Promise<Map<number, NoticeCounts>> {
  const rows = await db
    .selectFrom('bell_notice')
    .select((eb) => [
      'account_id as accountId',
      'type',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('read', '=', false).as('unread'),
    ])
    .where(idIn('account_id', accountIds))
    .where('removed_at', 'is', null)
    .groupBy(['account_id', 'type'])
    .modifyEnd(PREPARED)
    .execute();
  const announced = new Map((await countAnnouncements(db, accountIds)).map((row) => [row.accountId, row]));
  return new Map(
    accountIds.map((id) => {
      const { unread = 0, popups = 0 } = announced.get(id) ?? {};
      const own = rows.filter((row) => row.accountId === id);
      return [id, { ...countsOf(own), announcements: { unread, popups } }];
    }),
  );
}

/** Counts published announcements by account: unread announcements, and announcements that open as a pop-up. */
async function countAnnouncements(db: Db, accountIds: readonly number[]) {
  return db
    .selectFrom('announcement_receipt as receipt')
    .innerJoin('announcement', 'announcement.id', 'receipt.announcement_id')
    .where('receipt.person_type', 'in', [...CONSOLE_PEOPLE])
    .where(idIn('receipt.person_id', accountIds))
    .where('announcement.state', '=', 'published')
    .groupBy('receipt.person_id')
    .select([
      'receipt.person_id as accountId',
      sql<number>`count(*) filter (where receipt.read_at is null)`.as('unread'),
      sql<number>`count(*) filter (where (announcement.popup = 'once' and receipt.read_at is null)
        or (announcement.popup = 'untilConfirmed' and receipt.confirmed_at is null))`.as('popups'),
    ])
    .modifyEnd(PREPARED)
    .execute();
}

const NOTICE_COLUMNS = [
  'id',
  'account_id as accountId',
  'type',
  'source',
  'title',
  'content',
  'link',
  'count',
  'read',
  'at',
  'seq',
] as const;

export async function noticePage(
  db: Db,
  wanted: {
    readonly accountId: number;
    readonly types: readonly NoticeType[] | undefined;
    readonly read: boolean | undefined;
    readonly from: Date | undefined;
    readonly to: Date | undefined;
    readonly order: 'asc' | 'desc';
    readonly offset: number;
    readonly limit: number;
    /** The count stops at one above this number. */
    readonly most: number;
  },
) {
  const found = db
    .selectFrom('bell_notice')
    .where('account_id', '=', wanted.accountId)
    .where('removed_at', 'is', null)
    .$if(wanted.types !== undefined, (qb) => qb.where('type', 'in', [...(wanted.types ?? [])]))
    .$if(wanted.read !== undefined, (qb) => qb.where('read', '=', wanted.read ?? false))
    .$if(wanted.from !== undefined, (qb) => {
      const from = wanted.from ?? new Date(0);
      return qb.where('at', '>=', from).where('id', '>=', idFloor(from));
    })
    .$if(wanted.to !== undefined, (qb) => qb.where('at', '<', wanted.to ?? new Date(0)));
  const rows = await found
    .select(NOTICE_COLUMNS)
    .orderBy('at', wanted.order)
    .orderBy('id', wanted.order)
    .offset(wanted.offset)
    .limit(wanted.limit)
    .execute();
  const count = await db
    .selectFrom(
      found
        .select('id')
        .limit(wanted.most + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: count.total };
}
export type StoredNotice = Awaited<ReturnType<typeof noticePage>>['rows'][number];

/** Lists new and merged notices of these inboxes with event numbers above `after` and up to `to`, oldest first. */
export async function noticesAfter(
  db: Db,
  accountIds: readonly number[],
  range: { readonly after: number; readonly to: number; readonly limit: number },
): Promise<StoredNotice[]> {
  return db
    .selectFrom('bell_notice')
    .select(NOTICE_COLUMNS)
    .where('seq', '>', range.after)
    .where('seq', '<=', range.to)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`account_id = any(${sql.val([...accountIds])}::bigint[])`)
    .orderBy('seq')
    .orderBy('id')
    .limit(range.limit)
    .execute();
}

/** Lists which of these inboxes were marked as changed with an event number above `after`. */
export async function inboxesTouchedAfter(db: Db, accountIds: readonly number[], after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bell_inbox')
    .select('account_id as accountId')
    .where('seq', '>', after)
    .where(sql<boolean>`account_id = any(${sql.val([...accountIds])}::bigint[])`)
    .execute();
  return rows.map((row) => row.accountId);
}

type Which = { readonly ids: readonly number[] } | { readonly type: NoticeType | undefined };

/** Marks the caller's notices as read. @returns the ids that were unread */
export async function markRead(db: Db, accountId: number, which: Which): Promise<number[]> {
  const rows = await db
    .updateTable('bell_notice')
    .set({ read: true })
    .where('account_id', '=', accountId)
    .where('read', '=', false)
    .where('removed_at', 'is', null)
    .$if('ids' in which, (qb) => qb.where('id', 'in', 'ids' in which ? [...which.ids] : []))
    .$if('type' in which && which.type !== undefined, (qb) =>
      qb.where('type', '=', 'type' in which ? (which.type ?? 'event') : 'event'),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Hides the caller's notices until they are purged. An undo can restore them. @returns the ids that this call hid */
export async function deleteNotices(db: Db, accountId: number, which: Which, at: Date): Promise<number[]> {
  const rows = await db
    .updateTable('bell_notice')
    .set({ removed_at: at })
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .$if('ids' in which, (qb) => qb.where('id', 'in', 'ids' in which ? [...which.ids] : []))
    .$if('type' in which && which.type !== undefined, (qb) =>
      qb.where('type', '=', 'type' in which ? (which.type ?? 'event') : 'event'),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Restores deleted notices of the caller, or marks read notices as unread. @returns the ids that changed */
export async function putBack(
  db: Db,
  accountId: number,
  ids: readonly number[],
  as: 'kept' | 'unread',
): Promise<number[]> {
  const rows = await db
    .updateTable('bell_notice')
    .set(as === 'kept' ? { removed_at: null } : { read: false })
    .where('account_id', '=', accountId)
    .where('removed_at', as === 'kept' ? 'is not' : 'is', null)
    .$if(as === 'unread', (qb) => qb.where('read', '=', true))
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds which of the ids are in the caller's inbox. */
export async function ownIds(db: Db, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('bell_notice')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/* ---- delivery, for the module noticeManage ---- */

/** Claims undelivered notices, oldest first. They are locked, and other processes skip them. */
export async function takeWaiting(db: Db, limit: number) {
  return db
    .selectFrom('notice_outbox')
    .select([
      'id',
      'at',
      'event',
      'type',
      'source',
      'title',
      'content',
      'link',
      'account_ids as accountIds',
      'team_id as teamId',
      'object_id as objectId',
      'value',
    ])
    .where('delivered_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
export type WaitingNotice = Awaited<ReturnType<typeof takeWaiting>>[number];

export async function markDelivered(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('notice_outbox')
    .set({ delivered_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

/** Finds unread notices of an event that are still within the merge window. @returns notice ids by account */
export async function openWindows(
  db: Db,
  event: NoticeEvent,
  accountIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('bell_notice')
    .select(['id', 'account_id as accountId'])
    .where('event', '=', event)
    .where('read', '=', false)
    .where('first_at', '>', since)
    .where('id', '>=', idFloor(since))
    .where('removed_at', 'is', null)
    .where(sql<boolean>`account_id = any(${sql.val([...accountIds])}::bigint[])`)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.accountId, row.id]));
}

/** Merges another occurrence of an event into existing notices. */
export async function mergeInto(
  db: Db,
  ids: readonly number[],
  notice: Pick<WaitingNotice, 'title' | 'content' | 'link' | 'at'>,
  seq: number,
): Promise<void> {
  await db
    .updateTable('bell_notice')
    .set((eb) => ({
      count: eb('count', '+', 1),
      title: JSON.stringify(notice.title),
      content: JSON.stringify(notice.content),
      link: notice.link,
      at: notice.at,
      seq,
    }))
    .where('id', 'in', [...ids])
    .execute();
}

export async function insertNotices(
  db: Db,
  accounts: readonly { readonly id: number; readonly accountId: number }[],
  notice: WaitingNotice,
  seq: number,
): Promise<void> {
  if (accounts.length === 0) return;
  await db
    .insertInto('bell_notice')
    .values(
      accounts.map(({ id, accountId }) => ({
        id,
        account_id: accountId,
        type: notice.type,
        event: notice.event,
        source: notice.source,
        title: JSON.stringify(notice.title),
        content: JSON.stringify(notice.content),
        link: notice.link,
        at: notice.at,
        first_at: notice.at,
        seq,
      })),
    )
    .execute();
}

/** Purges delivered outbox rows, old notices, and notices that their receivers deleted. */
export async function forgetNotices(
  db: Db,
  before: { readonly outbox: Date; readonly inbox: Date; readonly removed: Date },
): Promise<void> {
  await db.deleteFrom('notice_outbox').where('delivered_at', '<', before.outbox).execute();
  await db.deleteFrom('bell_notice').where('at', '<', before.inbox).execute();
  await db.deleteFrom('bell_notice').where('removed_at', '<', before.removed).execute();
}
