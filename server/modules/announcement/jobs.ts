import { sql } from 'kysely';
import { SECOND_MS } from '../../../contract/units';
import { withTransaction } from '../../core/database/transaction';
import type { Job } from '../../core/jobs';
import { fillPublished, followJoined, JOINED_EVERY_MS, type Tools } from './fill';
import { touchReceivers } from './receipt-store';

/** Publishes due announcements in one statement. A schedule cancelled at this moment is either published before that or not at all. */
async function publishDue({ db, clock }: Tools): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('announcement')
    .set({ state: 'published', version: sql<number>`version + 1`, updated_at: now })
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', now)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Expires announcements that have ended, and updates the unread counts of their readers. */
async function expireEnded({ db, clock }: Tools): Promise<void> {
  const now = clock.now();
  const ended = await db
    .selectFrom('announcement')
    .where('state', '=', 'published')
    .where('expire_at', '<=', now)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of ended) {
    await withTransaction(
      db,
      async (transaction) => {
        const done = await transaction
          .updateTable('announcement')
          .set({ state: 'expired', pinned: false, version: sql<number>`version + 1`, updated_at: now })
          .where('id', '=', id)
          .where('state', '=', 'published')
          .returning('id')
          .executeTakeFirst();
        if (done) await touchReceivers(transaction, id);
      },
      clock,
    );
  }
}

export const announcementJobs: readonly Job[] = [
  {
    name: 'announcements',
    everyMs: SECOND_MS,
    async run(db, clock, ids) {
      const tools = { db, clock, ids };
      await publishDue(tools);
      await expireEnded(tools);
      await fillPublished(tools);
    },
  },
  {
    name: 'announcements to people who joined',
    everyMs: JOINED_EVERY_MS,
    run: (db, clock, ids) => followJoined({ db, clock, ids }),
  },
];
