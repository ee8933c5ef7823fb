import { type Kysely, sql } from 'kysely';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { CallbackAnswer, CallbackRequest } from '../../core/platforms/receiver';

type Db = Kysely<Database>;

/** An event of a platform. */
export interface EventKey {
  readonly platform: string;
  readonly eventId: string;
}

/** An event whose handler must be called again. */
export interface WaitingEvent extends EventKey {
  readonly address: string;
  readonly request: CallbackRequest;
  /** Number of calls of its handler so far. */
  readonly tries: number;
}

/** Headers that may hold credentials. Platforms use other headers for signatures. */
const LEFT_OUT = new Set(['authorization', 'cookie', 'proxy-authorization']);

const ofEvent = ({ platform, eventId }: EventKey) => ({ platform, event_id: eventId });

/**
 * Inserts an event as handled, effective with the commit, or as waiting for its handler. Waits for a concurrent transaction that inserts
 * the same event.
 *
 * @param how.failure why its handler failed, and when it is called again
 * @returns false if the event is already known
 */
export async function insertEvent(
  db: Db,
  key: EventKey,
  how: {
    readonly address: string;
    readonly request: CallbackRequest;
    readonly now: Date;
    readonly failure?: { readonly dueAt: Date; readonly error: string };
  },
): Promise<boolean> {
  const { address, request, now, failure } = how;
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !LEFT_OUT.has(name)));
  const row = await db
    .insertInto('platform_event')
    .values({
      ...ofEvent(key),
      address,
      received_at: now,
      method: request.method,
      query: request.query,
      headers: JSON.stringify(headers),
      body: request.body,
      state: failure ? 'received' : 'handled',
      tries: 1,
      due_at: failure?.dueAt ?? null,
      error: failure?.error ?? null,
      handled_at: failure ? null : now,
      answer: null,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'event_id']).doNothing())
    .returning('event_id')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the answer that an event's handler gave; null if the receiver's default applies. */
export async function findAnswer(db: Db, { platform, eventId }: EventKey): Promise<CallbackAnswer | null> {
  const row = await db
    .selectFrom('platform_event')
    .select('answer')
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return (row?.answer ?? null) as CallbackAnswer | null;
}

/** Stores the answer that an event's handler gave. */
export async function keepAnswer(db: Db, { platform, eventId }: EventKey, answer: CallbackAnswer): Promise<void> {
  await db
    .updateTable('platform_event')
    .set({ answer: JSON.stringify(answer) })
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Marks a waiting event as handled, effective with the commit.
 *
 * @returns false if it was handled, or has failed again, since it was read
 */
export async function claimEvent(db: Db, { platform, eventId, tries }: WaitingEvent, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('platform_event')
    .set({ state: 'handled', tries: tries + 1, due_at: null, error: null, handled_at: now })
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .where('state', '=', 'received')
    .where('tries', '=', tries)
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a further failure of a waiting event.
 *
 * @param failure.dueAt time of the next call of its handler; null: no further call
 * @returns false if it was handled, or has failed again, since it was read
 */
export async function updateFailed(
  db: Db,
  { platform, eventId, tries }: WaitingEvent,
  { dueAt, error }: { readonly dueAt: Date | null; readonly error: string },
): Promise<boolean> {
  const row = await db
    .updateTable('platform_event')
    .set({ state: dueAt === null ? 'failed' : 'received', tries: tries + 1, due_at: dueAt, error })
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .where('state', '=', 'received')
    .where('tries', '=', tries)
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the due event that has waited longest for its handler; null if none is due. */
export async function findWaitingEvent(db: Db, now: Date): Promise<WaitingEvent | null> {
  const row = await db
    .selectFrom('platform_event')
    .select(['platform', 'event_id as eventId', 'address', 'method', 'query', 'headers', 'body', 'tries'])
    .where('state', '=', 'received')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { platform, eventId, address, tries, method, query, headers, body } = row;
  return { platform, eventId, address, tries, request: { method, query, headers: new Headers(headers), body } };
}

/** Deletes handled events that no platform can repeat. @returns their number */
export async function forgetEvents(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select platform, event_id from platform_event where received_at < ${before} and state = 'handled' limit 10000
    ), gone as (
      delete from platform_event e using old where e.platform = old.platform and e.event_id = old.event_id returning 1
    )
    select count(*) as deleted from gone`.execute(db);
  return rows[0]?.deleted ?? 0;
}
