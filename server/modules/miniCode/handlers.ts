import type { ParsedOf } from '../../../contract/endpoint';
import { errorText } from '../../../contract/errors';
import { ANSWER_EARLY_MS, LONG_TIMEOUTS, REQUEST_TIMEOUT_MS } from '../../../contract/limits';
import { miniCodeEndpoints } from '../../../contract/miniCode';
import { codeFault } from '../../../contract/miniCode.faults';
import { codeForm } from '../../../contract/miniCode.forms';
import { CODE_PLATFORMS, type MiniPlatform, OWNER_ACTIONS } from '../../../contract/miniCode.states';
import { type ActorContext, handlers } from '../../core/http/context';
import { accepted, invalid, Refusal, refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { listDays } from '../../core/money/period';
import type { CodePlatform } from '../../core/platforms/code';
import { readSetting } from '../site';
import { offeredActions, rowAnswer, summaryAnswer, taskAnswer } from './answers';
import { checkedInput, fieldError } from './input';
import { lastRollbackOf, orderTask } from './order';
import { runTask } from './runner';
import { lastDone, lastTasks, type MiniApp, openTasks, type TaskRow, taskById, versionPage, versionsOf } from './store';

type ListInput = ParsedOf<(typeof miniCodeEndpoints)['config.AlipayMini/getVersions']>;
type OperateInput = ParsedOf<(typeof miniCodeEndpoints)['config.AlipayMini/operateCode']>;

/** Returns the configured platform, or a text that explains why it is not configured. */
async function configured(ctx: ActorContext, platform: MiniPlatform): Promise<CodePlatform | string> {
  try {
    return await ctx.ports.codePlatformOf(platform);
  } catch (error) {
    if (error instanceof Refusal) return error.sentence ?? errorText(error.code, ctx.locale, error.params);
    throw error;
  }
}

const NOTHING = {
  ...{ online: null, audit: null, newest: null, qr: null, task: null, syncedAt: null, actions: [] },
  limits: null,
};

async function getVersions(ctx: ActorContext, platform: MiniPlatform, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const adapter = await configured(ctx, platform);
    if (typeof adapter === 'string') return { list: [], total: 0, summary: { ...NOTHING, notConfigured: adapter } };
    const app: MiniApp = { platform, appId: adapter.appId };
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const { uploadedAtFrom: from, uploadedAtTo: to } = input;
    // Without a date range, list all versions, because the online version may be old.
    const uploadedAt = from || to ? listDays({ from, to }, ctx.clock.now(), timeZone) : null;
    const sort = { field: input.sortField ?? 'uploadedAt', order: input.sortOrder ?? 'desc' } as const;
    const { list, total } = await versionPage(ctx.db, app, { ...input, uploadedAt }, sort, page);
    const around = {
      app,
      versions: await versionsOf(ctx.db, app),
      lastRollback: await lastRollbackOf(ctx.db, app),
      lastTasks: await lastTasks(
        ctx.db,
        app,
        list.map(({ appVersion }) => appVersion),
      ),
      offered: offeredActions(platform, adapter.supports),
      limits: adapter.limits ?? null,
      isBusy: (await openTasks(ctx.db, app)).length > 0,
    };
    const synced = await lastDone(ctx.db, app, 'sync');
    const summary = await summaryAnswer(ctx, around, synced?.ended_at ?? null);
    return { list: list.map((row) => rowAnswer(ctx, row, around)), total, summary };
  });
}

/** Builds the answer for a task with the current state of its version. */
async function shownTask(ctx: Pick<ActorContext, 'db' | 't'>, task: TaskRow) {
  const versions = await versionsOf(ctx.db, { platform: task.platform, appId: task.app_id });
  const version = versions.find(({ app_version }) => app_version === task.app_version);
  return taskAnswer(ctx, task, version?.state ?? null);
}

async function getTask(ctx: ActorContext, platform: MiniPlatform, taskId: number) {
  const task = await taskById(ctx.db, platform, taskId);
  if (!task) throw refuse(40401);
  return shownTask(ctx, task);
}

/** Returns how long the server waits for the end of a task, in milliseconds. It is shorter than the page's timeout. */
export function waitMs(platform: MiniPlatform): number {
  const long = LONG_TIMEOUTS.get(`/api/${CODE_PLATFORMS[platform].controller}/operateCode`);
  return long === undefined ? REQUEST_TIMEOUT_MS - ANSWER_EARLY_MS.plain : long - ANSWER_EARLY_MS.long;
}

/**
 * Checks the version number.
 *
 * @returns the trimmed version number; `null` for `sync`, which affects all versions
 * @throws Refusal 40001 (invalid version number)
 */
function versionIn(ctx: ActorContext, platform: MiniPlatform, { action, appVersion }: OperateInput): string | null {
  if (action === 'sync') return null;
  const form = codeForm(platform, 'upload');
  const fault = codeFault(form, 'appVersion', { appVersion });
  const field = form.appVersion;
  if (fault && field) throw invalid([fieldError(ctx, 'appVersion', field, fault)]);
  return (appVersion ?? '').trim();
}

async function operateCode(ctx: ActorContext, platform: MiniPlatform, input: OperateInput) {
  const { action } = input;
  const appVersion = versionIn(ctx, platform, input);
  const isOwners = OWNER_ACTIONS.includes(action);
  if (isOwners && ctx.actor.accountType !== 'owner') throw refuse(40304);
  const adapter = await ctx.ports.codePlatformOf(platform);
  if (!offeredActions(platform, adapter.supports).includes(action)) {
    const reason = adapter.limits ? ctx.t(adapter.limits) : undefined;
    throw refuse(42330, { missing: CODE_PLATFORMS[platform].name }, {}, reason);
  }
  const operated = { platform, action, appVersion };
  const checked = await checkedInput(ctx, operated, input.payload ?? {});
  if (isOwners) ctx.requireSecond();
  const holder = ctx.clock.randomBytes(12).toString('hex');
  const { accountId, name } = ctx.actor;
  const by = { accountId, name, locale: ctx.locale };
  const app: MiniApp = { platform, appId: adapter.appId };
  const { id, no } = await orderTask(ctx, app, { action, appVersion, input: checked, by, holder });
  const { testPassword: _secret, ...shown } = checked;
  const reason = typeof checked.reason === 'string' ? { reason: checked.reason } : {};
  ctx.audit({ objectId: id, objectNo: no, after: { action, appVersion, ...shown }, ...reason });
  runAndWait(ctx, platform, id, holder);
  const task = await taskById(ctx.db, platform, id);
  if (!task) throw refuse(40401);
  return accepted(await shownTask(ctx, task));
}

/**
 * Runs the task after the commit and delays the answer until the task ends, at most {@link waitMs}. If the task fails or its result is
 * unknown, the answer is a refusal that includes the task.
 */
function runAndWait(ctx: ActorContext, platform: MiniPlatform, id: number, holder: string): void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((settle) => {
    end = settle;
  });
  ctx.afterCommit((db) => runTask({ ...ctx, db }, id, holder).finally(end));
  ctx.followUp(async (db, closing) => {
    const isOver = await inTime(ended, waitMs(platform), closing);
    const task = isOver ? await taskById(db, platform, id) : undefined;
    if (!task || task.state === 'queued' || task.state === 'running') return null;
    const data = await shownTask({ ...ctx, db }, task);
    if (task.state === 'succeeded') return data;
    // Answer with the task's error code, or with 50202 for an unknown result, and include the task.
    const code = (task.result.code ?? 50202) as Refusal['code'];
    throw refuse(code, {}, data, data.message ?? undefined);
  });
}

/** Waits for the work, at most `ms` milliseconds. Stops waiting if the server shuts down. @returns whether the work finished in time */
export async function inTime(work: Promise<void>, ms: number, closing: AbortSignal): Promise<boolean> {
  let giveUp: () => void = () => undefined;
  const late = new Promise<boolean>((settle) => {
    giveUp = () => settle(false);
  });
  const timer = setTimeout(giveUp, ms);
  closing.addEventListener('abort', giveUp);
  if (closing.aborted) giveUp();
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', giveUp);
  }
}

export const miniCodeHandlers = handlers(miniCodeEndpoints, {
  'config.Applet/getVersions': (ctx, input) => getVersions(ctx, 'wx', input),
  'config.Applet/getTask': (ctx, { taskId }) => getTask(ctx, 'wx', taskId),
  'config.Applet/operateCode': (ctx, input) => operateCode(ctx, 'wx', input),
  'config.AlipayMini/getVersions': (ctx, input) => getVersions(ctx, 'ali', input),
  'config.AlipayMini/getTask': (ctx, { taskId }) => getTask(ctx, 'ali', taskId),
  'config.AlipayMini/operateCode': (ctx, input) => operateCode(ctx, 'ali', input),
  'config.DyApplet/getVersions': (ctx, input) => getVersions(ctx, 'dy', input),
  'config.DyApplet/getTask': (ctx, { taskId }) => getTask(ctx, 'dy', taskId),
  'config.DyApplet/operateCode': (ctx, input) => operateCode(ctx, 'dy', input),
});
