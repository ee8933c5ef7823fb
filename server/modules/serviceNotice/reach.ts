import type { Kysely } from 'kysely';
import type { DataOf } from '../../../contract/endpoint';
import { type ReachEvent, serviceNoticeIntakeEndpoints } from '../../../contract/serviceNotice.intake';
import { DELIVERY_STATES, type NoticePerson } from '../../../contract/serviceNotice.states';
import type { Database } from '../../core/database/schema';
import { handlers } from '../../core/http/context';
import { pushedAnswer, takeAlone, takenReport } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';
import { inboxOf } from '../inbox';
import { remember, rememberDevice } from './reach-store';

/** Stores reachability and opened messages. The ordering system and the apps of riders and merchants report them. */

type Db = Kysely<Database>;
/** Prefix of task numbers. Numbers of inbox messages have a different prefix. */
const TASK_PREFIX = 'NT';

/** Counts a message as opened. A repeated report is not counted. @throws Refusal 40401 (no such message of the person) */
async function openMessage(
  db: Db,
  { personType, personId, no }: { readonly personType: NoticePerson; readonly personId: number; readonly no: string },
  at: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('user_inbox')
    .where('no', '=', no)
    .where('user_id', '=', personId)
    .where('person_type', '=', personType)
    .select(['task_id as taskId', 'opened_at as openedAt'])
    .forUpdate()
    .executeTakeFirst();
  if (!known) throw refuse(40401);
  if (known.openedAt !== null) return false;
  await db.updateTable('user_inbox').set({ opened_at: at }).where('no', '=', no).execute();
  await db
    .updateTable('service_notice_delivery')
    .set({ opened_at: at })
    .where('task_id', '=', known.taskId)
    .where('user_id', '=', personId)
    .execute();
  await db
    .updateTable('service_notice_task')
    .set((eb) => ({ opened: eb('opened', '+', 1) }))
    .where('id', '=', known.taskId)
    .execute();
  return true;
}

/**
 * Counts a push as received and as opened, each at most once. An opened push also counts as received.
 *
 * @throws Refusal 40401 (no such push to the user), 42201 (the push was not sent)
 */
async function reportPush(
  db: Db,
  { event, userId, no }: Extract<ReachEvent, { event: 'received' | 'opened' }>,
  at: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('service_notice_delivery')
    .innerJoin('service_notice_task', 'service_notice_task.id', 'service_notice_delivery.task_id')
    .where('service_notice_task.no', '=', no)
    .where('service_notice_task.channel', '=', 'appPush')
    .where('service_notice_delivery.user_id', '=', userId)
    .select([
      'service_notice_delivery.id',
      'service_notice_delivery.state',
      'service_notice_delivery.opened_at as openedAt',
      'service_notice_delivery.task_id as taskId',
    ])
    .forUpdate('service_notice_delivery')
    .executeTakeFirst();
  if (!known) throw refuse(40401);
  const { id, state, openedAt, taskId } = known;
  if (state !== 'sent' && state !== 'delivered') throw refuse(42201, { state: DELIVERY_STATES[state].text });
  const delivered = state === 'sent' ? 1 : 0;
  const opened = event === 'opened' && openedAt === null ? 1 : 0;
  if (delivered + opened === 0) return false;
  await db
    .updateTable('service_notice_delivery')
    .set({ state: 'delivered', ...(opened && { opened_at: at }) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('service_notice_task')
    .set((eb) => ({ delivered: eb('delivered', '+', delivered), opened: eb('opened', '+', opened) }))
    .where('id', '=', taskId)
    .execute();
  return true;
}

const bind = (
  db: Db,
  { event, userId, address: registrationId }: Extract<ReachEvent, { event: 'bound' | 'unbound' }>,
  at: Date,
) => rememberDevice(db, { userId, registrationId, isBound: event === 'bound' }, at);

async function take(db: Db, event: ReachEvent): Promise<boolean> {
  const at = new Date(event.at);
  const user = await db.selectFrom('app_user').where('id', '=', event.userId).select('status').executeTakeFirst();
  // We must not store personal data of a user who left.
  if (!user || user.status === 'cancelled') throw refuse(40401);
  switch (event.event) {
    case 'bound':
      return event.channel === 'appPush' ? bind(db, event, at) : remember(db, event, { address: event.address }, at);
    case 'unbound':
      return bind(db, event, at);
    case 'subscribed':
      return remember(db, event, { leftTimes: event.leftTimes }, at);
    case 'unsubscribed':
      return remember(db, event, { isOff: true }, at);
    case 'subscribedAgain':
      return remember(db, event, { isOff: false }, at);
    case 'received':
      return reportPush(db, event, at);
    case 'opened':
      return event.no.startsWith(TASK_PREFIX)
        ? reportPush(db, event, at)
        : openMessage(db, { personType: 'user', personId: event.userId, no: event.no }, at);
    default:
      return event satisfies never;
  }
}

export const serviceNoticeIntakeHandlers = handlers(serviceNoticeIntakeEndpoints, {
  'user.Notice/push': async (ctx, { events }) => {
    const rows: DataOf<(typeof serviceNoticeIntakeEndpoints)['user.Notice/push']>['rows'] = [];
    for (const [index, event] of events.entries()) {
      const of = { index, event: event.event, userId: event.userId };
      const taken = await takeAlone(ctx, async ({ db }) => ({
        state: (await take(db, event)) ? ('done' as const) : ('repeated' as const),
      }));
      rows.push({ ...of, ...takenReport(taken, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },

  'user.Notice/getInbox': ({ db }, { userId, before }) =>
    inboxOf(db, { personType: 'user', personId: userId, before: before ? new Date(before) : null }),

  'user.PersonNotice/push': async (ctx, { events }) => {
    const rows: DataOf<(typeof serviceNoticeIntakeEndpoints)['user.PersonNotice/push']>['rows'] = [];
    for (const [index, { event, at, ...message }] of events.entries()) {
      const taken = await takeAlone(ctx, async ({ db }) => ({
        state: (await openMessage(db, message, new Date(at))) ? ('done' as const) : ('repeated' as const),
      }));
      const { personType, personId } = message;
      rows.push({ index, event, personType, personId, ...takenReport(taken, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },

  'user.PersonNotice/getInbox': ({ db }, { personType, personId, before }) =>
    inboxOf(db, { personType, personId, before: before ? new Date(before) : null }),
});
