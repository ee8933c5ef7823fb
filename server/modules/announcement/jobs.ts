import { sql } from 'kysely';
import { SECOND_MS } from '../../../contract/units';
import { inTransaction } from '../../core/database/transaction';
import type { Job } from '../../core/jobs';
import { recordTimed } from '../information';
import { fillPublished, followJoined, JOINED_EVERY_MS, type Tools } from './fill';
import { touchReceivers } from './receipt-store';

const STEPPED = ['id', 'title', 'updated_by as updatedBy'] as const;

/** Publishes due announcements in one statement. An announcement whose schedule is cancelled concurrently is not published afterwards. */
async function publishDue(job: Tools): Promise<void> {
  await inTransaction(job, async (tools) => {
    const now = tools.clock.now();
    const published = await tools.db
      .updateTable('announcement')
      .set({ state: 'published', version: sql<number>`version + 1`, updated_at: now })
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', now)
      .where('deleted_at', 'is', null)
      .returning(STEPPED)
      .execute();
    await recordTimed(tools, 'announcement', 'publishDue', published);
  });
}

/** Expires announcements whose end has passed, and marks the unread counts of their receivers as changed. */
async function expireEnded(job: Tools): Promise<void> {
  const { db, clock } = job;
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
    await inTransaction(job, async (tools) => {
      const done = await tools.db
        .updateTable('announcement')
        .set({ state: 'expired', pinned: false, version: sql<number>`version + 1`, updated_at: now })
        .where('id', '=', id)
        .where('state', '=', 'published')
        .returning(STEPPED)
        .executeTakeFirst();
      if (!done) return;
      await touchReceivers(tools.db, id);
      await recordTimed(tools, 'announcement', 'expire', [done]);
    });
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
