import { type SqlBool, sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { NOTICE_DELIVERY } from '../../../contract/serviceNotice.fields';
import {
  DELIVERY_REASON_TEXT,
  DELIVERY_STATES,
  type NoticePerson,
  SERVICE_CHANNEL_TEXT,
} from '../../../contract/serviceNotice.states';
import { USER } from '../../../contract/user.states';
import { maskTel } from '../../core/access/mask';
import { phonePattern, seesPhones } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { beginning, containing } from '../../core/database/like';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { conditions, inOrder, readPage, selection, withConditions } from '../../core/list/query';
import { scopedTeamIds } from '../team';
import { userInScope } from '../user';
import { shownPeople, UNMASK } from './people';
import { requireTask } from './task-answers';

/** Lists of a task's recipients and of one user's notices. */

type In<A extends keyof typeof serviceNoticeEndpoints> = ParsedOf<(typeof serviceNoticeEndpoints)[A]>;
export type DeliveryInput = Pick<In<'user.Notice/getDeliveries'>, 'taskId' | 'keyword' | 'state' | 'reason' | 'opened'>;

const COLUMNS = {
  id: 'service_notice_delivery.id',
  personType: 'service_notice_task.person_type',
  userNo: 'person.no',
  taskNo: 'service_notice_task.no',
  nickname: 'person.name',
  tel: 'person.tel',
  state: 'service_notice_delivery.state',
  reason: 'service_notice_delivery.reason',
  error: 'service_notice_delivery.error',
  attempts: 'service_notice_delivery.attempts',
  at: 'service_notice_delivery.at',
  openedAt: 'service_notice_delivery.opened_at',
  costFen: 'service_notice_delivery.cost_fen',
} as const;
const conditionsOf = conditions(NOTICE_DELIVERY, COLUMNS);

/**
 * Builds the keyword condition. Text matches any part of a name; letters followed by digits also match the start of a rider number. Digits
 * match the whole id of a user or merchant, or a phone. Phones of riders and merchants match only if the caller may see them.
 */
function byKeyword(ctx: ActorContext, type: NoticePerson, words: string) {
  const byName = sql<SqlBool>`person.name ilike ${containing(words)}`;
  if (type === 'rider' && /^[a-z]+\d+$/i.test(words)) {
    return sql<SqlBool>`(${byName} or person.no like ${beginning(words.toUpperCase())})`;
  }
  if (!/^\d+$/.test(words)) return byName;
  const isId = /^[1-9]\d{0,15}$/.test(words) && type !== 'rider';
  const byId = isId ? sql<SqlBool>`person.id = ${words}::bigint` : sql<SqlBool>`false`;
  const unmask = UNMASK[type];
  const sees = unmask !== null && seesPhones(ctx.actor, unmask);
  // Only searches for users' phones are rate-limited. Phones of riders and merchants are searched only if the caller may see them.
  if (type !== 'user' && !sees) return byId;
  return sql<SqlBool>`(${byId} or person.tel like ${phonePattern(words, sees)})`;
}

/**
 * Selects the recipients that the caller may see.
 *
 * @throws Refusal 40302 (the task is for stations out of scope), 40401 (unknown task)
 */
export async function deliveryRows(ctx: ActorContext, { taskId, ...filter }: DeliveryInput) {
  const { personType } = await requireTask(ctx, taskId);
  const teamIds = await scopedTeamIds(ctx, undefined);
  const found = conditionsOf(filter, {
    keyword: (words) => byKeyword(ctx, personType, words),
    isOpened: (opened) =>
      opened
        ? sql<SqlBool>`service_notice_delivery.opened_at is not null`
        : sql<SqlBool>`service_notice_delivery.opened_at is null`,
  });
  const listed = ctx.db
    .selectFrom('service_notice_delivery')
    .innerJoin(shownPeople(personType).as('person'), 'person.id', 'service_notice_delivery.user_id')
    .innerJoin('service_notice_task', 'service_notice_task.id', 'service_notice_delivery.task_id')
    .where('service_notice_delivery.task_id', '=', taskId)
    .select(selection(COLUMNS));
  return withConditions(listed, [...found, ...(teamIds === null ? [] : [idIn('person.team_id', teamIds)])]);
}

export const deliveryList = (ctx: ActorContext, input: In<'user.Notice/getDeliveries'>) =>
  paged(ctx, input, async (page) => {
    // The number of a user or merchant is the id. Riders are also sorted by id, not by rider number.
    const sorted = { ...COLUMNS, userNo: 'service_notice_delivery.user_id' };
    const rows = inOrder(await deliveryRows(ctx, input), sorted, ['userNo', 'id'], input.sortOrder ?? 'asc');
    const { list, total } = await readPage(ctx.db, rows, page);
    const shown = list.map(({ tel, personType, ...row }) => ({
      id: row.id,
      personType,
      ...answerRow(ctx, NOTICE_DELIVERY, row, {
        tel: tel === null ? null : maskTel(tel),
        isOpened: row.openedAt !== null,
      }),
    }));
    return { list: shown, total, summary: {} };
  });

/** Reads one page of the notices to a user, newest first. @throws Refusal 40302 (user out of scope), 40401 (unknown user) */
export async function noticesOfUser(ctx: ActorContext, { userId, page }: In<'user.Notice/getOfUser'>) {
  await userInScope(ctx, userId);
  const found = await ctx.db
    .selectFrom('service_notice_delivery as d')
    .innerJoin('service_notice_task as t', 't.id', 'd.task_id')
    .where('d.user_id', '=', userId)
    .where('t.person_type', '=', 'user')
    .select(['d.id', 'd.state', 'd.reason', 'd.at', 'd.opened_at as openedAt', 't.no', 't.title', 't.channel'])
    .orderBy('d.id', 'desc')
    .limit(USER.tabRows + 1)
    .offset((page - 1) * USER.tabRows)
    .execute();
  const list = found.slice(0, USER.tabRows).map(({ id, state, reason, at, openedAt, no, title, channel }) => ({
    id,
    taskNo: no,
    title,
    channelText: ctx.t(SERVICE_CHANNEL_TEXT[channel]),
    state,
    stateText: ctx.t(DELIVERY_STATES[state].text),
    reasonText: reason ? ctx.t(DELIVERY_REASON_TEXT[reason]) : '',
    at: at?.toISOString() ?? null,
    openedAt: openedAt?.toISOString() ?? null,
  }));
  return { list, more: found.length > USER.tabRows, asOf: ctx.clock.now().toISOString() };
}
