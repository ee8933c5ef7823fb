import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { Receiver } from './store';

/**
 * Reads a person's published announcements: pinned announcements first, then the newest.
 *
 * @param asked.popups reads only pop-ups that the person has not read or, for pop-ups that stay until confirmation, not confirmed
 */
export async function receivedOf(
  db: Kysely<Database>,
  { personType, personId }: Receiver,
  asked: { readonly limit: number; readonly now: Date; readonly id?: number; readonly popups?: boolean },
) {
  const { limit, now, id, popups } = asked;
  const rows = await db
    .selectFrom('announcement_receipt as receipt')
    .innerJoin('announcement', 'announcement.id', 'receipt.announcement_id')
    .where('receipt.person_type', '=', personType)
    .where('receipt.person_id', '=', personId)
    .where('announcement.state', '=', 'published')
    .where((eb) => eb.or([eb('announcement.expire_at', 'is', null), eb('announcement.expire_at', '>', now)]))
    .$if(id !== undefined, (query) => query.where('announcement.id', '=', id ?? 0))
    .$if(popups === true, (query) =>
      query.where(sql<SqlBool>`((announcement.popup = 'once' and receipt.read_at is null)
        or (announcement.popup = 'untilConfirmed' and receipt.confirmed_at is null))`),
    )
    .select([
      'announcement.id',
      'announcement.title',
      'announcement.content',
      'announcement.level',
      'announcement.publish_at as publishAt',
      'announcement.expire_at as expireAt',
      'announcement.pinned',
      'announcement.popup',
      'announcement.must_confirm as mustConfirm',
      'announcement.confirm_text as confirmText',
      'announcement.quiz',
      'announcement.attachments',
      'announcement.revision_of as revisionOf',
      'receipt.read_at as readAt',
      'receipt.confirmed_at as confirmedAt',
      'receipt.reminded_at as remindedAt',
    ])
    .orderBy('announcement.pinned', 'desc')
    .orderBy('announcement.publish_at', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ publishAt, ...row }) => (publishAt === null ? [] : [{ ...row, publishAt }]));
}
export type Received = Awaited<ReturnType<typeof receivedOf>>[number];
