import type { Kysely } from 'kysely';
import { CHANNEL_FORM, type DeliveryReason, OVER_LIMIT, SERVICE_NOTICE } from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { afterQuietHours, wallTime } from '../../core/money/days';
import type { Ports } from '../../core/platforms/ports';
import { notify } from '../notice';
import { readSetting } from '../site';
import { senderOf } from './channels';
import {
  type Claimed,
  claimNext,
  countDaily,
  countSubscriptions,
  fillNext,
  hasOpen,
  leftOver,
  type RunningTask,
  storeOutcomes,
  uncountDaily,
} from './delivery-store';
import type { Outcome, Sender } from './sender';

/**
 * Sending of notices (docs/decisions/0061). The recipients of a task are stored before its first message is sent. Before the call to the
 * channel, a message is marked `sending` with its number. Its result is stored after the call. Messages that a stopped server left
 * `sending` are sent again with the same number. If the channel does not detect repeated message numbers, or not for so long, these
 * messages fail with an unknown result instead.
 */

export interface SendingTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Pick<Ports, 'sms' | 'platforms' | 'secrets'>;
  /** Waits for the given time. The sending job calls this function to respect the channel's rate limit. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Maximum number of recipients that one transaction writes. */
const FILLED = 5_000;
/** Time in ms after which a run starts no further round of batches. Short runs let a server stop quickly. */
const RUN_MS = 3_000;
/**
 * For channels that do not detect repeated message numbers: a message that has no result after this time (ms) counts as left by a stopped
 * server.
 */
const LEFT_MS = MINUTE_MS / 2;
/** Minimum number of recipients. Authors of smaller tasks are not notified of a successful end. */
const TOLD_FROM = 200;

const WORDS = {
  ended: text('通知已发送：{title}', 'Notice sent: {title}', 'Aviso enviado: {title}', '通知已傳送：{title}'),
  failed: text(
    '通知部分失败：{title}',
    'Notice partly failed: {title}',
    'Falha parcial no aviso: {title}',
    '通知部分失敗：{title}',
  ),
  figures: text(
    '共 {n} 人：成功 {sent}，失败 {failed}，跳过 {skipped}。',
    'Recipients: {n}. Sent: {sent}, failed: {failed}, skipped: {skipped}.',
    'Destinatários: {n}. Enviadas: {sent}, falhas: {failed}, ignoradas: {skipped}.',
    '共 {n} 人：成功 {sent}，失敗 {failed}，略過 {skipped}。',
  ),
  tooMany: text('通知已取消：{title}', 'Notice cancelled: {title}', 'Aviso cancelado: {title}', '通知已取消：{title}'),
} as const;

type Db = Kysely<Database>;
const sendingTasks = (db: Db) =>
  db
    .selectFrom('service_notice_task')
    .where('state', '=', 'sending')
    .orderBy('send_at')
    .orderBy('id')
    .selectAll()
    .execute();
type Stored = Awaited<ReturnType<typeof sendingTasks>>[number];

const runningOf = (task: Stored): RunningTask => ({
  id: task.id,
  no: task.no,
  personType: task.person_type,
  templateId: task.template_id,
  channel: task.channel,
  upstreamId: task.content.upstreamId,
  dailyCap: task.daily_cap,
  unitFen: task.unit_fen,
});

/** Sets scheduled tasks to `sending` when their time has come. */
async function startDue({ db, clock }: SendingTools): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('service_notice_task')
    .set((eb) => ({ state: 'sending', started_at: now, version: eb('version', '+', 1) }))
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now)
    .execute();
}

const linkTo = (id: number) => `/userManage/serviceNotice?open=${id}`;

/**
 * Ends a task that has no open messages, or that has more recipients than staff may send to. Notifies the author, except after the
 * successful end of a small task.
 */
async function end(tools: SendingTools, db: Db, task: Stored, state: 'finished' | 'partFailed' | 'cancelled') {
  const isTooMany = state === 'cancelled';
  const ended = await db
    .updateTable('service_notice_task')
    .set((eb) => ({
      state,
      ended_at: tools.clock.now(),
      waits_until: null,
      version: eb('version', '+', 1),
      is_over_limit: isTooMany,
    }))
    .where('id', '=', task.id)
    .where('state', '=', 'sending')
    .returning(['total', 'sent', 'failed', 'skipped'])
    .executeTakeFirst();
  if (!ended || (state === 'finished' && ended.total < TOLD_FROM)) return;
  const { total: n, sent, failed, skipped } = ended;
  await notify(
    { ...tools, db },
    {
      type: 'notification',
      source: 'system',
      accountIds: [task.by_id],
      title: isTooMany ? WORDS.tooMany : state === 'partFailed' ? WORDS.failed : WORDS.ended,
      content: isTooMany ? OVER_LIMIT : WORDS.figures,
      params: { title: task.title, n: isTooMany ? SERVICE_NOTICE.ownerAbove : n, sent, failed, skipped },
      link: linkTo(task.id),
    },
  );
}

/** Writes the next recipients of a task. Cancels the task if it now has more recipients than staff may send to. */
async function fill(tools: SendingTools, task: Stored, timeZone: string): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      const locked = await db
        .selectFrom('service_notice_task')
        .where('id', '=', task.id)
        .where('state', '=', 'sending')
        .select(['filled_to as filledTo', 'total'])
        .forUpdate()
        .executeTakeFirst();
      if (!locked) return;
      const ground = {
        personType: task.person_type,
        audience: task.audience,
        excludeBlacklist: task.exclude_blacklist,
        scopeTeamIds: task.scope_team_ids,
        timeZone,
      };
      const written = { ids: tools.ids, now: tools.clock.now(), limit: FILLED };
      const added = await fillNext(db, { ...runningOf(task), filledTo: locked.filledTo }, ground, written);
      // More people match than when the task was created, and staff may not send to so many people. Nothing was sent yet, so we cancel the
      // task.
      if (!task.by_is_owner && locked.total + added > SERVICE_NOTICE.ownerAbove)
        await end(tools, db, task, 'cancelled');
    },
    tools.clock,
  );
}

const skipped = (reason: DeliveryReason): Outcome => ({ state: 'skipped', reason });

/**
 * Claims the next messages in one transaction. Messages to skip get their result immediately; the others are then `sending`.
 *
 * @returns the messages to send, or `null` if no messages are waiting
 */
async function take(tools: SendingTools, task: RunningTask, limit: number, timeZone: string) {
  return withTransaction(
    tools.db,
    async (db) => {
      const now = tools.clock.now();
      const claimed = await claimNext(db, task, now, limit);
      if (claimed.length === 0) return null;
      const reasons = new Map(claimed.map(({ id, reason }) => [id, reason]));
      const able = claimed.filter(({ id }) => reasons.get(id) === null);
      if (task.dailyCap > 0 && able.length > 0) {
        const within = await countDaily(
          db,
          task,
          able.map(({ personId }) => personId),
          wallTime(now, timeZone).day,
        );
        for (const { id, personId } of able) if (!within.has(personId)) reasons.set(id, 'dailyCap');
      }
      const kept = claimed.filter(({ id }) => reasons.get(id) !== null);
      const outcomes = kept.map(({ id }) => skipped(reasons.get(id) ?? 'refused'));
      if (kept.length > 0) await storeOutcomes(db, task, kept, outcomes);
      const sent = claimed.filter(({ id }) => reasons.get(id) === null);
      if (CHANNEL_FORM[task.channel].isOnce) {
        await countSubscriptions(
          db,
          task,
          sent.map(({ personId }) => personId),
          1,
        );
      }
      return sent;
    },
    tools.clock,
  );
}

interface Sending {
  readonly task: RunningTask;
  readonly stored: Stored;
  readonly sender: Sender | null;
  readonly timeZone: string;
}

/** Sends messages and stores their results. Without a sender, the messages fail with the reason `notConfigured`. */
async function handOver(
  tools: SendingTools,
  { task, stored, sender, timeZone }: Sending,
  messages: readonly Claimed[],
): Promise<void> {
  if (messages.length === 0) return;
  const outcomes = sender
    ? await sender.send(
        messages.map((message) => ({
          id: message.id,
          no: `N${message.id}-${message.attempts}`,
          reservedNo: message.reservedNo,
          personType: task.personType,
          personId: message.personId,
          taskId: task.id,
          taskNo: task.no,
          address: message.address ?? '',
          devices: message.devices ?? [],
          content: stored.content,
        })),
      )
    : messages.map((): Outcome => ({ state: 'failed', reason: 'notConfigured' }));
  await finishMessages(tools, { task, timeZone }, messages, outcomes);
}

async function finishMessages(
  tools: SendingTools,
  { task, timeZone }: Pick<Sending, 'task' | 'timeZone'>,
  messages: readonly Claimed[],
  outcomes: readonly Outcome[],
): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      const unsent = await storeOutcomes(db, task, messages, outcomes);
      if (unsent.length === 0) return;
      // A message that a stopped server left may have been counted on an earlier day. A person has one message of a task.
      const dayOf = new Map(messages.map(({ personId, at }) => [personId, wallTime(at, timeZone).day]));
      for (const day of task.dailyCap > 0 ? new Set(dayOf.values()) : []) {
        const counted = unsent.filter((personId) => dayOf.get(personId) === day);
        if (counted.length > 0) await uncountDaily(db, task, counted, day);
      }
      if (CHANNEL_FORM[task.channel].isOnce) await countSubscriptions(db, task, unsent, -1);
    },
    tools.clock,
  );
}

/** Completes `sending` messages that a stopped server left: sends them again, or stores an unknown result. */
async function takeUp(tools: SendingTools, on: Sending): Promise<void> {
  const { task, sender } = on;
  const batch = sender?.batch ?? FILLED;
  const now = tools.clock.now().getTime();
  const repeatsMs = sender?.repeatsMs ?? 0;
  const before = new Date(now - (repeatsMs > 0 ? 0 : LEFT_MS));
  const isRepeatable = ({ at }: Claimed) => now - at.getTime() < repeatsMs;
  for (;;) {
    const left = await leftOver(tools.db, task, before, batch);
    if (left.length === 0) return;
    await handOver(tools, on, left.filter(isRepeatable));
    const lost = left.filter((message) => !isRepeatable(message));
    const unknown = lost.map((): Outcome => ({ state: 'failed', reason: 'interrupted' }));
    if (lost.length > 0) await finishMessages(tools, on, lost, unknown);
  }
}

/** Processes one batch of a task. @returns whether there was work */
async function step(
  tools: SendingTools,
  stored: Stored,
  place: { timeZone: string; isFirst: boolean },
): Promise<boolean> {
  const { timeZone } = place;
  const now = tools.clock.now();
  if (!stored.is_filled) {
    await fill(tools, stored, timeZone);
    return true;
  }
  const until = afterQuietHours(stored.quiet_hours, now, timeZone);
  const waits = until > now ? until : null;
  if (waits?.getTime() !== stored.waits_until?.getTime()) {
    await tools.db
      .updateTable('service_notice_task')
      .set({ waits_until: waits })
      .where('id', '=', stored.id)
      .where('state', '=', 'sending')
      .execute();
  }
  const task = runningOf(stored);
  const sender = await senderOf(tools, task.channel);
  const on = { task, stored, sender, timeZone };
  if (place.isFirst) await takeUp(tools, on);
  if (waits) return false;
  const began = tools.clock.now().getTime();
  const messages = await take(tools, task, sender?.batch ?? FILLED, timeZone);
  if (messages === null) {
    if (await hasOpen(tools.db, task.id)) return false;
    await withTransaction(tools.db, (db) => endByFigures(tools, db, stored), tools.clock);
    return false;
  }
  await handOver(tools, on, messages);
  if (sender) {
    const due = began + (messages.length / sender.perSecond) * SECOND_MS - tools.clock.now().getTime();
    if (due > 0) await tools.wait(due);
  }
  return true;
}

async function endByFigures(tools: SendingTools, db: Db, task: Stored): Promise<void> {
  const { failed } = await db
    .selectFrom('service_notice_task')
    .where('id', '=', task.id)
    .select('failed')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await end(tools, db, task, failed > 0 ? 'partFailed' : 'finished');
}

/** Runs the job once: starts due tasks, then sends for some seconds. The tasks take turns, one batch each. */
export async function sendDue(tools: SendingTools): Promise<void> {
  await startDue(tools);
  const { timeZone } = await readSetting(tools.db, 'locale');
  const ends = tools.clock.now().getTime() + RUN_MS;
  const seen = new Set<number>();
  for (;;) {
    let isBusy = false;
    for (const task of await sendingTasks(tools.db)) {
      const isFirst = !seen.has(task.id);
      // Only one process runs the job at a time. Messages that were `sending` before this run were therefore left by an earlier run.
      if (task.is_filled) seen.add(task.id);
      if (await step(tools, task, { timeZone, isFirst })) isBusy = true;
    }
    if (!isBusy || tools.clock.now().getTime() >= ends) return;
  }
}
