import type { Kysely } from 'kysely';
import { HOUR_EVENT } from '../../../contract/hourToReach.fields';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';
import { PLATFORM } from './platform';

/** Queries for the messages of the hour-to-reach platform. */

type Db = Kysely<Database>;

const EVENT = {
  id: 'platform_event.id',
  eventId: 'platform_event.event_id',
  state: 'platform_event.state',
  receivedAt: 'platform_event.received_at',
  tries: 'platform_event.tries',
  lastError: 'platform_event.error',
  nextAt: 'platform_event.due_at',
  handledAt: 'platform_event.handled_at',
} as const;
const eventConditions = conditions(HOUR_EVENT, EVENT);
type EventFilter = ListFilter<typeof HOUR_EVENT>;

const events = (db: Db) => db.selectFrom('platform_event').where('platform_event.platform', '=', PLATFORM);

export const eventPage = (db: Db, filter: EventFilter, order: 'asc' | 'desc', page: Page) =>
  readPage(
    db,
    inOrder(
      withConditions(events(db), eventConditions(filter, {})).select(selection(EVENT)),
      EVENT,
      ['receivedAt', 'id'],
      order,
    ),
    page,
  );

export async function countFailedEvents(db: Db, filter: EventFilter): Promise<number> {
  const { n } = await withConditions(events(db), eventConditions(filter, {}))
    .where('platform_event.state', '=', 'failed')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findEvent = (db: Db, id: number) =>
  events(db).where('platform_event.id', '=', id).select(['event_id as eventId', 'state', 'tries']).executeTakeFirst();
