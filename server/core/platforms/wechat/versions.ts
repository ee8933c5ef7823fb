import type { MiniVersionState } from '../../../../contract/miniCode.states';
import type { PlatformVersion } from '../code';
import { UpstreamFailure } from '../outbound';
import { callWechat, type WechatParts } from './call';

/** Reads the versions of a mini program. The platform has no list of versions, so we combine several interfaces. */

interface VersionInfo {
  readonly exp_info?: { readonly exp_time: number; readonly exp_version: string; readonly exp_desc: string };
  readonly release_info?: {
    readonly release_time: number;
    readonly release_version: string;
    readonly release_desc: string;
  };
}
/** `status`: 0 passed, 1 rejected, 2 in audit, 3 withdrawn, 4 delayed (审核延后), which is still in audit. */
interface LatestAudit {
  readonly auditid: number;
  readonly status: 0 | 1 | 2 | 3 | 4;
  readonly reason?: string;
  readonly ScreenShot?: string;
  readonly screenshot?: string;
  readonly user_version?: string;
  readonly user_desc?: string;
  readonly submit_audit_time?: number;
}
interface HistoryVersion {
  readonly app_version: number;
  readonly user_version: string;
  readonly user_desc: string;
  readonly commit_time: number;
}
interface GrayPlan {
  /** 1 while the grey release is active. */
  readonly status: number;
  readonly gray_percentage: number;
}

/** What the platform reports about a mini program's versions at one time. */
export interface CodeWorld {
  readonly uploaded: VersionInfo['exp_info'] | undefined;
  readonly online: VersionInfo['release_info'] | undefined;
  readonly audit: LatestAudit | null;
  /** Versions to which a rollback is possible, newest first. */
  readonly history: readonly HistoryVersion[];
}

/** The platform's code when no audit was ever submitted. */
const NO_AUDIT = '85058';

async function latestAudit(parts: WechatParts): Promise<LatestAudit | null> {
  try {
    return await callWechat<LatestAudit>(parts, { path: '/wxa/get_latest_auditstatus' });
  } catch (error) {
    if (error instanceof UpstreamFailure && error.code === NO_AUDIT) return null;
    throw error;
  }
}

async function historyOf(parts: WechatParts): Promise<readonly HistoryVersion[]> {
  const { version_list = [] } = await callWechat<{ version_list?: HistoryVersion[] }>(parts, {
    path: '/wxa/revertcoderelease?action=get_history_version',
  });
  return [...version_list].sort((a, b) => b.app_version - a.app_version);
}

/**
 * Reads the uploaded, audited, online and earlier versions.
 *
 * @throws UpstreamTimeout when no answer arrives in time, UpstreamFailure when a call fails for another reason
 */
export async function loadWorld(parts: WechatParts): Promise<CodeWorld> {
  const [info, audit, history] = await Promise.all([
    callWechat<VersionInfo>(parts, { path: '/wxa/getversioninfo', body: {} }),
    latestAudit(parts),
    historyOf(parts),
  ]);
  return { uploaded: info.exp_info, online: info.release_info, audit, history };
}

const moment = (seconds: number | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null);

const AUDIT_STATES: Readonly<Record<LatestAudit['status'], MiniVersionState>> = {
  0: 'passed',
  1: 'rejected',
  2: 'auditing',
  3: 'dev',
  4: 'auditing',
};

/**
 * Reads the reason of a rejected audit and the ids of its screenshots. The platform separates the ids with `|`.
 *
 * @returns `null` when the audit is not rejected
 */
function opinionOf(audit: LatestAudit): PlatformVersion['opinion'] {
  if (audit.status !== 1) return null;
  const screenshots = (audit.ScreenShot ?? audit.screenshot ?? '').split('|').filter(Boolean);
  return { reason: audit.reason ?? '', screenshots };
}

/**
 * Converts the newest audit to a version.
 *
 * @returns `null` when there is no audit, it was withdrawn, or its rejected version was uploaded again
 */
function auditVersion({ audit, uploaded, online }: CodeWorld, gray: GrayPlan | null): PlatformVersion | null {
  if (!audit?.user_version || audit.status === 3) return null;
  const submitted = audit.submit_audit_time ?? Infinity;
  const isUploaded = uploaded?.exp_version === audit.user_version;
  // A rejected version that was uploaded again with the same number is in development again.
  if (audit.status === 1 && isUploaded && uploaded.exp_time > submitted) return null;
  const isGray = audit.status === 0 && gray?.status === 1;
  // The version was rolled back if it passed the audit and another version went online after this audit was submitted.
  const isRolledBack = audit.status === 0 && (online?.release_time ?? 0) > submitted;
  return {
    appVersion: audit.user_version,
    description: audit.user_desc ?? '',
    state: isGray ? 'gray' : isRolledBack ? 'offline' : AUDIT_STATES[audit.status],
    opinion: opinionOf(audit),
    grayPercent: isGray ? gray.gray_percentage : null,
    uploadedAt: isUploaded ? moment(uploaded.exp_time) : null,
  };
}

/**
 * Reads the versions from the platform: the online version, the newest audit, the newest upload and the versions for a rollback. A
 * version that has several of these roles is listed once.
 *
 * @throws UpstreamTimeout when no answer arrives in time
 * @throws UpstreamFailure with the platform's code and message
 */
export async function loadVersions(parts: WechatParts): Promise<readonly PlatformVersion[]> {
  const [world, { gray_release_plan: gray }, visit] = await Promise.all([
    loadWorld(parts),
    callWechat<{ gray_release_plan?: GrayPlan }>(parts, { path: '/wxa/getgrayreleaseplan' }),
    callWechat<{ status?: number }>(parts, { path: '/wxa/getvisitstatus', body: {} }),
  ]);
  const { online, uploaded, history } = world;
  const of = (
    appVersion: string,
    description: string,
    state: MiniVersionState,
    uploadedAt: Date | null,
  ): PlatformVersion => ({ appVersion, description, state, opinion: null, grayPercent: null, uploadedAt });
  const audit = auditVersion(world, gray ?? null);
  const found = [
    online && of(online.release_version, online.release_desc, visit.status === 0 ? 'offline' : 'online', null),
    audit,
    uploaded && of(uploaded.exp_version, uploaded.exp_desc, 'dev', moment(uploaded.exp_time)),
    ...history.map((one) => of(one.user_version, one.user_desc, 'history', moment(one.commit_time))),
  ];
  const versions = new Map<string, PlatformVersion>();
  for (const one of found) if (one?.appVersion && !versions.has(one.appVersion)) versions.set(one.appVersion, one);
  return [...versions.values()];
}
