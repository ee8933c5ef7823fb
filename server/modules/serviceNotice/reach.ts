import { type Kysely, sql } from 'kysely';
import type { DataOf } from '../../../contract/endpoint';
import { type ReachEvent, serviceNoticeIntakeEndpoints } from '../../../contract/serviceNotice.intake';
import type { Database } from '../../core/database/schema';
import { handlers } from '../../core/http/context';
import { pushedAnswer, takeAlone, takenReport } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';

/** Where users can be reached, and what they opened, as the ordering side tells. */

type Db = Kysely<Database>;
const PAGE = 50;
/** The channel as a whole, not a one-time subscription. */
const WHOLE = '';

/** Stores one fact about a channel unless a later one is stored already. @returns false where nothing changed */
async function remember(
  db: Db,
  key: { readonly userId: number; readonly channel: string; readonly templateId?: string },
  fact: { readonly address?: string; readonly leftTimes?: number; readonly isOff?: boolean },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_reach as r (user_id, channel, template_id, address, left_times, is_off, updated_at)
    values (${key.userId}, ${key.channel}, ${key.templateId ?? WHOLE}, ${fact.address ?? null}, ${fact.leftTimes ?? 0},
      ${fact.isOff ?? false}, ${at})
    on conflict (user_id, channel, template_id) do update set
      address = coalesce(excluded.address, r.address),
      left_times = ${fact.leftTimes === undefined ? sql`r.left_times` : sql`excluded.left_times`},
      is_off = ${fact.isOff === undefined ? sql`r.is_off` : sql`excluded.is_off`},
      updated_at = excluded.updated_at
    where r.updated_at < excluded.updated_at`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Counts a message as opened, once. @throws Refusal 40401 */
async function open(db: Db, { userId, no }: Extract<ReachEvent, { event: 'opened' }>, at: Date): Promise<boolean> {
  const known = await db
    .selectFrom('user_inbox')
    .where('no', '=', no)
    .where('user_id', '=', userId)
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
    .where('user_id', '=', userId)
    .execute();
  await db
    .updateTable('service_notice_task')
    .set((eb) => ({ opened: eb('opened', '+', 1) }))
    .where('id', '=', known.taskId)
    .execute();
  return true;
}

/** Removes the addresses and the inboxes of users whose data were removed. */
export async function forgetLeft(db: Db): Promise<void> {
  for (const table of ['user_reach', 'user_inbox', 'service_notice_list_user'] as const) {
    await sql`
      delete from ${sql.table(table)} one using app_user u
      where u.id = one.user_id and u.status = 'cancelled'`.execute(db);
  }
}

async function take(db: Db, event: ReachEvent): Promise<boolean> {
  const at = new Date(event.at);
  const user = await db.selectFrom('app_user').where('id', '=', event.userId).select('status').executeTakeFirst();
  // Nothing comes back of a user who left.
  if (!user || user.status === 'cancelled') throw refuse(40401);
  switch (event.event) {
    case 'bound':
      return remember(db, event, { address: event.address }, at);
    case 'subscribed':
      return remember(db, event, { leftTimes: event.leftTimes }, at);
    case 'unsubscribed':
      return remember(db, event, { isOff: true }, at);
    case 'subscribedAgain':
      return remember(db, event, { isOff: false }, at);
    case 'opened':
      return open(db, event, at);
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

  'user.Notice/getInbox': async (ctx, { userId, before }) => {
    const own = ctx.db.selectFrom('user_inbox').where('user_id', '=', userId).where('withdrawn_at', 'is', null);
    const found = await own
      .$if(Boolean(before), (query) => query.where('created_at', '<', new Date(before ?? 0)))
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
  },
});
