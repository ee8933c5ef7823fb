import type { ReachEvent } from '../../../contract/serviceNotice.intake';
import { NOTHING, type Traffic } from './traffic';

/** The inbox of the users' app: users open some of their messages. */

const READERS = 3;

export const noticeTraffic: Traffic = async ({ db, send, chance, now }) => {
  const unread = await db
    .selectFrom('user_inbox')
    .select('user_id as userId')
    .where('opened_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
  const readers = chance.shuffled([...new Set(unread.map(({ userId }) => userId))]).slice(0, READERS);
  const events: ReachEvent[] = [];
  for (const userId of readers) {
    const { list } = await send('user.Notice/getInbox', { userId });
    const message = list.find(({ openedAt }) => openedAt === null);
    if (message) events.push({ event: 'opened', userId, at: now.toISOString(), no: message.no });
  }
  return events.length === 0 ? NOTHING : send('user.Notice/push', { events });
};
