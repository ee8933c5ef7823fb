import type { Kysely } from 'kysely';
import {
  CODE_PLATFORMS,
  type CodeResult,
  type MiniVersionState,
  type VersionAction,
  versionLifecycle,
} from '../../../contract/miniCode.states';
import { LOCALES } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { changeVersion, type MiniApp, moveOthers, type TaskRow, versionsOf } from './store';

/** Applies the result of a task to the versions. It runs in the transaction that ends the task. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}
type Acted = Pick<TaskRow, 'action' | 'app_version' | 'target' | 'input'>;

/** Applies an action that the platform has executed. */
export async function applyEffect(
  { db, clock }: Tools,
  app: MiniApp,
  task: Acted,
  done: { readonly qr: string | null; readonly log: string },
): Promise<void> {
  const { action, app_version: appVersion, target } = task;
  if (appVersion === null || action === 'sync') return;
  const now = clock.now();
  const set = (change: Parameters<typeof changeVersion>[3], of = appVersion) =>
    changeVersion(db, app, of, { ...change, updated_at: now });
  const both = (state: MiniVersionState) => ({ state, channel_state: state });
  if (action === 'upload') {
    return set({ ...both('dev'), ...(done.qr !== null && { qr: done.qr }), ...(done.log && { log: done.log }) });
  }
  const { to } = versionLifecycle[app.platform].transition(action as VersionAction);
  switch (action) {
    case 'submitAudit': {
      const { blocking } = CODE_PLATFORMS[app.platform];
      const from = (['rejected', 'passed'] as const).filter((state) => !blocking.includes(state));
      if (from.length > 0) await moveOthers(db, app, appVersion, { from, to: 'dev', at: now });
      return set({ ...both(to), submitted_at: now, audit_opinion: null, auto_online: task.input.autoOnline === true });
    }
    case 'grayRelease':
      return set({ ...both(to), gray_percent: Number(task.input.percent) });
    case 'release':
      await moveOthers(db, app, appVersion, { from: ['online'], to: 'history', at: now });
      return set({ ...both(to), released_at: now, gray_percent: null });
    case 'rollback':
      // Only one version may be online, so take the current version offline first.
      await set(both(to));
      return set(both('online'), target ?? '');
    default:
      return set({ ...both(to), gray_percent: null });
  }
}

/** Handles an action that the platform did not execute. Only a failed upload changes a version: its state becomes `buildFailed`. */
export async function failEffect({ db, clock }: Tools, app: MiniApp, task: Acted, result: CodeResult): Promise<void> {
  const { action, app_version: appVersion } = task;
  if (action !== 'upload' || appVersion === null) return;
  const row = (await versionsOf(db, app)).find((version) => version.app_version === appVersion);
  if (row?.state !== 'building') return;
  const log = result.message ? result.message[LOCALES[0]] : null;
  await changeVersion(db, app, appVersion, { state: 'buildFailed', log, updated_at: clock.now() });
}
