import { type Kysely, sql } from 'kysely';
import type { DeliveryReason } from '../../../contract/serviceNotice.states';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { idOf, peopleTable } from '../inbox';
import { type AudienceGround, audienceCondition } from './audience';
import { addressOf, devicesOf, skipReason, type Way } from './reach-store';
import type { Outcome } from './sender';

/**
 * SQL queries for a task's messages. Each step is one transaction. If the server stops between two steps, each message is therefore either
 * unchanged or `sending` with its number.
 */

type Db = Kysely<Database>;

export interface RunningTask extends Way {
  readonly id: number;
  readonly no: string;
  readonly templateId: number;
  readonly dailyCap: number;
  readonly unitFen: number;
}

/**
 * Writes the next recipients of a task. Stores the id of the last written recipient in the same transaction, so that the next call
 * continues after this id.
 *
 * @returns the number of written recipients; a number below `limit` means that all recipients are written
 */
export async function fillNext(
  db: Db,
  task: Pick<RunningTask, 'id' | 'templateId'> & { readonly filledTo: number },
  ground: AudienceGround,
  { ids, now, limit }: { readonly ids: Ids; readonly now: Date; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ${idOf(ground.personType)} as id from ${peopleTable(ground.personType)}
    where ${idOf(ground.personType)} > ${task.filledTo} and ${audienceCondition(ground)}
    order by 1 limit ${limit}`.execute(db);
  const people = rows.map(({ id }) => id);
  if (people.length > 0) {
    await sql`
      insert into service_notice_delivery (id, created_at, task_id, template_id, user_id, state)
      select one.id, ${now}, ${task.id}, ${task.templateId}, one.user_id, 'waiting'
      from unnest(${sql.val(people.map(() => ids.next()))}::bigint[], ${sql.val(people)}::bigint[]) as one (id, user_id)
      on conflict (task_id, user_id) do nothing`.execute(db);
  }
  await sql`
    update service_notice_task set total = total + ${people.length}, filled_to = ${people.at(-1) ?? task.filledTo},
      is_filled = ${people.length < limit} where id = ${task.id}`.execute(db);
  return people.length;
}

export interface Claimed {
  readonly id: number;
  readonly personId: number;
  readonly attempts: number;
  /** Time at which the message was claimed. */
  readonly at: Date;
  readonly reservedNo: string | null;
  readonly address: string | null;
  readonly devices: readonly string[] | null;
  /** Reason why the message is skipped. `null` means that it is sent. */
  readonly reason: DeliveryReason | null;
}

const recipient = ({ personType }: Way) => sql`${peopleTable(personType)} on ${idOf(personType)} = d.user_id`;
const facts = (task: RunningTask) => sql`
  d.id, d.user_id as "personId", d.attempts, d.at, d.reserved_no as "reservedNo", ${addressOf(task)} as address,
  ${devicesOf(task)} as devices, ${skipReason(task)} as reason`;

/** Claims the next waiting messages by marking them `sending`. Claims nothing if the task is no longer in the state `sending`. */
export async function claimNext(db: Db, task: RunningTask, now: Date, limit: number): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    with running as (select id from service_notice_task where id = ${task.id} and state = 'sending' for share),
    due as (
      select d.id from service_notice_delivery d join running on running.id = d.task_id
      where d.state = 'waiting' order by d.user_id limit ${limit} for update of d skip locked),
    taken as (
      update service_notice_delivery d set state = 'sending', attempts = d.attempts + 1, at = ${now}
      from due where d.id = due.id returning d.id, d.user_id, d.attempts, d.at, d.reserved_no)
    select ${facts(task)} from taken d join ${recipient(task)} order by d.user_id`.execute(db);
  return rows;
}

/** Finds messages that a stopped server left in state `sending`. @param before latest time at which they were claimed */
export async function leftOver(db: Db, task: RunningTask, before: Date, limit: number): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    select ${facts(task)} from service_notice_delivery d join ${recipient(task)}
    where d.task_id = ${task.id} and d.state = 'sending' and d.at <= ${before} order by d.user_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Stores the number that the channel reserved for a call. Every message of the call gets the number before the call is made. */
export async function reserveNumber(
  db: Db,
  messages: readonly { readonly id: number }[],
  reservedNo: string,
): Promise<void> {
  await sql`
    update service_notice_delivery set reserved_no = ${reservedNo}
    where id = any(${sql.val(messages.map(({ id }) => id))}::bigint[])`.execute(db);
}

/**
 * Adds one message to the template's daily count of each person who is below the daily limit.
 *
 * @returns the people whose count was increased
 */
export async function countDaily(
  db: Db,
  task: RunningTask,
  personIds: readonly number[],
  day: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ personId: number }>`
    insert into service_notice_day as d (user_id, template_id, day, person_type, sent)
    select user_id, ${task.templateId}, ${day}::date, ${task.personType}, 1 from unnest(${sql.val([...personIds])}::bigint[]) as one (user_id)
    order by user_id
    on conflict (user_id, template_id, day, person_type) do update set sent = d.sent + 1 where d.sent < ${task.dailyCap}
    returning user_id as "personId"`.execute(db);
  return new Set(rows.map(({ personId }) => personId));
}

/** Subtracts messages that were not sent from the daily count. */
export async function uncountDaily(
  db: Db,
  task: RunningTask,
  personIds: readonly number[],
  day: string,
): Promise<void> {
  await sql`
    update service_notice_day set sent = greatest(0, sent - 1)
    where template_id = ${task.templateId} and day = ${day}::date and person_type = ${task.personType}
      and user_id = any(${sql.val([...personIds])}::bigint[])`.execute(db);
}

/** Subtracts used one-time subscriptions. With `by` -1, adds them back. */
export async function countSubscriptions(
  db: Db,
  task: RunningTask,
  personIds: readonly number[],
  by: 1 | -1,
): Promise<void> {
  if (task.upstreamId === null || personIds.length === 0) return;
  await sql`
    update user_reach set left_times = greatest(0, left_times - ${by})
    where channel = ${task.channel} and template_id = ${task.upstreamId}
      and user_id = any(${sql.val([...personIds])}::bigint[])`.execute(db);
}

/**
 * Stores the results of messages and adds them to the task's figures. A message that already has a result stays unchanged.
 *
 * @returns the people whose messages were not sent
 */
export async function storeOutcomes(
  db: Db,
  task: RunningTask,
  messages: readonly Pick<Claimed, 'id' | 'attempts'>[],
  outcomes: readonly Outcome[],
): Promise<readonly number[]> {
  const column = <T>(read: (outcome: Outcome) => T) => sql.val(outcomes.map(read));
  const isPaid = (outcome: Outcome) => outcome.state === 'sent' || outcome.state === 'delivered';
  const { rows } = await sql<{ personId: number; state: string }>`
    with told as (
      select * from unnest(
        ${sql.val(messages.map(({ id }) => id))}::bigint[], ${sql.val(messages.map(({ attempts }) => attempts))}::int[],
        ${column(({ state }) => state)}::text[], ${column((outcome) => ('reason' in outcome ? outcome.reason : null))}::text[],
        ${column((outcome) => ('error' in outcome ? (outcome.error ?? null) : null))}::text[],
        ${column((outcome) => ('upstreamNo' in outcome ? (outcome.upstreamNo ?? null) : null))}::text[],
        ${column((outcome) => (isPaid(outcome) ? task.unitFen : 0))}::int[]
      ) as one (id, attempts, state, reason, error, upstream_no, cost_fen)),
    changed as (
      update service_notice_delivery d
      set state = told.state, reason = told.reason, error = told.error, upstream_no = told.upstream_no,
        cost_fen = d.cost_fen + told.cost_fen
      from told where d.id = told.id and d.state = 'sending' and d.attempts = told.attempts
      returning d.user_id, d.state, told.cost_fen),
    figures as (
      select count(*) filter (where state in ('sent', 'delivered')) as sent,
        count(*) filter (where state = 'delivered') as delivered, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped, coalesce(sum(cost_fen), 0) as cost_fen from changed),
    summed as (
      update service_notice_task t set sent = t.sent + f.sent, delivered = t.delivered + f.delivered,
        failed = t.failed + f.failed, skipped = t.skipped + f.skipped, cost_fen = t.cost_fen + f.cost_fen
      from figures f where t.id = ${task.id})
    select user_id as "personId", state from changed`.execute(db);
  return rows.flatMap(({ personId, state }) => (state === 'failed' || state === 'skipped' ? [personId] : []));
}

/** Checks whether a task has messages that are waiting or being sent. */
export async function hasOpen(db: Db, taskId: number): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select 1 from service_notice_delivery
      where task_id = ${taskId} and state in ('waiting', 'sending')) as open`.execute(db);
  return rows[0]?.open ?? false;
}
