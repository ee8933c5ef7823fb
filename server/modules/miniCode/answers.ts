import type { DataOf } from '../../../contract/endpoint';
import type { miniCodeEndpoints } from '../../../contract/miniCode';
import { MINI_VERSION } from '../../../contract/miniCode.fields';
import {
  CODE_ACTION_TEXT,
  CODE_PLATFORMS,
  CODE_TASK_STATE,
  type CodeAction,
  MINI_VERSION_STATE,
  type MiniVersionState,
  versionLifecycle,
} from '../../../contract/miniCode.states';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { newestVersion, rollbackTarget } from './rules';
import { type MiniApp, openTasks, type TaskRow, type VersionRow, type versionPage } from './store';

type List = DataOf<(typeof miniCodeEndpoints)['config.AlipayMini/getVersions']>;
export type TaskAnswer = DataOf<(typeof miniCodeEndpoints)['config.AlipayMini/getTask']>;
type Listed = Awaited<ReturnType<typeof versionPage>>['list'][number];

const RESULT = text('{action}：{state}', '{action}: {state}', '{action}: {state}', '{action}：{state}');

export function taskAnswer(
  { t }: Pick<ActorContext, 't'>,
  task: TaskRow,
  versionState: MiniVersionState | null,
): TaskAnswer {
  const { message, opinion, qr, log } = task.result;
  return {
    taskId: task.id,
    no: task.no,
    action: task.action,
    actionText: t(CODE_ACTION_TEXT[task.action]),
    appVersion: task.app_version,
    state: task.state,
    stateText: t(CODE_TASK_STATE[task.state].text),
    byName: task.account_name,
    createdAt: task.created_at.toISOString(),
    endedAt: task.ended_at?.toISOString() ?? null,
    message: message ? t(message) : null,
    nextAskAt: task.ask_at?.toISOString() ?? null,
    opinion: opinion ? { reason: opinion.reason, screenshots: [...opinion.screenshots] } : null,
    qr: qr ?? null,
    log: log ?? null,
    versionState,
  };
}

/** Lists the actions that the platform's current settings allow. If `supports` is `undefined`, it lists all actions of the platform. */
export function offeredActions(
  platform: MiniApp['platform'],
  supports: Iterable<string> | undefined,
): readonly CodeAction[] {
  const { actions } = CODE_PLATFORMS[platform];
  if (supports === undefined) return actions;
  const names = new Set(supports);
  return actions.filter((action) => names.has(action === 'sync' ? 'versions' : action) || names.has(action));
}

interface Around {
  readonly app: MiniApp;
  readonly versions: readonly VersionRow[];
  readonly lastRollback: TaskRow | undefined;
  readonly lastTasks: ReadonlyMap<string, TaskRow>;
  readonly offered: readonly CodeAction[];
  /** Reason why some actions are unavailable. `null` if the platform's configuration allows all actions. */
  readonly limits: Text | null;
  /** True if a task is queued or running, or its result is unknown. The versions then offer no actions. */
  readonly isBusy: boolean;
}

export function rowAnswer(ctx: ActorContext, row: Listed, around: Around): List['list'][number] {
  const { app, offered, isBusy } = around;
  const states = versionLifecycle[app.platform];
  const task = around.lastTasks.get(row.appVersion);
  const target = row.state === 'online' ? rollbackTarget(app.platform, around.versions, around.lastRollback) : null;
  const isOwner = ctx.actor.accountType === 'owner';
  const allowed = states.actionsFrom(row.state, ctx.actor.rules, isOwner) as readonly CodeAction[];
  const isOpen = (action: CodeAction): boolean =>
    offered.includes(action) && (action !== 'rollback' || target !== null);
  const { auditOpinion } = row;
  return {
    id: row.id,
    version: row.version,
    ...answerRow(ctx, MINI_VERSION, row, {
      opinion: auditOpinion?.reason ?? null,
      lastResult: task
        ? ctx.t(RESULT, { action: CODE_ACTION_TEXT[task.action], state: CODE_TASK_STATE[task.state].text })
        : null,
      lastResultState: task?.state ?? null,
    }),
    screenshots: [...(auditOpinion?.screenshots ?? [])],
    log: row.log,
    lastTaskId: task?.id ?? null,
    rollbackTo: target,
    actions: isBusy ? [] : allowed.filter(isOpen),
  };
}

const IN_AUDIT: readonly MiniVersionState[] = ['auditing', 'rejected', 'passed', 'gray'];

export async function summaryAnswer(
  ctx: ActorContext,
  around: Around,
  syncedAt: Date | null,
): Promise<List['summary']> {
  const { app, versions, offered } = around;
  const [task] = await openTasks(ctx.db, app);
  const audit = versions.find(({ state }) => IN_AUDIT.includes(state));
  const withQr = versions.find(({ qr, state }) => qr !== null && state !== 'deleted');
  const mayOperate = ctx.can(CODE_PLATFORMS[app.platform].operate);
  const isRunning = task !== undefined && task.state !== 'unknown';
  const pageActions = (['upload', 'sync'] as const).filter(
    (action) => offered.includes(action) && !isRunning && (action === 'sync' || task === undefined),
  );
  return {
    online: versions.find(({ state }) => state === 'online')?.app_version ?? null,
    audit: audit
      ? { appVersion: audit.app_version, state: audit.state, stateText: ctx.t(MINI_VERSION_STATE[audit.state].text) }
      : null,
    newest: newestVersion(versions),
    qr: withQr ? { appVersion: withQr.app_version, image: withQr.qr ?? '' } : null,
    task: task ? taskAnswer(ctx, task, null) : null,
    syncedAt: syncedAt?.toISOString() ?? null,
    actions: mayOperate ? [...pageActions] : [],
    notConfigured: null,
    limits: around.limits && ctx.t(around.limits),
  };
}
