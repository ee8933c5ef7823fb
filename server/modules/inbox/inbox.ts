import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { say, type TextParams } from '../../../contract/message';
import type { NoticePerson } from '../../../contract/serviceNotice.states';
import type { Text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { WORKING_STATES } from '../people';
import { idOf, peopleTable } from './tables';

/**
 * The inboxes of the apps. Messages of other modules, such as certificate reminders and food-loss notices, belong to no task; their task id
 * is 0.
 */

const NO_TASK = 0;
/** The apps support only this language. */
const APP_LANGUAGE = 'zh-CN';
const PAGE = 50;

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Adds a message to the inboxes of the people who meet a condition, unless a message with its number exists.
 *
 * @param message.no number of the message, as SQL; different for each person
 * @returns the number of added messages
 */
async function insertMessages(
  { db, clock }: Tools,
  personType: NoticePerson,
  message: { readonly no: RawBuilder<unknown>; readonly title: Text; readonly body: string },
  which: RawBuilder<SqlBool>,
): Promise<number> {
  const title = say(message.title, APP_LANGUAGE);
  const { numAffectedRows } = await sql`
    insert into user_inbox (no, person_type, user_id, task_id, title, body, created_at)
    select ${message.no}, ${personType}, ${idOf(personType)}, ${NO_TASK}, ${title}, ${message.body}, ${clock.now()}
    from ${peopleTable(personType)} where ${which}
    on conflict (no) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Adds a message to a person's inbox, unless the person is a user who left, or a message with this number exists.
 *
 * @param message.no number of the message, at most 48 characters; the prefix `NT` is reserved for tasks
 * @param message.title at most 30 characters
 * @param message.body at most 600 characters
 */
export async function addToInbox(
  tools: Tools,
  message: {
    readonly no: string;
    readonly personType: NoticePerson;
    readonly personId: number;
    readonly title: Text;
    readonly body: Text;
    /** Values for the placeholders in `body`. */
    readonly params?: TextParams;
  },
): Promise<void> {
  const { no, personType, personId, title, params } = message;
  const body = say(message.body, APP_LANGUAGE, params);
  const isHere = personType === 'user' ? sql`app_user.status <> 'cancelled'` : sql`true`;
  const which = sql<SqlBool>`${idOf(personType)} = ${personId} and ${isHere}`;
  await insertMessages(tools, personType, { no: sql`${no}`, title, body }, which);
}

/**
 * Adds a message to the inboxes of a station's riders who can take orders.
 *
 * @param message.no beginning of the message's number, at most 24 characters; the rider's id is appended
 * @param message.title at most 30 characters
 * @param message.body at most 600 characters
 * @returns the number of riders
 */
export async function addToRiderInboxes(
  tools: Tools,
  message: { readonly no: string; readonly teamId: number; readonly title: Text; readonly body: string },
): Promise<number> {
  const { no, teamId, title, body } = message;
  const which = sql<SqlBool>`rider.team_id = ${teamId} and rider.status in (${sql.join([...WORKING_STATES])})`;
  return insertMessages(tools, 'rider', { no: sql`${no} || '-' || rider.id`, title, body }, which);
}

/**
 * Reads a person's newest messages and the number of unread messages. Withdrawn messages are left out.
 *
 * @param of.before reads only messages before this moment; the number of unread messages ignores it
 */
export async function inboxOf(
  db: Kysely<Database>,
  {
    personType,
    personId,
    before,
  }: {
    readonly personType: NoticePerson;
    readonly personId: number;
    readonly before: Date | null;
  },
) {
  const own = db
    .selectFrom('user_inbox')
    .where('user_id', '=', personId)
    .where('person_type', '=', personType)
    .where('withdrawn_at', 'is', null);
  const found = await own
    .$if(before !== null, (query) => query.where('created_at', '<', before ?? new Date(0)))
    .select(['no', 'title', 'body', 'jump_path as jumpPath', 'created_at as at', 'opened_at as openedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('no', 'desc')
    .limit(PAGE)
    .execute();
  const { unread } = await own
    .where('opened_at', 'is', null)
    .select(sql<number>`count(*)`.as('unread'))
    .executeTakeFirstOrThrow();
  const list = found.map(({ at, openedAt, ...message }) => ({
    ...message,
    at: at.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
  }));
  return { list, unread };
}
