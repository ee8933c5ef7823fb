import { type Kysely, sql } from 'kysely';
import { PREPARED } from '../../core/database/prepared-statements';
import type { Database } from '../../core/database/schema';
import type { CallbackAnswer, CallbackRequest } from '../../core/platforms/receiver';

type Db = Kysely<Database>;

/** Identifies an event: the event's id is unique per platform. */
export interface EventKey {
  readonly platform: string;
  readonly eventId: string;
}

/** An event whose handler must run again. */
export interface WaitingEvent extends EventKey {
  readonly address: string;
  readonly request: CallbackRequest;
  /** Number of times that the handler has run. */
  readonly tries: number;
}

/** Headers that may contain credentials and are therefore not stored. Platforms use other headers for signatures. */
const LEFT_OUT = new Set(['authorization', 'cookie', 'proxy-authorization']);

const ofEvent = ({ platform, eventId }: EventKey) => ({ platform, event_id: eventId });

/**
 * Inserts an event as handled, or as waiting for its handler. The state takes effect with the commit. The insert waits for a concurrent
 * transaction that inserts the same event.
 *
 * @param how.failure why the handler failed, and when it runs again
 * @returns false when the event is already stored
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

/** Finds the answer that an event's handler returned. @returns `null` when the receiver's default answer applies */
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

/** Stores the answer that an event's handler returned. */
export async function keepAnswer(db: Db, { platform, eventId }: EventKey, answer: CallbackAnswer): Promise<void> {
  await db
    .updateTable('platform_event')
    .set({ answer: JSON.stringify(answer) })
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .execute();
}

/**
 * Marks a waiting event as handled. The mark takes effect with the commit.
 *
 * @returns false when another process ran the handler, with or without success, after this process read the event
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
 * Stores another failure of a waiting event.
 *
 * @param failure.dueAt when the handler runs again; `null` means that it is not retried
 * @returns false when another process ran the handler, with or without success, after this process read the event
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

/** Finds the waiting event with the earliest due time that has passed. @returns `null` when no event is due */
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

/** Deletes at most 10,000 handled events that were received before a moment. @returns the number of deleted events */
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
