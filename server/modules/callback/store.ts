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

/** An event whose handler is called again. */
export interface WaitingEvent extends EventKey {
  readonly address: string;
  readonly request: CallbackRequest;
  /** How often its handler has failed. */
  readonly tries: number;
}

/** Headers that say who somebody is; platforms sign with others. */
const LEFT_OUT = new Set(['authorization', 'cookie', 'proxy-authorization']);

const ofEvent = ({ platform, eventId }: EventKey) => ({ platform, event_id: eventId });

/**
 * Notes an event as handled, which it is when the transaction commits. Waits for a transaction that notes the same one at this moment.
 *
 * @returns false when it is known already
 */
export async function insertEvent(
  db: Db,
  key: EventKey,
  { address, request, now }: { readonly address: string; readonly request: CallbackRequest; readonly now: Date },
): Promise<boolean> {
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
      state: 'handled',
      tries: 1,
      due_at: null,
      error: null,
      handled_at: now,
      answer: null,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'event_id']).doNothing())
    .returning('event_id')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the handler of an event has answered itself; null where it left that to the receiver. */
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

/** Notes the end of an event, or a further failure of its handler. */
export async function updateEvent(
  db: Db,
  { platform, eventId }: EventKey,
  outcome:
    | { readonly state: 'handled'; readonly tries: number; readonly now: Date; readonly answer: CallbackAnswer | null }
    | { readonly state: 'received'; readonly tries: number; readonly dueAt: Date; readonly error: string }
    | { readonly state: 'failed'; readonly tries: number; readonly error: string },
): Promise<void> {
  const { state, tries } = outcome;
  const isHandled = state === 'handled';
  await db
    .updateTable('platform_event')
    .set({
      state,
      tries,
      due_at: state === 'received' ? outcome.dueAt : null,
      error: isHandled ? null : outcome.error,
      handled_at: isHandled ? outcome.now : null,
      answer: isHandled && outcome.answer ? JSON.stringify(outcome.answer) : null,
    })
    .where('platform', '=', platform)
    .where('event_id', '=', eventId)
    .execute();
}

/** The event that has waited longest for its handler, locked until the transaction ends; null when none is due. */
export async function takeWaitingEvent(db: Db, now: Date): Promise<WaitingEvent | null> {
  const row = await db
    .selectFrom('platform_event')
    .select(['platform', 'event_id as eventId', 'address', 'method', 'query', 'headers', 'body', 'tries'])
    .where('state', '=', 'received')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const { platform, eventId, address, tries, method, query, headers, body } = row;
  return { platform, eventId, address, tries, request: { method, query, headers: new Headers(headers), body } };
}

/** Deletes handled events that no platform sends again. @returns how many */
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
