import type { Input } from '../../../contract';
import type { ReachEvent } from '../../../contract/serviceNotice.intake';
import { NOTHING, type Traffic } from './traffic';

/** Simulates the inboxes of the apps: users, riders and merchants open some of their messages. */

const READERS = 3;

export const noticeTraffic: Traffic = async ({ db, send, chance, now }) => {
  const unread = await db
    .selectFrom('user_inbox')
    .select(['person_type as personType', 'user_id as personId'])
    .where('opened_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
  const at = now.toISOString();
  const events: ReachEvent[] = [];
  const others: Input<'user.PersonNotice/push'>['events'] = [];
  const readers = new Map(unread.map((reader) => [`${reader.personType} ${reader.personId}`, reader]));
  for (const { personType, personId } of chance.shuffled([...readers.values()]).slice(0, READERS)) {
    const { list } =
      personType === 'user'
        ? await send('user.Notice/getInbox', { userId: personId })
        : await send('user.PersonNotice/getInbox', { personType, personId });
    const message = list.find(({ openedAt }) => openedAt === null);
    if (!message) continue;
    if (personType === 'user') events.push({ event: 'opened', userId: personId, at, no: message.no });
    else others.push({ event: 'opened', personType, personId, at, no: message.no });
  }
  const ofUsers = events.length === 0 ? NOTHING : await send('user.Notice/push', { events });
  const ofOthers = others.length === 0 ? NOTHING : await send('user.PersonNotice/push', { events: others });
  return { done: ofUsers.done + ofOthers.done, refused: ofUsers.refused + ofOthers.refused };
};
