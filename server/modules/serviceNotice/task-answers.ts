import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { NOTICE_TASK } from '../../../contract/serviceNotice.fields';
import {
  DELIVERY_STATES,
  type DeliveryState,
  noticeTaskLifecycle,
  OVER_LIMIT,
  SERVICE_NOTICE,
} from '../../../contract/serviceNotice.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { listDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { audienceWords } from './audience-words';
import { findTask, stateCounts, type TaskReach, type TaskRecord, taskExists, taskPage, taskTotals } from './task-store';

/** Builders of the answers about tasks. */

const NO_END = new Date('9999-01-01T00:00:00Z');

type In<A extends keyof typeof serviceNoticeEndpoints> = ParsedOf<(typeof serviceNoticeEndpoints)[A]>;

export async function reachOf(ctx: ActorContext): Promise<TaskReach> {
  return { accountId: ctx.actor.accountId, teamIds: await scopedTeamIds(ctx, undefined) };
}

/** Checks whether inbox copies can be withdrawn: once, after the sending has ended, and if copies were delivered. */
export const mayWithdraw = ({ channel, state, withdrawnAt, delivered }: TaskRecord): boolean =>
  channel === 'inSite' && withdrawnAt === null && delivered > 0 && (state === 'finished' || state === 'partFailed');

function actionsOf(ctx: ActorContext, task: TaskRecord): string[] {
  const { rules, accountType } = ctx.actor;
  const maySend = ctx.can(RULE['user.notice.send']);
  return [
    ...(task.startedAt ? ['report'] : []),
    ...noticeTaskLifecycle.actionsFrom(task.state, rules, accountType === 'owner').filter((key) => key !== 'cancel'),
    ...(maySend && task.state === 'draft' ? ['editDraft'] : []),
    ...(maySend ? ['copy'] : []),
    ...(maySend && mayWithdraw(task) ? ['withdraw'] : []),
    ...(maySend && task.state === 'draft' ? ['removeDraft'] : []),
    ...(maySend && noticeTaskLifecycle.allowed(task.state, 'cancel') ? ['cancel'] : []),
  ];
}

async function taskAnswers(ctx: ActorContext, tasks: readonly TaskRecord[]) {
  const words = await audienceWords(ctx, tasks);
  return tasks.map((task) => ({
    id: task.id,
    version: task.version,
    ...answerRow(ctx, NOTICE_TASK, task, {
      audienceText: words(task),
      sendAt: task.state === 'draft' ? null : task.sendAt.toISOString(),
    }),
    actions: actionsOf(ctx, task),
  }));
}

export const taskList = (ctx: ActorContext, input: In<'user.Notice/getTasks'>) =>
  paged(ctx, input, async (page) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const { sendAtFrom: from, sendAtTo: to } = input;
    const days = listDays({ from, to }, ctx.clock.now(), timeZone);
    // The sending time of planned tasks is in the future. Without requested days, the list therefore has no end date.
    const sendAt = from || to ? days : { from: days.from, to: NO_END };
    const reach = await reachOf(ctx);
    const filter = { ...input, sendAt, withDrafts: !from && !to };
    const sort = { field: input.sortField ?? ('createdAt' as const), order: input.sortOrder ?? ('desc' as const) };
    const { list, total } = await taskPage(ctx.db, filter, reach, sort, page);
    return { list: await taskAnswers(ctx, list), total, summary: await taskTotals(ctx.db, filter, reach) };
  });

/**
 * Reads a task that the caller may see.
 *
 * @throws Refusal 40302 (the task is for stations out of scope), 40401 (unknown id)
 */
export async function requireTask(ctx: ActorContext, id: number): Promise<TaskRecord> {
  const task = await findTask(ctx.db, id, await reachOf(ctx));
  if (!task) throw refuse((await taskExists(ctx.db, id)) ? 40302 : 40401);
  return task;
}

/**
 * Reads a task with its details.
 *
 * @throws Refusal 40302 (the task is for stations out of scope), 40401 (unknown id)
 */
export async function taskDetail(ctx: ActorContext, { id }: In<'user.Notice/getTask'>) {
  const task = await requireTask(ctx, id);
  const [answer] = await taskAnswers(ctx, [task]);
  if (!answer) throw refuse(40401);
  const counts = await stateCounts(ctx.db, id);
  const { content, audience, excludeBlacklist, templateId, variables, waitsUntil, withdrawnAt } = task;
  const note = task.isOverLimit ? ctx.t(OVER_LIMIT, { n: SERVICE_NOTICE.ownerAbove }) : task.note;
  return {
    ...answer,
    ...{ content, audience, excludeBlacklist, templateId, variables, note },
    waitsUntil: waitsUntil?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    counts: (Object.keys(DELIVERY_STATES) as DeliveryState[]).map((state) => ({
      state,
      text: ctx.t(DELIVERY_STATES[state].text),
      count: counts.get(state) ?? 0,
    })),
  };
}
