import type { Kysely } from 'kysely';
import { CODE_PLATFORMS, VERSION_PATTERN } from '../../../contract/miniCode.states';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import type { PlatformVersion } from '../../core/platforms/code';
import { notify } from '../notice';
import { rankOf } from './rules';
import { changeVersion, insertVersion, type MiniApp, moveOthers, type VersionRow, versionsOf } from './store';

/** Merges the versions that a platform reports into our table. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const WORDS = {
  rejected: text(
    '{name} {v} 审核被驳回',
    '{name} {v} was rejected',
    '{name} {v} foi recusada',
    '{name} {v} 審核被駁回',
  ),
  passed: text('{name} {v} 审核通过', '{name} {v} passed the review', '{name} {v} foi aprovada', '{name} {v} 審核通過'),
  reason: text('审核意见：{reason}', 'Review note: {reason}', 'Nota da revisão: {reason}', '審核意見：{reason}'),
  release: text('可以上架。', 'It can be released.', 'Pode ser publicada.', '可以上架。'),
} as const;

/** Builds the link to the list of versions. */
export const linkTo = (platform: MiniApp['platform'], state = ''): string =>
  `${CODE_PLATFORMS[platform].path}?tab=code${state ? `&state=${state}` : ''}`;

/** Sends one notice when a platform's review of a version ends. */
async function tellAudit(tools: Tools, app: MiniApp, before: VersionRow, told: PlatformVersion): Promise<void> {
  if (before.state !== 'auditing' || (told.state !== 'rejected' && told.state !== 'passed')) return;
  const isRejected = told.state === 'rejected';
  await notify(tools, {
    event: 'miniAudit',
    title: isRejected ? WORDS.rejected : WORDS.passed,
    content: isRejected ? WORDS.reason : WORDS.release,
    params: {
      name: CODE_PLATFORMS[app.platform].name,
      v: told.appVersion,
      reason: (told.opinion?.reason ?? '—').slice(0, 200),
    },
    link: linkTo(app.platform, told.state),
    dedupe: `miniAudit:${before.id}:${before.submitted_at?.getTime() ?? 0}:${told.state}`,
  });
}

/**
 * Determines our state of a version. If the platform reports several online versions, only the first is online, and the others are earlier
 * releases (`history`). Platforms report a replaced release as offline, like a version that was taken offline. It remains an earlier release.
 */
function stateOf(version: PlatformVersion, online: PlatformVersion | undefined, row: VersionRow | undefined) {
  const { state } = version;
  if (state === 'online' && version !== online) return 'history';
  return state === 'offline' && row?.state === 'history' ? 'history' : state;
}

/**
 * Stores the versions that the platform reports, and sends a notice when a review has ended. Versions with an invalid number are skipped.
 * Call it in a transaction that has locked the platform.
 *
 * @param qr QR code for testers; it is stored with the newest version that exists on the platform
 */
export async function mergeVersions(
  tools: Tools,
  app: MiniApp,
  told: readonly PlatformVersion[],
  qr: string | null = null,
): Promise<void> {
  const { db, clock, ids } = tools;
  const now = clock.now();
  const usable = told.filter(({ appVersion }) => VERSION_PATTERN.test(appVersion));
  const online = usable.find(({ state }) => state === 'online');
  // Only one version may be online, so first set the previous version to `history`.
  if (online) await moveOthers(db, app, online.appVersion, { from: ['online'], to: 'history', at: now });
  const known = new Map((await versionsOf(db, app)).map((row) => [row.app_version, row]));
  for (const version of usable) {
    const { appVersion, state, opinion, grayPercent, uploadedAt, description } = version;
    const row = known.get(appVersion);
    const ours = stateOf(version, online, row);
    const common = {
      state: ours,
      channel_state: state,
      audit_opinion: opinion === null ? null : JSON.stringify(opinion),
      gray_percent: ours === 'gray' ? (grayPercent ?? row?.gray_percent ?? null) : null,
      updated_at: now,
    };
    if (!row) {
      await insertVersion(db, {
        ...common,
        ...{ id: ids.next(), created_at: now, platform: app.platform, app_id: app.appId },
        ...{
          app_version: appVersion,
          rank: rankOf(appVersion),
          description: description.slice(0, 1_000),
          source: 'upload',
        },
        uploaded_at: uploadedAt ?? now,
        released_at: ours === 'online' ? now : null,
      });
      continue;
    }
    await changeVersion(db, app, appVersion, {
      ...common,
      ...(ours === 'online' && row.state !== 'online' && { released_at: now }),
      ...(row.description === '' && { description: description.slice(0, 1_000) }),
    });
    await tellAudit(tools, app, row, version);
  }
  if (qr !== null) await keepQr(db, app, qr, now);
}

async function keepQr(db: Kysely<Database>, app: MiniApp, qr: string, now: Date): Promise<void> {
  const newest = (await versionsOf(db, app)).find(({ state }) => state !== 'deleted' && state !== 'buildFailed');
  if (newest) await changeVersion(db, app, newest.app_version, { qr, updated_at: now });
}
