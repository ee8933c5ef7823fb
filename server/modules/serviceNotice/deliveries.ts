import { type SqlBool, sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { NOTICE_DELIVERY } from '../../../contract/serviceNotice.fields';
import { DELIVERY_REASON_TEXT, DELIVERY_STATES, SERVICE_CHANNEL_TEXT } from '../../../contract/serviceNotice.states';
import { USER } from '../../../contract/user.states';
import { maskTel } from '../../core/access/mask';
import { phonePattern, seesPhones } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { containing } from '../../core/database/like';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { conditions, inOrder, readPage, selection, withConditions } from '../../core/list/query';
import { scopedTeamIds } from '../team';
import { userInScope } from '../user';
import { requireTask } from './task-answers';

/** The recipients of a task, and the notices of one user. */

type In<A extends keyof typeof serviceNoticeEndpoints> = ParsedOf<(typeof serviceNoticeEndpoints)[A]>;
export type DeliveryInput = Pick<In<'user.Notice/getDeliveries'>, 'taskId' | 'keyword' | 'state' | 'reason' | 'opened'>;

const COLUMNS = {
  id: 'service_notice_delivery.id',
  userNo: 'service_notice_delivery.user_id',
  taskNo: 'service_notice_task.no',
  nickname: 'app_user.nickname',
  tel: 'app_user.tel',
  state: 'service_notice_delivery.state',
  reason: 'service_notice_delivery.reason',
  error: 'service_notice_delivery.error',
  attempts: 'service_notice_delivery.attempts',
  at: 'service_notice_delivery.at',
  openedAt: 'service_notice_delivery.opened_at',
  costFen: 'service_notice_delivery.cost_fen',
} as const;
const conditionsOf = conditions(NOTICE_DELIVERY, COLUMNS);

/** Words match anywhere in a nickname; digits match a user's number or phone. */
function byKeyword(words: string, seesThem: boolean) {
  if (!/^\d+$/.test(words)) return sql<SqlBool>`app_user.nickname ilike ${containing(words)}`;
  const byPhone = sql<SqlBool>`app_user.tel like ${phonePattern(words, seesThem)}`;
  return /^[1-9]\d{0,15}$/.test(words) ? sql<SqlBool>`(${byPhone} or app_user.id = ${words}::bigint)` : byPhone;
}

/** The recipients that the caller may see. @throws Refusal 40302 · 40401 */
export async function deliveryRows(ctx: ActorContext, { taskId, ...filter }: DeliveryInput) {
  await requireTask(ctx, taskId);
  const teamIds = await scopedTeamIds(ctx, undefined);
  const sees = seesPhones(ctx.actor, RULE['user.list.unmask']);
  const found = conditionsOf(filter, {
    keyword: (words) => byKeyword(words, sees),
    isOpened: (opened) =>
      opened
        ? sql<SqlBool>`service_notice_delivery.opened_at is not null`
        : sql<SqlBool>`service_notice_delivery.opened_at is null`,
  });
  const listed = ctx.db
    .selectFrom('service_notice_delivery')
    .innerJoin('app_user', 'app_user.id', 'service_notice_delivery.user_id')
    .innerJoin('service_notice_task', 'service_notice_task.id', 'service_notice_delivery.task_id')
    .where('service_notice_delivery.task_id', '=', taskId)
    .select(selection(COLUMNS));
  return withConditions(listed, [...found, ...(teamIds === null ? [] : [idIn('app_user.home_team_id', teamIds)])]);
}

export const deliveryList = (ctx: ActorContext, input: In<'user.Notice/getDeliveries'>) =>
  paged(ctx, input, async (page) => {
    const rows = inOrder(await deliveryRows(ctx, input), COLUMNS, ['userNo', 'id'], input.sortOrder ?? 'asc');
    const { list, total } = await readPage(ctx.db, rows, page);
    const shown = list.map(({ userNo, tel, ...row }) => ({
      id: row.id,
      ...answerRow(ctx, NOTICE_DELIVERY, row, {
        userNo: String(userNo),
        tel: tel === null ? null : maskTel(tel),
        isOpened: row.openedAt !== null,
      }),
    }));
    return { list: shown, total, summary: {} };
  });

/** The newest notices to a user. @throws Refusal 40302 · 40401 */
export async function noticesOfUser(ctx: ActorContext, { userId }: In<'user.Notice/getOfUser'>) {
  await userInScope(ctx, userId);
  const found = await ctx.db
    .selectFrom('service_notice_delivery as d')
    .innerJoin('service_notice_task as t', 't.id', 'd.task_id')
    .where('d.user_id', '=', userId)
    .select(['d.id', 'd.state', 'd.reason', 'd.at', 'd.opened_at as openedAt', 't.no', 't.title', 't.channel'])
    .orderBy('d.id', 'desc')
    .limit(USER.tabRows + 1)
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
