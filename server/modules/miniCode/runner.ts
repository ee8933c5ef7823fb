import type { Kysely } from 'kysely';
import { CODE_PLATFORMS, type CodeAction, type CodeResult, type MiniPlatform } from '../../../contract/miniCode.states';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import type { CodeInput, CodePlatform, PlatformVersion } from '../../core/platforms/code';
import type { Ports } from '../../core/platforms/ports';
import { notify } from '../notice';
import { applyEffect, failEffect } from './effects';
import { platformInput } from './input';
import { linkTo, mergeVersions } from './merge';
import { carriedOut, endOfError, nextAskMs, resultOfRefusal } from './rules';
import {
  beatTask,
  dueTasks,
  ending,
  goneTasks,
  holdPlatform,
  holdTask,
  type MiniApp,
  markCalled,
  newestTaskId,
  openTasks,
  stepTask,
  type TaskRow,
} from './store';

/**
 * Runs tasks: queued → running → succeeded, failed or unknown (DOMAIN §3.10). Each step is committed before the next step begins.
 * After a crash at any point, the task's row therefore shows another process what may have happened.
 */

export interface RunnerTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Pick<Ports, 'codePlatformOf' | 'files' | 'secrets'>;
}

/** Milliseconds between two heartbeats. A run of a task without a heartbeat for `LEASE_MS` counts as stopped. */
const BEAT_MS = 10_000;
const LEASE_MS = 60_000;
/** Maximum age at which a task of a stopped process is still run. An older task fails, because its requester no longer expects it. */
const STALE_MS = 15 * 60_000;

const WORDS = {
  stale: text(
    '任务中断，尚未发送到平台，未产生变更',
    'Interrupted before it was sent to the platform; nothing was changed',
    'Interrompida antes de ir à plataforma; nada mudou',
    '任務中斷，尚未傳送到平台，未產生變更',
  ),
  otherApp: text('应用编号已更换', 'The app ID was changed', 'O ID do aplicativo foi alterado', '應用編號已更換'),
  notDone: text(
    '平台未执行该操作',
    'The platform did not carry it out',
    'A plataforma não executou a ação',
    '平台未執行該操作',
  ),
  open: text(
    '{name} {v}：操作结果未知',
    '{name} {v}: result unknown',
    '{name} {v}: resultado desconhecido',
    '{name} {v}：操作結果未知',
  ),
  openText: text(
    '{no} 三次查询后仍无结果，请在平台后台核对，再同步状态。',
    '{no}: still unknown after three queries. Check it at the platform, then sync.',
    '{no}: ainda desconhecido após três consultas. Confira na plataforma e sincronize.',
    '{no} 三次查詢後仍無結果，請在平台後台核對，再同步狀態。',
  ),
} as const;

const appOf = (task: Pick<TaskRow, 'platform' | 'app_id'>): MiniApp => ({
  platform: task.platform,
  appId: task.app_id,
});

/** The platform's result of an action. */
interface Done {
  readonly qr: string | null;
  readonly log: string;
  /** Versions that `sync` read. `null` for other actions. */
  readonly versions: readonly PlatformVersion[] | null;
}
const NOTHING: Done = { qr: null, log: '', versions: null };

async function call(platform: CodePlatform, task: TaskRow, input: CodeInput): Promise<Done> {
  const version = task.app_version ?? '';
  const simple: Partial<Record<CodeAction, () => Promise<void>>> = {
    submitAudit: () => platform.submitAudit(version, input),
    withdrawAudit: () => platform.withdrawAudit(version),
    backToDev: () => platform.backToDev(version),
    grayRelease: () => platform.grayRelease(version, Number(input.percent)),
    cancelGray: () => platform.cancelGray(version),
    release: () => platform.release(version),
    rollback: () => platform.rollback(version, task.target ?? ''),
    offline: () => platform.offline(version),
    deleteDev: () => platform.deleteDev(version),
  };
  if (task.action === 'upload') return { ...NOTHING, ...(await platform.upload(version, input)) };
  if (task.action === 'sync') {
    const versions = await platform.versions();
    // The QR code is optional, so an error must not stop the sync.
    const qr = await platform.testerQr().catch(() => null);
    return { ...NOTHING, qr, versions };
  }
  await simple[task.action]?.();
  return NOTHING;
}

/** Starts the heartbeats of a task. @returns a function that stops them */
function keepBeating({ db, clock }: RunnerTools, id: number, holder: string): () => void {
  // We ignore a failed heartbeat, because another heartbeat follows.
  const beat = () => void beatTask(db, id, holder, clock.now()).catch(() => undefined);
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Runs one task until it has ended or its result is unknown. Does nothing if another process has the task. @param holder id of this run */
export async function runTask(tools: RunnerTools, id: number, holder: string): Promise<void> {
  const { db, clock, ports } = tools;
  const now = clock.now();
  const task = await holdTask(db, id, holder, { now, goneBefore: new Date(now.getTime() - LEASE_MS) });
  if (!task) return;
  const stop = keepBeating(tools, id, holder);
  let platform: CodePlatform | null = null;
  let isCalled = false;
  try {
    platform = await ports.codePlatformOf(task.platform);
    if (platform.appId !== task.app_id) return await fail(tools, task, { code: 42201, message: WORDS.otherApp });
    const input = await platformInput(tools, task);
    // `sync` only reads. It can be repeated, so its result is never unknown.
    if (task.action !== 'sync') {
      if (!(await markCalled(db, id, holder, clock.now()))) return;
      isCalled = true;
    }
    const done = await call(platform, task, input);
    await succeed(tools, task, done);
  } catch (error) {
    await endWith(tools, task, error, { platform, isCalled });
  } finally {
    stop();
  }
}

async function endWith(
  tools: RunnerTools,
  task: TaskRow,
  error: unknown,
  at: { readonly platform: CodePlatform | null; readonly isCalled: boolean },
): Promise<void> {
  const { platform, action } = task;
  if (!at.isCalled && error instanceof Refusal) return fail(tools, task, resultOfRefusal(error));
  const words = at.platform?.words?.bind(at.platform);
  const end = endOfError({ platform, action: at.isCalled ? action : 'sync', words }, error);
  if (end.state === 'failed') await fail(tools, task, end.result);
  else await becomeUnknown(tools, task, end.result);
}

/** Ends a task and applies its effects in one transaction. Does nothing if another run has changed the task. */
async function conclude(
  tools: RunnerTools,
  task: TaskRow,
  end: { readonly state: 'succeeded' | 'failed'; readonly result: CodeResult },
  effect: (tools: RunnerTools) => Promise<unknown>,
): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      await holdPlatform(db, task.platform);
      if (await stepTask(db, task, ending(end.state, end.result, tools.clock.now()))) await effect({ ...tools, db });
    },
    tools.clock,
  );
}

async function succeed(tools: RunnerTools, task: TaskRow, { qr, log, versions }: Done): Promise<void> {
  const opinion = versions?.find(({ state }) => state === 'rejected')?.opinion;
  const result: CodeResult = { ...(qr !== null && { qr }), ...(log && { log }), ...(opinion && { opinion }) };
  await conclude(tools, task, { state: 'succeeded', result }, async (inside) => {
    if (versions) await take(inside, task, versions, qr);
    else await applyEffect(inside, appOf(task), task, { qr, log });
  });
}

async function fail(tools: RunnerTools, task: TaskRow, result: CodeResult): Promise<void> {
  await conclude(tools, task, { state: 'failed', result }, (inside) => failEffect(inside, appOf(task), task, result));
}

async function becomeUnknown({ db, clock }: RunnerTools, task: TaskRow, result: CodeResult): Promise<void> {
  const askAt = new Date(clock.now().getTime() + (nextAskMs(0) ?? 0));
  await stepTask(db, task, { state: 'unknown', ask_at: askAt, asks: 0, holder: null, result: JSON.stringify(result) });
}

/* ---- after the run: tasks of stopped processes, unknown results ---- */

/**
 * Continues tasks of stopped processes. If the platform was already called, the result is unknown. Other tasks are run if they are recent;
 * otherwise they fail.
 */
export async function takeUp(tools: RunnerTools): Promise<void> {
  const { db, clock } = tools;
  const now = clock.now();
  const gone = await goneTasks(db, new Date(now.getTime() - LEASE_MS));
  const each = async (task: TaskRow) => {
    if (task.called_at !== null) return becomeUnknown(tools, task, {});
    const isStale = now.getTime() - task.created_at.getTime() > STALE_MS;
    if (!isStale) return runTask(tools, task.id, clock.randomBytes(12).toString('hex'));
    return conclude(tools, task, { state: 'failed', result: { code: 42201, message: WORDS.stale } }, (inside) =>
      failEffect(inside, appOf(task), task, { message: WORDS.stale }),
    );
  };
  await Promise.all(gone.map(each));
}

/** Reads the versions from the platform. @returns `null` if they cannot be read or the configured app id has changed */
async function askVersions(tools: RunnerTools, app: MiniApp): Promise<readonly PlatformVersion[] | null> {
  try {
    const platform = await tools.ports.codePlatformOf(app.platform);
    return platform.appId === app.appId ? await platform.versions() : null;
  } catch {
    return null;
  }
}

/** Queries the platform about each unknown result that is due. Queries are due after 1, 5 and 15 minutes. */
export async function askUnknown(tools: RunnerTools): Promise<void> {
  for (const task of await dueTasks(tools.db, tools.clock.now())) {
    await settle(tools, task, await askVersions(tools, appOf(task)), task.asks + 1);
  }
}

/**
 * Decides an unknown result with the platform's versions. If the result stays unknown, the next query is scheduled; after the last query,
 * users get a notice.
 *
 * @param asks number of queries, including this one
 */
async function settle(
  tools: RunnerTools,
  task: TaskRow,
  versions: readonly PlatformVersion[] | null,
  asks: number,
): Promise<void> {
  const verdict = versions === null ? null : carriedOut(task, versions);
  const wait = nextAskMs(asks);
  const merged = async (inside: RunnerTools) => versions && take(inside, task, versions, null);
  if (verdict === 'yes') {
    return conclude(tools, task, { state: 'succeeded', result: {} }, async (inside) => {
      await applyEffect(inside, appOf(task), task, { qr: null, log: '' });
      await merged(inside);
    });
  }
  // The platform may still be working, so "no" is final only after the last query.
  if (verdict === 'no' && wait === null) {
    return conclude(
      tools,
      task,
      { state: 'failed', result: { code: 50202, message: WORDS.notDone } },
      async (inside) => {
        await failEffect(inside, appOf(task), task, { message: WORDS.notDone });
        await merged(inside);
      },
    );
  }
  await withTransaction(
    tools.db,
    async (db) => {
      const from = task.ask_at ?? tools.clock.now();
      const askAt = wait === null ? null : new Date(from.getTime() + wait);
      const isMoved = await stepTask(db, task, { asks, ask_at: askAt });
      if (isMoved && wait === null) await tellOpen({ ...tools, db }, task);
    },
    tools.clock,
  );
}

async function tellOpen(tools: RunnerTools, { platform, no, app_version }: TaskRow): Promise<void> {
  const { name } = CODE_PLATFORMS[platform];
  await notify(tools, {
    event: 'miniAudit',
    title: WORDS.open,
    content: WORDS.openText,
    params: { name, v: app_version ?? '', no },
    link: linkTo(platform),
    dedupe: `miniOpen:${no}`,
  });
}

/** Decides unknown results with the platform's versions and stores the versions. Call it in a transaction that has locked the platform. */
async function take(
  tools: RunnerTools,
  asking: Pick<TaskRow, 'id' | 'platform' | 'app_id'>,
  versions: readonly PlatformVersion[],
  qr: string | null,
): Promise<void> {
  const app = appOf(asking);
  for (const task of await openTasks(tools.db, app)) {
    if (task.state !== 'unknown' || task.id === asking.id) continue;
    const verdict = carriedOut(task, versions);
    const isLast = task.ask_at === null;
    if (verdict === 'building' || (verdict === 'no' && !isLast)) continue;
    const state = verdict === 'yes' ? 'succeeded' : 'failed';
    const result: CodeResult = verdict === 'yes' ? {} : { code: 50202, message: WORDS.notDone };
    if (!(await stepTask(tools.db, task, ending(state, result, tools.clock.now())))) continue;
    if (verdict === 'yes') await applyEffect(tools, app, task, { qr: null, log: '' });
    else await failEffect(tools, app, task, result);
  }
  await mergeVersions(tools, app, versions, qr);
}

/**
 * Reads the versions of an app from its platform without a task, and stores them. It runs during a review and after a callback.
 *
 * @returns false if a task is running, a task began meanwhile or the platform does not answer; nothing is stored then
 */
export async function readVersions(tools: RunnerTools, app: MiniApp): Promise<boolean> {
  const isBusy = async (db: Kysely<Database>) => (await openTasks(db, app)).some(({ state }) => state !== 'unknown');
  const before = await newestTaskId(tools.db, app);
  if (await isBusy(tools.db)) return false;
  const versions = await askVersions(tools, app);
  if (versions === null) return false;
  return inTransaction(tools, async (inside) => {
    const { db } = inside;
    await holdPlatform(db, app.platform);
    // A task that began during the read may have changed the versions. The result is then outdated.
    if ((await newestTaskId(db, app)) !== before || (await isBusy(db))) return false;
    await take(inside, { id: 0, platform: app.platform, app_id: app.appId }, versions, null);
    return true;
  });
}

/** Returns the mini program that is configured for a platform. @throws Refusal 42330 (platform not enabled), 42331 (unreadable key) */
export const configuredApp = async (
  ports: Pick<Ports, 'codePlatformOf'>,
  platform: MiniPlatform,
): Promise<MiniApp> => ({
  platform,
  appId: (await ports.codePlatformOf(platform)).appId,
});
