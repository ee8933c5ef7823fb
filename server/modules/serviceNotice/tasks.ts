import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { NoticeContent, serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import type { NoticeAudience } from '../../../contract/serviceNotice.audience';
import { fieldType, smsParts, valueFault, variablesIn, withVariables } from '../../../contract/serviceNotice.limits';
import {
  isFor,
  NOTICE_PERSON_TEXT,
  type NoticePerson,
  type NoticeTaskState,
  noticeTaskLifecycle,
  reaches,
  SERVICE_CHANNEL_TEXT,
  SERVICE_NOTICE,
  type ServiceChannel,
  TEMPLATE_PERSON_TEXT,
  TEMPLATE_STATES,
} from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, type Refusal, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { type AudienceGround, countAudience, groundOf } from './audience';
import { isReady } from './channels';
import { mayWithdraw, reachOf, taskDetail } from './task-answers';
import {
  changeTask,
  insertTask,
  lockTask,
  removeTask,
  type TaskRecord,
  taskExists,
  waitAgain,
  withdrawCopies,
} from './task-store';
import { findTemplate, type TemplateRecord } from './template-store';
import { faultError, OWN_TEXT_MAX, textsOf } from './templates';

/** Tasks (发送任务): the actions of staff on them. `sending.ts` sends their messages. */

type In<A extends keyof typeof serviceNoticeEndpoints> = ParsedOf<(typeof serviceNoticeEndpoints)[A]>;

const WORDS = {
  draft: WORD.draftSaved,
  planned: text(
    '任务已创建，将发送给约 {n} 人',
    'Task created for about {n} recipients',
    'Tarefa criada para cerca de {n} destinatários',
    '任務已建立，將傳送給約 {n} 人',
  ),
  notReached: text(
    '“{channel}”无法发送给{who}，请选择短信或站内信模板',
    '{channel} does not reach {who}: choose a template for text messages or the in-app inbox',
    '{channel} não alcança {who}: escolha um modelo de SMS ou da caixa do aplicativo',
    '「{channel}」無法傳送給{who}，請選擇簡訊或站內信範本',
  ),
  otherPeople: text(
    '该模板的接收对象是{who}',
    'This template is for {who}',
    'Este modelo é para {who}',
    '該範本的接收對象是{who}',
  ),
  removed: WORD.draftDeleted,
  cancelled: text('任务已取消', 'Task cancelled', 'Tarefa cancelada', '任務已取消'),
  paused: text('已暂停发送', 'Sending paused', 'Envio pausado', '已暫停傳送'),
  resumed: text('继续发送', 'Sending resumed', 'Envio retomado', '繼續傳送'),
  retried: text(
    '{n} 条消息将重新发送',
    'Messages to send again: {n}',
    'Mensagens a reenviar: {n}',
    '{n} 則訊息將重新傳送',
  ),
  withdrawn: text('已撤回 {n} 条站内信', 'Copies withdrawn: {n}', 'Cópias retiradas: {n}', '已撤回 {n} 則站內信'),
  nothingLeft: text(
    '没有可撤回的站内信',
    'There is no copy to withdraw',
    'Não há cópia a retirar',
    '沒有可撤回的站內信',
  ),
} as const;

/** Reads a template and checks that it is enabled. @throws Refusal 40401 no such template · 42201 the template is disabled */
export async function usableTemplate(ctx: ActorContext, id: number): Promise<TemplateRecord> {
  const template = await findTemplate(ctx.db, id);
  if (!template) throw refuse(40401);
  if (template.status !== 'enabled') throw refuse(42201, { state: TEMPLATE_STATES[template.status].text });
  return template;
}

/**
 * Fills the variables of the template's text and checks the result against the limits of its channel.
 *
 * @throws Refusal 40001 a value is invalid for its field · 42235 a variable is missing
 */
export function filledContent(
  ctx: ActorContext,
  { stored, channel }: TemplateRecord,
  variables: Readonly<Record<string, string>>,
): NoticeContent {
  const missing = variablesIn(textsOf(stored)).find((name) => !variables[name]?.trim());
  if (missing !== undefined) throw refuse(42235, { var: missing });
  const filled = (words: string | null) => (words === null ? null : withVariables(words, variables));
  const content: NoticeContent = {
    ...stored,
    title: filled(stored.title),
    body: filled(stored.body),
    fields: stored.fields.map((field) => ({ ...field, value: withVariables(field.value, variables) })),
  };
  const errors: FieldError[] = [];
  for (const name of ['title', 'body'] as const) {
    const max = OWN_TEXT_MAX[name];
    if ([...(content[name] ?? '')].length <= max) continue;
    errors.push(faultError(ctx, 'variables', ctx.t(messageText(`noticeTemplate.${name}`)), { kind: 'long', max }));
  }
  for (const { key, label, value } of content.fields) {
    const type = fieldType(channel, key);
    const fault = type && valueFault(type, value);
    if (fault) errors.push(faultError(ctx, 'variables', label, fault));
  }
  if (errors.length > 0) throw invalid(errors);
  return content;
}

/** Builds the refusal 42330 for a channel that is not configured or not enabled. */
export function notReady(ctx: ActorContext, channel: ServiceChannel): Refusal {
  const missing = [ctx.t(SERVICE_CHANNEL_TEXT[channel])];
  return refuse(42330, { missing: missing.join(', ') }, { missing });
}

/**
 * Checks that the channel and the template are for this type of recipients.
 *
 * @throws Refusal 40001 (the channel or template is for another type of recipients)
 */
function assertReaches(ctx: ActorContext, { channel, personType }: TemplateRecord, person: NoticePerson): void {
  const wrong = (rule: string, message: string) => invalid([{ field: 'templateId', rule, message }]);
  if (!reaches(channel, person)) {
    const words = { channel: ctx.t(SERVICE_CHANNEL_TEXT[channel]), who: ctx.t(NOTICE_PERSON_TEXT[person]) };
    throw wrong('channel', ctx.t(WORDS.notReached, words));
  }
  if (!isFor(personType, person)) {
    throw wrong('personType', ctx.t(WORDS.otherPeople, { who: ctx.t(TEMPLATE_PERSON_TEXT[personType]) }));
  }
}

/**
 * Checks that a task can be sent, and counts its recipients.
 *
 * @throws Refusal 40304 only the owner may send to so many people · 42236 no recipients · 42330 the channel is not ready
 */
async function assertSendable(ctx: ActorContext, ground: AudienceGround, channel: ServiceChannel): Promise<number> {
  if (!(await isReady(ctx, channel))) throw notReady(ctx, channel);
  const { count } = await countAudience(ctx.db, ground);
  if (count === 0) throw refuse(42236);
  if (count > SERVICE_NOTICE.ownerAbove && ctx.actor.accountType !== 'owner') throw refuse(40304);
  return count;
}

interface NewTask {
  readonly personType: NoticePerson;
  readonly title: string;
  readonly template: TemplateRecord;
  readonly variables: Readonly<Record<string, string>>;
  readonly audience: NoticeAudience;
  readonly excludeBlacklist: boolean;
  readonly state: 'draft' | 'scheduled';
  readonly sendAt: Date;
}

/** Stores a task. @param draft the draft to update, which then belongs to the caller; `null` creates a new task */
async function storeTask(ctx: ActorContext, task: NewTask, draft: TaskRecord | null = null) {
  const { template, personType, audience, variables, excludeBlacklist, state, title, sendAt } = task;
  const content = filledContent(ctx, template, variables);
  const keptListId = draft?.audience.kind === 'list' && draft.personType === personType ? draft.audience.listId : null;
  assertReaches(ctx, template, personType);
  const ground = await groundOf(ctx, { personType, audience, excludeBlacklist }, keptListId);
  const count = state === 'draft' ? 0 : await assertSendable(ctx, ground, template.channel);
  const { accountId, name, accountType } = ctx.actor;
  const row = {
    title,
    template_id: template.id,
    template_name: template.name,
    channel: template.channel,
    content: JSON.stringify(content),
    daily_cap: template.dailyCap,
    quiet_hours: template.quiet ? JSON.stringify(template.quiet) : null,
    unit_fen: template.unitFen * (content.signName && content.body ? smsParts(content.signName, content.body) : 1),
    variables: JSON.stringify(variables),
    person_type: personType,
    audience: JSON.stringify(audience),
    exclude_blacklist: excludeBlacklist,
    scope_team_ids: ground.scopeTeamIds ? JSON.stringify(ground.scopeTeamIds) : null,
    state,
    send_at: sendAt,
    by_id: accountId,
    by_name: name,
    by_is_owner: accountType === 'owner',
  };
  const id = draft?.id ?? ctx.ids.next();
  const no = draft?.no ?? businessNo('NT', wallTime(ctx.clock.now(), ground.timeZone).day, id);
  if (draft) await changeTask(ctx.db, draft, row);
  else await insertTask(ctx.db, { ...row, id, no, created_at: ctx.clock.now() });
  ctx.audit({
    objectId: id,
    objectNo: no,
    after: {
      title,
      template: template.code,
      channel: template.channel,
      personType,
      audience: audience.kind,
      count,
      state,
    },
  });
  const message = state === 'draft' ? ctx.t(WORDS.draft) : ctx.t(WORDS.planned, { n: count });
  return answerOf(ctx, { id, no }, state, (draft?.version ?? 0) + 1, message);
}

const answerOf = (
  ctx: ActorContext,
  { id, no }: { readonly id: number; readonly no: string },
  state: NoticeTaskState,
  version: number,
  message: string,
) => ({ id, no, state, stateText: noticeTaskLifecycle.stateText(state, ctx.locale), version, message });

/**
 * Creates a task or updates a draft.
 *
 * @throws Refusal 40001 (invalid audience or variable, or template for another type of recipients), 40006 (invalid range of days),
 *   40301 (amounts hidden from the caller), 40302 (out of scope), 40304 (too many people for staff), 40401 (unknown task, template or
 *   list), 40901 (changed meanwhile), 42201 (not a draft, or template disabled), 42235 (missing variable), 42236 (no recipients),
 *   42237 (sending time missing or too early), 42330 (channel not ready)
 */
export async function createTask(ctx: ActorContext, input: In<'user.Notice/createTask'>) {
  const now = ctx.clock.now();
  const { id, version = 0, title, templateId, variables, personType, audience, excludeBlacklist, sendMode } = input;
  const planned = sendMode === 'at' && input.sendAt ? new Date(input.sendAt) : null;
  if (sendMode === 'at') {
    const earliest = now.getTime() + SERVICE_NOTICE.aheadMinutes * MINUTE_MS;
    if (planned === null || planned.getTime() < earliest) throw refuse(42237);
  }
  const draft = id === undefined ? null : await lockedFor(ctx, { id, version }, 'send');
  const template = await usableTemplate(ctx, templateId);
  const state = sendMode === 'draft' ? 'draft' : 'scheduled';
  const people = { personType, audience, excludeBlacklist };
  return storeTask(ctx, { title, template, variables, ...people, state, sendAt: planned ?? now }, draft);
}

/**
 * Sends a notice to the selected users.
 *
 * @throws Refusal 40001 (invalid variable, or template for another type of recipients), 40302 (a user out of scope), 40401 (unknown
 *   template), 42201 (template disabled), 42235 (missing variable), 42236 (no recipients), 42330 (channel not ready)
 */
export async function sendToUsers(ctx: ActorContext, { ids, templateId, variables }: In<'user.Notice/sendToUsers'>) {
  const template = await usableTemplate(ctx, templateId);
  const audience = { kind: 'users' as const, userIds: [...new Set(ids)] };
  return storeTask(ctx, {
    title: template.name,
    template,
    variables,
    personType: 'user',
    audience,
    // Blacklisted users are included, because staff selected these users individually.
    excludeBlacklist: false,
    state: 'scheduled',
    sendAt: ctx.clock.now(),
  });
}

/**
 * Locks a task whose state allows the action.
 *
 * @param action `null` allows every state
 * @throws Refusal 40302 (the task is for stations out of scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
async function lockedFor(
  ctx: ActorContext,
  { id, version }: { readonly id: number; readonly version: number },
  action: Parameters<typeof noticeTaskLifecycle.allowed>[1] | null,
): Promise<TaskRecord> {
  const task = await lockTask(ctx.db, id, await reachOf(ctx));
  if (!task) throw refuse((await taskExists(ctx.db, id)) ? 40302 : 40401);
  if (action !== null && !noticeTaskLifecycle.allowed(task.state, action)) {
    throw refuse(42201, { state: noticeTaskLifecycle.states[task.state].text });
  }
  if (task.version !== version) throw conflict(await taskDetail(ctx, { id }), null, null);
  return task;
}

function moved(ctx: ActorContext, task: TaskRecord, to: NoticeTaskState, message: string, reason?: string) {
  ctx.audit({
    objectId: task.id,
    objectNo: task.no,
    before: { state: task.state },
    after: { state: to },
    ...(reason !== undefined && { reason }),
  });
  return answerOf(ctx, task, to, task.version + 1, message);
}

/** Keeps the stations that both scopes contain. `null` means all stations. */
const inBoth = (one: readonly number[] | null, other: readonly number[] | null) =>
  one === null || other === null ? (one ?? other) : one.filter((id) => other.includes(id));

/**
 * Sends a draft to the people who are still in the caller's data scope. The scope may have become smaller since the draft was saved.
 *
 * @throws Refusal 40302 (a chosen station or user is out of scope), 40304 (too many people for staff), 42236 (no recipients),
 *   42330 (channel not ready), and the codes of {@link lockedFor}
 */
export async function sendTask(ctx: ActorContext, input: In<'user.Notice/sendTask'>) {
  const task = await lockedFor(ctx, input, 'send');
  const { audience } = task;
  const ground = await groundOf(ctx, task, audience.kind === 'list' ? audience.listId : null);
  const scopeTeamIds = inBoth(task.scopeTeamIds, ground.scopeTeamIds);
  const count = await assertSendable(ctx, { ...ground, scopeTeamIds }, task.channel);
  // The limit on recipients depends on the caller who sends the draft, not on its author.
  const isOwner = ctx.actor.accountType === 'owner';
  await changeTask(ctx.db, task, {
    state: 'scheduled',
    send_at: ctx.clock.now(),
    by_is_owner: isOwner,
    scope_team_ids: scopeTeamIds ? JSON.stringify(scopeTeamIds) : null,
  });
  return moved(ctx, task, 'scheduled', ctx.t(WORDS.planned, { n: count }));
}

/** Deletes a draft. @throws Refusal the codes of {@link lockedFor}; 42201 means that the task is not a draft */
export async function removeDraft(ctx: ActorContext, input: In<'user.Notice/removeDraft'>) {
  const task = await lockedFor(ctx, input, 'send');
  await removeTask(ctx.db, task.id);
  ctx.audit({ objectId: task.id, objectNo: task.no, before: { title: task.title, state: task.state } });
  return answerOf(ctx, task, task.state, task.version, ctx.t(WORDS.removed));
}

/** Cancels a task. @throws Refusal the codes of {@link lockedFor} */
export async function cancelTask(ctx: ActorContext, input: In<'user.Notice/cancelTask'>) {
  const task = await lockedFor(ctx, input, 'cancel');
  await changeTask(ctx.db, task, { state: 'cancelled', note: input.reason, ended_at: ctx.clock.now() });
  return moved(ctx, task, 'cancelled', ctx.t(WORDS.cancelled), input.reason);
}

/** Pauses a task. @throws Refusal the codes of {@link lockedFor} */
export async function pauseTask(ctx: ActorContext, input: In<'user.Notice/pauseTask'>) {
  const task = await lockedFor(ctx, input, 'pause');
  await changeTask(ctx.db, task, { state: 'paused', waits_until: null });
  return moved(ctx, task, 'paused', ctx.t(WORDS.paused));
}

/** Resumes a paused task. @throws Refusal the codes of {@link lockedFor} */
export async function resumeTask(ctx: ActorContext, input: In<'user.Notice/resumeTask'>) {
  const task = await lockedFor(ctx, input, 'resume');
  await changeTask(ctx.db, task, { state: 'sending' });
  return moved(ctx, task, 'sending', ctx.t(WORDS.resumed));
}

/** Sends the failed messages of a task again. @throws Refusal the codes of {@link lockedFor} */
export async function retryFailed(ctx: ActorContext, input: In<'user.Notice/retryFailed'>) {
  const task = await lockedFor(ctx, input, 'retryFailed');
  const n = await waitAgain(ctx.db, task.id);
  await changeTask(ctx.db, task, { state: 'sending', failed: task.failed - n, ended_at: null });
  return moved(ctx, task, 'sending', ctx.t(WORDS.retried, { n }));
}

/** Withdraws a task's copies from the inboxes. @throws Refusal 42201 (no copy to withdraw), and the codes of {@link lockedFor} */
export async function withdrawTask(ctx: ActorContext, input: In<'user.Notice/withdraw'>) {
  const task = await lockedFor(ctx, input, null);
  if (!mayWithdraw(task)) throw refuse(42201, { state: noticeTaskLifecycle.states[task.state].text });
  const at = ctx.clock.now();
  const n = await withdrawCopies(ctx.db, task.id, at);
  if (n === 0) throw refuse(42201, { state: WORDS.nothingLeft });
  await changeTask(ctx.db, task, { withdrawn_at: at });
  return moved(ctx, task, task.state, ctx.t(WORDS.withdrawn, { n }), input.reason);
}
