import type { Kysely } from 'kysely';
import { say } from '../../../contract/message';
import { CODE_ACTION_TEXT, type CodeAction } from '../../../contract/miniCode.states';
import { type Locale, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import type { Ports } from '../../core/platforms/ports';
import { readSetting } from '../site';
import { sealSecrets } from './input';
import { assertAllowed, rankOf, rollbackTarget } from './rules';
import {
  holdPlatform,
  insertTask,
  insertVersion,
  lastDone,
  type MiniApp,
  openTasks,
  type TaskRow,
  versionsOf,
} from './store';

/** Creates a task in the transaction of the request. runner.ts runs the task later. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly ports: Pick<Ports, 'secrets'>;
}
interface Order {
  readonly action: CodeAction;
  readonly appVersion: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly by: { readonly accountId: number; readonly name: string; readonly locale: Locale };
  /** Id of the run that will execute the task. See `holdTask`. */
  readonly holder: string;
}

const WORDS = {
  unknown: text(
    '“{action} {v}”的结果未知，系统正在查询，查到结果前不能进行其他操作',
    'The result of “{action} {v}” is unknown and being queried; no other action is possible until it is known',
    'O resultado de “{action} {v}” é desconhecido e está em consulta; até lá, nenhuma outra ação é possível',
    '「{action} {v}」的結果未知，系統正在查詢，查到結果前不能進行其他操作',
  ),
} as const;

/** Checks that no task blocks this action. An unknown result allows only `sync`. @throws Refusal 40904 (a task blocks the action) */
async function assertFree(db: Kysely<Database>, app: MiniApp, action: CodeAction, locale: Locale): Promise<void> {
  for (const task of await openTasks(db, app)) {
    const isUnknown = task.state === 'unknown';
    if (isUnknown && action === 'sync') continue;
    const params = { action: CODE_ACTION_TEXT[task.action], v: task.app_version ?? '' };
    throw refuse(40904, {}, { taskId: task.id }, isUnknown ? say(WORDS.unknown, locale, params) : undefined);
  }
}

/**
 * Creates a queued task.
 *
 * @throws Refusal 40904 (another task is open), and the refusals of {@link assertAllowed}
 */
export async function orderTask(
  tools: Tools,
  app: MiniApp,
  order: Order,
): Promise<{ readonly id: number; readonly no: string }> {
  const { db, clock, ids, ports } = tools;
  const { action, appVersion, by } = order;
  await holdPlatform(db, app.platform);
  await assertFree(db, app, action, by.locale);
  const versions = await versionsOf(db, app);
  const lastRollback = await lastRollbackOf(db, app);
  assertAllowed(app.platform, action, appVersion, versions, lastRollback);
  const now = clock.now();
  const { timeZone } = await readSetting(db, 'locale');
  const id = ids.next();
  const no = businessNo('MC', wallTime(now, timeZone).day, id);
  const wasRejected = versions.find(({ app_version }) => app_version === appVersion)?.state === 'rejected';
  const input = action === 'submitAudit' && wasRejected ? { ...order.input, resubmit: true } : order.input;
  const { open, sealed } = sealSecrets(ports.secrets, { platform: app.platform, action, appVersion }, input, id);
  await insertTask(db, {
    ...{ id, no, created_at: now, platform: app.platform, app_id: app.appId, action, app_version: appVersion },
    target: action === 'rollback' ? rollbackTarget(app.platform, versions, lastRollback) : null,
    ...{ input: JSON.stringify(open), sealed, state: 'queued', holder: order.holder, beat_at: now },
    ...{ account_id: by.accountId, account_name: by.name, locale: by.locale, result: '{}' },
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'mini_code_task_running' ? refuse(40904) : error;
  });
  if (action === 'upload' && appVersion !== null) await beginVersion(tools, app, appVersion, order, now);
  return { id, no };
}

/** Finds the last successful rollback of the mini program. */
export const lastRollbackOf = (db: Kysely<Database>, app: MiniApp): Promise<TaskRow | undefined> =>
  lastDone(db, app, 'rollback');

async function beginVersion(
  { db, ids }: Tools,
  app: MiniApp,
  appVersion: string,
  { input, by }: Order,
  now: Date,
): Promise<void> {
  await insertVersion(db, {
    ...{ id: ids.next(), created_at: now, updated_at: now, platform: app.platform, app_id: app.appId },
    ...{ app_version: appVersion, rank: rankOf(appVersion), state: 'building' as const },
    description: String(input.versionDesc ?? ''),
    source: 'template',
    ...{ uploaded_at: now, uploaded_by_name: by.name },
  });
}

/** Name of the operator of automatic releases. */
const SYSTEM: Text = WORD.system;

/** Creates the task that releases an approved version with `autoOnline`. */
export const orderRelease = (tools: Tools, app: MiniApp, appVersion: string, holder: string) =>
  orderTask(tools, app, {
    ...{ action: 'release', appVersion, input: {}, holder },
    by: { accountId: 0, name: SYSTEM['zh-CN'], locale: 'zh-CN' },
  });
