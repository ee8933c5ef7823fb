import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { NOTICE_TASK } from '../../../contract/serviceNotice.fields';
import type { DeliveryState } from '../../../contract/serviceNotice.states';
import { beginsWith, containing } from '../../core/database/like';
import type { Database } from '../../core/database/schema';
import type { Page } from '../../core/list/paged';
import { conditions, inOrder, type ListFilter, readPage, selection, withConditions } from '../../core/list/query';

/** SQL queries for tasks (发送任务). */

type Db = Kysely<Database>;

const COLUMNS = {
  id: 'service_notice_task.id',
  version: 'service_notice_task.version',
  no: 'service_notice_task.no',
  title: 'service_notice_task.title',
  state: 'service_notice_task.state',
  channel: 'service_notice_task.channel',
  templateId: 'service_notice_task.template_id',
  templateName: 'service_notice_task.template_name',
  content: 'service_notice_task.content',
  variables: 'service_notice_task.variables',
  personType: 'service_notice_task.person_type',
  audience: 'service_notice_task.audience',
  excludeBlacklist: 'service_notice_task.exclude_blacklist',
  scopeTeamIds: 'service_notice_task.scope_team_ids',
  sendAt: 'service_notice_task.send_at',
  startedAt: 'service_notice_task.started_at',
  waitsUntil: 'service_notice_task.waits_until',
  endedAt: 'service_notice_task.ended_at',
  withdrawnAt: 'service_notice_task.withdrawn_at',
  note: 'service_notice_task.note',
  isOverLimit: 'service_notice_task.is_over_limit',
  total: 'service_notice_task.total',
  sent: 'service_notice_task.sent',
  delivered: 'service_notice_task.delivered',
  opened: 'service_notice_task.opened',
  failed: 'service_notice_task.failed',
  skipped: 'service_notice_task.skipped',
  costFen: 'service_notice_task.cost_fen',
  byId: 'service_notice_task.by_id',
  byName: 'service_notice_task.by_name',
  byIsOwner: 'service_notice_task.by_is_owner',
  createdAt: 'service_notice_task.created_at',
} as const;
export type TaskSort = 'sendAt' | 'total' | 'failed' | 'createdAt';
const conditionsOf = conditions(NOTICE_TASK, COLUMNS);

/** The tasks that a reader may see. If `teamIds` is null, the reader may see all tasks. */
export interface TaskReach {
  readonly accountId: number;
  readonly teamIds: readonly number[] | null;
}

/** Restricts tasks to the reader's own tasks and tasks whose recipients all belong to the reader's stations. */
function within({ accountId, teamIds }: TaskReach): RawBuilder<SqlBool>[] {
  if (teamIds === null) return [];
  return [
    sql<SqlBool>`(service_notice_task.by_id = ${accountId}
      or service_notice_task.scope_team_ids <@ ${JSON.stringify(teamIds)}::jsonb)`,
  ];
}

export type TaskFilter = ListFilter<typeof NOTICE_TASK> & {
  /** True to include drafts, whatever sending time is requested. Lists without requested days include drafts. */
  readonly withDrafts: boolean;
};
function filtered(db: Db, filter: TaskFilter, reach: TaskReach) {
  const found = conditionsOf(filter, {
    keyword: (words) =>
      sql<SqlBool>`(service_notice_task.title ilike ${containing(words)} or ${beginsWith('service_notice_task.no', words)})`,
    sendAt: ({ from, to }) => {
      const isSent = sql`service_notice_task.send_at >= ${from} and service_notice_task.send_at < ${to}`;
      return filter.withDrafts
        ? sql<SqlBool>`(service_notice_task.state = 'draft' or (${isSent}))`
        : sql<SqlBool>`(service_notice_task.state <> 'draft' and ${isSent})`;
    },
  });
  return withConditions(db.selectFrom('service_notice_task'), [...found, ...within(reach)]);
}

const rows = (db: Db) => db.selectFrom('service_notice_task').select(selection(COLUMNS));
export type TaskRecord = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

export function taskPage(
  db: Db,
  filter: TaskFilter,
  reach: TaskReach,
  sort: { readonly field: TaskSort; readonly order: 'asc' | 'desc' },
  page: Page,
) {
  const listed = filtered(db, filter, reach).select(selection(COLUMNS));
  return readPage(db, inOrder(listed, COLUMNS, [sort.field, 'createdAt', 'id'], sort.order), page);
}

export const taskTotals = (db: Db, filter: TaskFilter, reach: TaskReach) =>
  filtered(db, filter, reach)
    .select([
      sql<number>`count(*)`.as('tasks'),
      sql<number>`count(*) filter (where service_notice_task.state in ('sending', 'paused'))`.as('sending'),
      sql<number>`coalesce(sum(service_notice_task.sent), 0)`.as('messages'),
      sql<number>`coalesce(sum(service_notice_task.delivered), 0)`.as('deliveredMessages'),
      sql<number>`coalesce(sum(service_notice_task.failed), 0)`.as('failedMessages'),
      sql<number>`coalesce(sum(service_notice_task.cost_fen), 0)`.as('costFen'),
    ])
    .executeTakeFirstOrThrow();

const seen = (db: Db, id: number, reach: TaskReach) =>
  withConditions(rows(db).where('service_notice_task.id', '=', id), within(reach));

/** Finds a task that the reader may see. */
export const findTask = (db: Db, id: number, reach: TaskReach) => seen(db, id, reach).executeTakeFirst();
/** Finds a task that the reader may see, and locks it until the transaction ends. */
export const lockTask = (db: Db, id: number, reach: TaskReach) => seen(db, id, reach).forUpdate().executeTakeFirst();

export async function taskExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('service_notice_task').where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

export async function insertTask(db: Db, row: Insertable<Database['service_notice_task']>): Promise<void> {
  await db.insertInto('service_notice_task').values(row).execute();
}

/** Deletes a task. The caller must have checked that the task is a draft, because a draft has no messages. */
export async function removeTask(db: Db, id: number): Promise<void> {
  await db.deleteFrom('service_notice_task').where('id', '=', id).execute();
}

/** Updates a task that the caller has locked. */
export async function changeTask(
  db: Db,
  { id, version }: { readonly id: number; readonly version: number },
  set: Updateable<Database['service_notice_task']>,
): Promise<void> {
  await db
    .updateTable('service_notice_task')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Counts a task's messages by state. */
export async function stateCounts(db: Db, taskId: number): Promise<ReadonlyMap<DeliveryState, number>> {
  const counted = await db
    .selectFrom('service_notice_delivery')
    .where('task_id', '=', taskId)
    .select(['state', sql<number>`count(*)`.as('n')])
    .groupBy('state')
    .execute();
  return new Map(counted.map(({ state, n }) => [state, n]));
}

/**
 * Sets the failed messages of a task to waiting. A message with an unknown result keeps its number. A channel that detects repeated message
 * numbers then does not send the message twice. Other failed messages get a new number.
 *
 * @returns the number of changed messages
 */
export async function waitAgain(db: Db, taskId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update service_notice_delivery set state = 'waiting', error = null, reason = null,
      attempts = attempts - case when reason in ('noAnswer', 'interrupted') then 1 else 0 end,
      reserved_no = case when reason in ('noAnswer', 'interrupted') then reserved_no end
    where task_id = ${taskId} and state = 'failed'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Marks a task's inbox copies as withdrawn, which hides them. @returns the number of copies */
export async function withdrawCopies(db: Db, taskId: number, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('user_inbox')
    .set({ withdrawn_at: at })
    .where('task_id', '=', taskId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
