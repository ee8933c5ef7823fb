import { encode } from 'uqr';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { SimulatorAnswer, SimulatorParts } from '../simulator';
import { openAnswer, pushedMessage, type SimulatedDouyinApp } from './world';

/**
 * This module simulates versions of mini programs, from the upload to the rollback, with the platform's codes and texts. Reviews end when
 * the clock reaches their time.
 */

/** Duration of a review. */
export const AUDIT_MS = 30 * MINUTE_MS;
/** A review cannot be withdrawn during this time before its end. */
export const DECIDING_MS = MINUTE_MS;
/** Time until a rollback takes effect. The documentation names three to five minutes. */
const ROLLBACK_MS = 4 * MINUTE_MS;
const ROLLBACK_PAUSE_MS = 10 * MINUTE_MS;
const AUDIT_PAUSE_MS = 10 * SECOND_MS;

interface Version {
  readonly version: string;
  readonly summary: string;
  /** Time of the upload, in milliseconds since 1970. */
  readonly createdAt: number;
}

interface Audit extends Version {
  readonly submittedAt: number;
  readonly isWithdrawn: boolean;
  /** Reason of the rejection, which takes effect when the review ends. `null` means that the version passes. */
  readonly rejection: string | null;
  readonly isPublished: boolean;
  readonly isIllegal: boolean;
}

interface Online extends Version {
  readonly isDown: boolean;
}

interface Versions {
  readonly latest: (Version & { readonly isSubmitted: boolean }) | null;
  readonly audit: Audit | null;
  readonly current: Online | null;
  readonly former: Online | null;
  /** `true` if there was a rollback since the last release. */
  readonly isRolledBack: boolean;
  readonly rolledBackAt: number | null;
  /** Time at which a requested rollback takes effect, in milliseconds since 1970. `null` if no rollback is pending. */
  readonly pendingAt: number | null;
}

const NONE: Versions = {
  latest: null,
  audit: null,
  current: null,
  former: null,
  isRolledBack: false,
  rolledBackAt: null,
  pendingAt: null,
};

/** Reason of a rejection that the description or the audit note requests with the word 驳回. `decideAudit` takes precedence. */
const REJECTION = '小程序页面存在闪退、卡顿、黑屏等功能异常问题';

/** Applies a rollback whose time has come. */
function settle(versions: Versions, now: number): Versions {
  if (versions.pendingAt === null || now < versions.pendingAt) return versions;
  return { ...versions, current: versions.former, former: versions.current, pendingAt: null };
}

async function readVersions({ store, clock }: SimulatorParts, appId: string): Promise<Versions> {
  return settle((await store.get<Versions>('versions', appId)) ?? NONE, clock.now().getTime());
}

function auditStatus(audit: Audit, now: number): 0 | 1 | 2 | 3 {
  if (audit.isWithdrawn) return 3;
  if (now < audit.submittedAt + AUDIT_MS) return 0;
  return audit.rejection === null ? 1 : 2;
}

/** Decides how the running review and the following reviews end. @param rejection the reason; `null` means that they pass */
export async function decideAudit(parts: SimulatorParts, appId: string, rejection: string | null): Promise<void> {
  await parts.store.put('verdict', appId, { rejection });
  const versions = await readVersions(parts, appId);
  const { audit } = versions;
  if (!audit || auditStatus(audit, parts.clock.now().getTime()) !== 0) return;
  await parts.store.put('versions', appId, { ...versions, audit: { ...audit, rejection } } satisfies Versions);
}

/** Takes the online version down (下架), as the platform does after a complaint. No API of the platform does this. */
export async function takeDown(parts: SimulatorParts, appId: string): Promise<void> {
  const versions = await readVersions(parts, appId);
  const { current, audit } = versions;
  if (!current) return;
  const isSame = audit?.version === current.version;
  await parts.store.put('versions', appId, {
    ...versions,
    current: { ...current, isDown: true },
    audit: audit && isSame ? { ...audit, isIllegal: true } : audit,
  } satisfies Versions);
}

const ok = (data?: unknown) => openAnswer(0, 'success', data);
const canRollBack = ({ current, former, isRolledBack }: Versions): boolean =>
  current !== null && former !== null && !isRolledBack && !current.isDown && !former.isDown;

type Body = Readonly<Record<string, unknown>>;
interface Call {
  readonly parts: SimulatorParts;
  readonly app: SimulatedDouyinApp;
  readonly body: Body;
}
type Handler = (call: Call) => Promise<SimulatorAnswer>;

const save = ({ parts, app }: Call, versions: Versions) => parts.store.put('versions', app.appId, versions);

/** Reads the app id in the configuration of an upload. @returns `undefined` if the text is no JSON, or names no app */
function extAppIdIn(ext: string): unknown {
  try {
    return (JSON.parse(ext) as { extAppid?: unknown } | null)?.extAppid;
  } catch {
    return undefined;
  }
}

async function upload(call: Call): Promise<SimulatorAnswer> {
  const { parts, app, body } = call;
  const { user_version: version, user_desc: summary, ext_json: ext, template_id: template } = body;
  const isComplete = typeof version === 'string' && typeof summary === 'string' && typeof ext === 'string';
  if (!isComplete || version === '' || typeof template !== 'number') return openAnswer(40001, '参数错误');
  if (extAppIdIn(ext) !== app.appId) return openAnswer(40001, '参数错误');
  if (template === 0) return openAnswer(40029, '找不到对应模板编号的模板');
  const versions = await readVersions(parts, app.appId);
  const createdAt = parts.clock.now().getTime();
  await save(call, { ...versions, latest: { version, summary, createdAt, isSubmitted: false } });
  return ok();
}

async function submit(call: Call): Promise<SimulatorAnswer> {
  const { parts, app, body } = call;
  const hosts = body.host_names;
  if (!Array.isArray(hosts) || hosts.length === 0 || hosts.some((host) => !app.hostNames.includes(String(host)))) {
    return openAnswer(40001, '参数错误');
  }
  const versions = await readVersions(parts, app.appId);
  const now = parts.clock.now().getTime();
  const { audit, latest } = versions;
  if (audit && auditStatus(audit, now) === 0) return openAnswer(11303, '已有版本在审核中，请审核后再提交');
  if (audit && now < audit.submittedAt + AUDIT_PAUSE_MS) return openAnswer(11301, '提审太过频繁，10 秒后重试');
  const isAgain = body.audit_way === 1;
  if (isAgain && !(audit && auditStatus(audit, now) === 2)) return openAnswer(11302, '无可重新提审的版本');
  const submitted = isAgain ? audit : latest;
  if (!submitted || (!isAgain && latest?.isSubmitted)) return openAnswer(11302, '测试版本未找到');
  const note = `${submitted.summary}${body.audit_note ?? ''}`;
  const verdict = await parts.store.get<{ rejection: string | null }>('verdict', app.appId);
  const rejection = verdict ? verdict.rejection : note.includes('驳回') ? REJECTION : null;
  const { version, summary, createdAt } = submitted;
  const state = { isWithdrawn: false, isPublished: false, isIllegal: false };
  const next: Audit = { version, summary, createdAt, submittedAt: now, rejection, ...state };
  // A rejected version that is submitted again may be older than the latest upload, which then stays unsubmitted.
  await save(call, {
    ...versions,
    audit: next,
    latest: latest && !isAgain ? { ...latest, isSubmitted: true } : latest,
  });
  if (app.message) {
    // As on the platform, the message contains no verdict. The receiver must read the versions.
    const message = { AppId: app.appId, Event: 'PACKAGE_AUDIT', MsgType: 'Event', Version: version };
    await parts.callBack(pushedMessage(parts, app, message, new Date(now + AUDIT_MS)));
  }
  return ok();
}

async function withdraw(call: Call): Promise<SimulatorAnswer> {
  const versions = await readVersions(call.parts, call.app.appId);
  const now = call.parts.clock.now().getTime();
  const { audit, latest } = versions;
  if (!audit) return openAnswer(11600, '审核版本撤回失败，请稍后再试');
  const status = auditStatus(audit, now);
  if (status === 3) return openAnswer(11601, '审核版本已撤回');
  if (status !== 0) return openAnswer(11603, '审核版本已经处理完成，不可撤回');
  if (now >= audit.submittedAt + AUDIT_MS - DECIDING_MS) return openAnswer(11602, '审核版本正在处理中，无法撤回');
  const isSame = latest?.version === audit.version;
  await save(call, {
    ...versions,
    audit: { ...audit, isWithdrawn: true },
    latest: latest && isSame ? { ...latest, isSubmitted: false } : latest,
  });
  return ok();
}

async function release(call: Call): Promise<SimulatorAnswer> {
  const versions = await readVersions(call.parts, call.app.appId);
  const { audit, current } = versions;
  if (audit?.isIllegal)
    return openAnswer(11401, '不可发布。当前小程序最近有被下架的行为，为保证安全，请重新进行版本提审');
  const status = audit ? auditStatus(audit, call.parts.clock.now().getTime()) : 3;
  if (!audit || status === 3 || audit.isPublished) return openAnswer(11402, '审核版本未找到');
  if (status === 0) return openAnswer(11403, '审核版本审核中，请稍等');
  if (status === 2) return openAnswer(11404, '审核版本没有通过审核');
  const { version, summary, createdAt } = audit;
  await save(call, {
    ...versions,
    audit: { ...audit, isPublished: true },
    current: { version, summary, createdAt, isDown: false },
    former: current,
    isRolledBack: false,
    pendingAt: null,
  });
  return ok();
}

async function rollback(call: Call): Promise<SimulatorAnswer> {
  const versions = await readVersions(call.parts, call.app.appId);
  const now = call.parts.clock.now().getTime();
  const { current, former, rolledBackAt } = versions;
  if (!current || !former) return openAnswer(10003, '没有找到记录');
  if (!canRollBack(versions)) return openAnswer(11500, '回退版本失败，请稍后再试');
  if (rolledBackAt !== null && now < rolledBackAt + ROLLBACK_PAUSE_MS) {
    return openAnswer(11501, '回退太过频繁，10 分钟后重试');
  }
  await save(call, { ...versions, isRolledBack: true, rolledBackAt: now, pendingAt: now + ROLLBACK_MS });
  return ok();
}

const infoOf = ({ version, summary, createdAt }: Version) => ({
  version,
  summary,
  ctime: Math.floor(createdAt / SECOND_MS),
  categories: ['服务类-快递、物流-配送'],
  developer_id: 'simulator',
  developer_name: '模拟开发者',
  developer_avatar: '',
});

async function list({ parts, app }: Call): Promise<SimulatorAnswer> {
  const versions = await readVersions(parts, app.appId);
  const { latest, audit, current, former } = versions;
  const status = audit ? auditStatus(audit, parts.clock.now().getTime()) : 0;
  const reason = audit && status === 2 ? (audit.rejection ?? '') : '';
  return ok({
    latest: latest && { ...infoOf(latest), has_audit: Number(latest.isSubmitted), screenshot: '' },
    audit: audit && {
      ...infoOf(audit),
      status,
      approved_apps: status === 1 ? app.hostNames : [],
      has_publish: Number(audit.isPublished),
      is_illegal_version: audit.isIllegal,
      reason: reason && `抖音: ${reason}`,
      reason_detail: reason ? { 抖音: [reason] } : {},
      attachInfo: reason ? { 抖音: 'https://simulator.invalid/douyin/rejection.png' } : {},
    },
    current: current && {
      ...infoOf(current),
      approved_apps: app.hostNames,
      not_approved_apps: [],
      has_down: Number(current.isDown),
      rollback: canRollBack(versions)
        ? { can_rollback: true, last_version: former?.version ?? '' }
        : { can_rollback: false, last_version: '' },
    },
  });
}

/** Draws a QR code as a data URL, which a browser shows without a further request. */
function drawQr(content: string): string {
  const { data, size } = encode(content);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

async function qrCode({ parts, app, body }: Call): Promise<SimulatorAnswer> {
  const versions = await readVersions(parts, app.appId);
  const stage = String(body.version);
  if (!['latest', 'audit', 'current'].includes(stage)) return openAnswer(40001, '参数错误');
  const version = versions[stage as 'latest' | 'audit' | 'current'];
  if (!version) return openAnswer(40030, '生成的二维码为空，请检查当前版本是否有效');
  return ok({ qr_code_url: drawQr(`sslocal://microapp?app_id=${app.appId}&version=${version.version}`) });
}

/** Handlers of the API for versions, by method and path. */
export const VERSION_HANDLERS: Readonly<Record<string, Handler>> = {
  'POST /api/apps/v1/package_version/upload/': upload,
  'POST /api/apps/v2/package_version/audit/': submit,
  'POST /api/apps/v1/package_version/revoke_audit/': withdraw,
  'POST /api/apps/v1/package_version/release/': release,
  'POST /api/apps/v1/package_version/rollback/': rollback,
  'GET /api/apps/v1/package_version/versions/': list,
  'POST /api/apps/v2/basic_info/get_qr_code/': qrCode,
};
