import { HOUR_MS, SECOND_MS } from '../../../contract/units';
import { refusalOfAudit } from './audit';
import { notify } from './notify';
import { type Answer, type Asked, failed, type Interface, textIn, written } from './world';

/**
 * This module simulates versions of mini programs. Refusals use the codes that Alipay documents. There is no published code for a
 * version in a wrong state, so the simulator uses `INVALID_VERSION_STATUS`.
 */

export type UpstreamState = 'INIT' | 'AUDITING' | 'AUDIT_REJECT' | 'WAIT_RELEASE' | 'GRAY' | 'RELEASE' | 'OFFLINE';

interface SimulatedVersion {
  readonly appVersion: string;
  readonly description: string;
  readonly state: UpstreamState;
  readonly createdMs: number;
  /** Time at which the build ends. Before this time, only the upload and the build query find the version. */
  readonly builtMs: number;
  readonly buildFails: boolean;
  readonly audit: {
    readonly appliedMs: number;
    readonly endsMs: number;
    readonly rejected: boolean;
    readonly autoOnline: boolean;
  } | null;
  readonly gray: string | null;
  readonly onlineMs: number | null;
  readonly isExperience: boolean;
}

interface SimulatedMini {
  readonly versions: readonly SimulatedVersion[];
  /** Times at which audits were withdrawn, in milliseconds since 1970. */
  readonly withdrawals: readonly number[];
}

const BUILD_MS = 20 * SECOND_MS;
const AUDIT_MS = 2 * HOUR_MS;
const FAST_AUDIT_MS = HOUR_MS / 2;
/** The simulated auditors reject a version if its description contains this text. */
const REJECT_MARK = '驳回';
/** A build fails if the parameter `ext` of the upload contains this text. */
const BUILD_FAIL_MARK = 'buildFail';
const MOST_DEVELOPMENT = 20;
/** Maximum number of withdrawn audits per day and per month. Alipay publishes no limits, so the simulator sets its own. */
const MOST_WITHDRAWALS = { day: 5, month: 10 };
const GRAYS = ['p10', 'p30', 'p50'];

const isBuilt = (version: SimulatedVersion, now: Date) => !version.buildFails && version.builtMs <= now.getTime();

const compare = (one: string, other: string): number => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return [0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
};

/**
 * Puts a version online. It replaces the version that was online before.
 *
 * @param atMs time of the release. A version that was online before keeps the time of its first release. The next rollback therefore
 * selects an even earlier version.
 */
const putOnline = (
  versions: readonly SimulatedVersion[],
  appVersion: string,
  atMs: number,
): readonly SimulatedVersion[] =>
  versions.map((version) => {
    if (version.appVersion === appVersion)
      return { ...version, state: 'RELEASE', onlineMs: version.onlineMs ?? atMs, gray: null };
    return version.state === 'RELEASE' ? { ...version, state: 'OFFLINE' } : version;
  });

/** Loads the mini program. The result of an audit that has ended is applied first, and the application is notified of the result. */
async function settle({ app, store, parts, now }: Asked): Promise<SimulatedMini> {
  const mini = (await store.get<SimulatedMini>('mini', app.appId)) ?? { versions: [], withdrawals: [] };
  const ended = mini.versions.find(
    ({ state, audit }) => state === 'AUDITING' && audit !== null && audit.endsMs <= now.getTime(),
  );
  if (!ended?.audit) return mini;
  const { rejected, autoOnline, endsMs } = ended.audit;
  const state = rejected ? 'AUDIT_REJECT' : 'WAIT_RELEASE';
  const audited = mini.versions.map((version) =>
    version === ended ? { ...version, state } : version,
  ) as SimulatedVersion[];
  const versions = autoOnline && !rejected ? putOnline(audited, ended.appVersion, endsMs) : audited;
  await store.put('mini', app.appId, { ...mini, versions });
  await notify(parts, app, now, {
    msg_method: `alipay.open.mini.version.audit.${rejected ? 'rejected' : 'passed'}`,
    biz_content: JSON.stringify({
      mini_app_id: app.appId,
      mini_app_version: ended.appVersion,
      audit_time: String(endsMs),
      ...(rejected && { audit_reason: REASON }),
    }),
  });
  return { ...mini, versions };
}

const REASON = '小程序功能不完整，无法体验核心流程，请完善后重新提交';

const WRONG_STATE = failed('INVALID_VERSION_STATUS', '小程序版本状态不正确');
const NOT_THERE = failed('MINI_APP_PACKAGE_INFO_NOT_EXIST', '小程序版本包信息不存在');

/** Defines an action on one version. The version must be built and in one of these states. */
function onVersion(
  states: readonly UpstreamState[],
  act: (asked: Asked, mini: SimulatedMini, version: SimulatedVersion) => Answer | SimulatedMini,
): Interface {
  return async (asked) => {
    const appVersion = textIn(asked.content, 'app_version');
    if (!appVersion) return failed('APP_VERSION_IS_BLANK', '版本号为空');
    const mini = await settle(asked);
    const version = mini.versions.find((one) => one.appVersion === appVersion && isBuilt(one, asked.now));
    if (!version) return NOT_THERE;
    if (!states.includes(version.state)) return WRONG_STATE;
    const done = act(asked, mini, version);
    if (!('versions' in done)) return done;
    await asked.store.put('mini', asked.app.appId, done);
    return {};
  };
}

const changed = (mini: SimulatedMini, version: SimulatedVersion, change: Partial<SimulatedVersion>): SimulatedMini => ({
  ...mini,
  versions: mini.versions.map((one) => (one === version ? { ...one, ...change } : one)),
});

/** Checks an upload. Returns the refusal, or `null` if the upload is valid. */
function refusalOfUpload({ app, content }: Asked, mini: SimulatedMini): Answer | null {
  const appVersion = textIn(content, 'app_version');
  const template = textIn(content, 'template_id');
  const templateVersion = textIn(content, 'template_version');
  if (!appVersion) return failed('APP_VERSION_IS_BLANK', '版本号为空');
  if (!template) return failed('TEMPLATE_ID_IS_BLANK', '模板id为空');
  if (!/^\d+\.\d+\.\d+$/.test(appVersion)) return failed('INVALID_APP_VERSION', '版本号格式不正确');
  if (app.template?.id !== template) return failed('APP_INFO_NOT_EXIST', '应用信息不存在');
  if (templateVersion && !app.template.versions.includes(templateVersion)) return NOT_THERE;
  try {
    JSON.parse(textIn(content, 'ext') || '{}');
  } catch {
    return failed('INVALID_EXT_JSON', '扩展信息格式解析错误');
  }
  const kept = mini.versions.filter(({ buildFails }) => !buildFails);
  if (kept.some((one) => compare(one.appVersion, appVersion) === 0))
    return failed('VERSION_HAS_EXISTED', '请重新输入新的版本号');
  if (kept.some((one) => compare(one.appVersion, appVersion) > 0))
    return failed('APP_VERSION_TOO_LOW', '版本号必须高于当前最新的版本号');
  if (kept.filter(({ state }) => state === 'INIT').length >= MOST_DEVELOPMENT)
    return failed('DEV_VERSION_OVER_LIMIT', '开发中的版本数量超出限制');
  return null;
}

const buildAnswer = (version: SimulatedVersion, now: Date): Answer => {
  const status = version.builtMs > now.getTime() ? '1' : version.buildFails ? '3' : '6';
  const isDone = status === '6';
  return {
    build_status: isDone ? '2' : status,
    create_status: status,
    need_rotation: String(status === '1'),
    version_created: String(isDone),
  };
};

async function upload(asked: Asked): Promise<Answer> {
  const { app, store, now, content } = asked;
  const mini = await settle(asked);
  const refusal = refusalOfUpload(asked, mini);
  if (refusal) return refusal;
  const version: SimulatedVersion = {
    appVersion: textIn(content, 'app_version'),
    description: '',
    state: 'INIT',
    createdMs: now.getTime(),
    builtMs: now.getTime() + BUILD_MS,
    buildFails: textIn(content, 'ext').includes(BUILD_FAIL_MARK),
    audit: null,
    gray: null,
    onlineMs: null,
    isExperience: false,
  };
  const others = mini.versions.filter(({ appVersion }) => appVersion !== version.appVersion);
  await store.put('mini', app.appId, { ...mini, versions: [...others, version] });
  return buildAnswer(version, now);
}

async function buildQuery(asked: Asked): Promise<Answer> {
  const { versions } = await settle(asked);
  const version = versions.find(({ appVersion }) => appVersion === textIn(asked.content, 'app_version'));
  return version ? buildAnswer(version, asked.now) : NOT_THERE;
}

const BLOCKING: readonly UpstreamState[] = ['AUDITING', 'AUDIT_REJECT', 'WAIT_RELEASE', 'GRAY'];

const applyAudit = onVersion(['INIT'], (asked, mini, version) => {
  if (mini.versions.some(({ state }) => BLOCKING.includes(state)))
    return failed('CAN_NOT_SUBMIT_WITH_AUDIT_GRAY', '存在审核中，审核通过，审核拒绝，灰度中版本不能提审');
  const refusal = refusalOfAudit(asked);
  if (refusal) return refusal;
  const description = textIn(asked.content, 'version_desc');
  const appliedMs = asked.now.getTime();
  const isFast = textIn(asked.content, 'speed_up') === 'true';
  return changed(mini, version, {
    state: 'AUDITING',
    description,
    audit: {
      appliedMs,
      endsMs: appliedMs + (isFast ? FAST_AUDIT_MS : AUDIT_MS),
      rejected: description.includes(REJECT_MARK),
      autoOnline: textIn(asked.content, 'auto_online') === 'true',
    },
  });
});

const cancelAudit = onVersion(['AUDITING'], ({ now }, mini, version) => {
  const [day, month] = [written(now).slice(0, 10), written(now).slice(0, 7)];
  const count = (period: string) => mini.withdrawals.filter((at) => written(at).startsWith(period)).length;
  if (count(day) >= MOST_WITHDRAWALS.day || count(month) >= MOST_WITHDRAWALS.month)
    return failed('AUDIT_CANCEL_OVER_LIMIT', '撤销审核次数超出限制');
  return {
    ...changed(mini, version, { state: 'INIT', audit: null }),
    withdrawals: [...mini.withdrawals, now.getTime()],
  };
});

const grayOnline = onVersion(['WAIT_RELEASE', 'GRAY'], ({ content }, mini, version) => {
  const strategy = textIn(content, 'gray_strategy');
  if (!strategy) return failed('GRAY_STRATEGY_IS_BLANK', '灰度策略值为空');
  if (!GRAYS.includes(strategy)) return failed('GRAY_STRATEGY_IS_INVALID', '灰度策略值非法');
  if (GRAYS.indexOf(strategy) < GRAYS.indexOf(version.gray ?? 'p10'))
    return failed('GRAY_STRATEGY_NOT_ALLOW_REDUCE', '灰度比例值不能缩小');
  return changed(mini, version, { state: 'GRAY', gray: strategy });
});

const rollback = onVersion(['RELEASE'], ({ now }, mini, version) => {
  const earlier = mini.versions
    .filter(({ state, onlineMs }) => state === 'OFFLINE' && onlineMs !== null && onlineMs < (version.onlineMs ?? 0))
    .sort((a, b) => (b.onlineMs ?? 0) - (a.onlineMs ?? 0))[0];
  if (!earlier) return failed('NO_PREVIOUS_ONLINE_VERSION', '不存在可回滚的已上架版本');
  return { ...mini, versions: putOnline(mini.versions, earlier.appVersion, now.getTime()) };
});

async function listQuery(asked: Asked): Promise<Answer> {
  const states = textIn(asked.content, 'version_status').split(',');
  const { versions } = await settle(asked);
  const shown = versions.filter((version) => states.includes(version.state) && isBuilt(version, asked.now));
  return {
    app_version_infos: shown
      .sort((a, b) => compare(b.appVersion, a.appVersion))
      .map(({ appVersion, description, state, createdMs }) => ({
        app_version: appVersion,
        bundle_id: 'com.alipay.alipaywallet',
        create_time: written(createdMs),
        version_description: description,
        version_status: state,
      })),
  };
}

const ALL: readonly UpstreamState[] = [
  'INIT',
  'AUDITING',
  'AUDIT_REJECT',
  'WAIT_RELEASE',
  'GRAY',
  'RELEASE',
  'OFFLINE',
];

const detailQuery = onVersion(ALL, (_asked, _mini, version) => ({
  app_version: version.appVersion,
  status: version.state,
  version_desc: version.description,
  gmt_create: written(version.createdMs),
  ...(version.audit && { gmt_apply_audit: written(version.audit.appliedMs) }),
  ...(version.gray !== null && { gray_strategy: version.gray }),
  ...(version.state === 'AUDIT_REJECT' && {
    reject_reason: REASON,
    base_audit_record: { audit_images: ['https://mdn.alipayobjects.com/simulated/audit.png'], memos: [] },
  }),
}));

const experienceQuery = onVersion(ALL, (_asked, _mini, { appVersion, isExperience }) =>
  isExperience
    ? { status: 'expVersionPackged', exp_qr_code_url: `https://mobilecodec.alipay.com/show.htm?code=${appVersion}` }
    : { status: 'notExpVersion' },
);

export const MINI_INTERFACES: Readonly<Record<string, Interface>> = {
  'alipay.open.mini.version.upload': upload,
  'alipay.open.mini.version.build.query': buildQuery,
  'alipay.open.mini.version.audit.apply': applyAudit,
  'alipay.open.mini.version.audit.cancel': cancelAudit,
  'alipay.open.mini.version.audited.cancel': onVersion(['AUDIT_REJECT', 'WAIT_RELEASE'], (_asked, mini, version) =>
    changed(mini, version, { state: 'INIT', audit: null }),
  ),
  'alipay.open.mini.version.gray.online': grayOnline,
  'alipay.open.mini.version.gray.cancel': onVersion(['GRAY'], (_asked, mini, version) =>
    changed(mini, version, { state: 'WAIT_RELEASE', gray: null }),
  ),
  'alipay.open.mini.version.online': onVersion(['WAIT_RELEASE', 'GRAY'], ({ now }, mini, version) => ({
    ...mini,
    versions: putOnline(mini.versions, version.appVersion, now.getTime()),
  })),
  'alipay.open.mini.version.rollback': rollback,
  'alipay.open.mini.version.offline': onVersion(['RELEASE'], (_asked, mini, version) =>
    changed(mini, version, { state: 'OFFLINE' }),
  ),
  'alipay.open.mini.version.delete': onVersion(['INIT'], (_asked, mini, version) => ({
    ...mini,
    versions: mini.versions.filter((one) => one !== version),
  })),
  'alipay.open.mini.version.list.query': listQuery,
  'alipay.open.mini.version.detail.query': detailQuery,
  'alipay.open.mini.experience.create': onVersion(['INIT'], (_asked, mini, version) =>
    changed(mini, version, { isExperience: true }),
  ),
  'alipay.open.mini.experience.query': experienceQuery,
};
