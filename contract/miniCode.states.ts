import { type Lifecycle, lifecycle, type StateSpec, type Trigger } from './lifecycle';
import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares platforms, states and actions of mini-program code (小程序代码, DOMAIN §3.10). It imports no library, because the
 * browser loads it.
 */

export const MINI_PLATFORMS = ['wx', 'ali', 'dy'] as const;
export type MiniPlatform = (typeof MINI_PLATFORMS)[number];

export const MINI_VERSION_STATES = [
  'building',
  'buildFailed',
  'dev',
  'auditing',
  'rejected',
  'passed',
  'gray',
  'online',
  'offline',
  'history',
  'deleted',
] as const;
export type MiniVersionState = (typeof MINI_VERSION_STATES)[number];

export const MINI_VERSION_STATE: Readonly<Record<MiniVersionState, StateSpec>> = {
  building: { text: text('构建中', 'Building', 'Em compilação', '建置中'), tone: 'working' },
  buildFailed: { text: WORD.buildFailed, tone: 'bad' },
  dev: { text: text('开发中', 'In development', 'Em desenvolvimento', '開發中'), tone: 'neutral' },
  auditing: { text: text('审核中', 'In review', 'Em revisão', '審核中'), tone: 'info' },
  rejected: { text: WORD.rejectedInReview, tone: 'bad' },
  passed: { text: text('待上架', 'Passed', 'Aprovada', '待上架'), tone: 'attention' },
  gray: { text: text('灰度中', 'Partial rollout', 'Liberação parcial', '灰度中'), tone: 'working' },
  online: { text: text('已上架', 'Online', 'No ar', '已上架'), tone: 'good' },
  offline: { text: text('已下架', 'Offline', 'Fora do ar', '已下架'), tone: 'neutral' },
  history: { text: text('历史版本', 'Earlier version', 'Versão anterior', '歷史版本'), tone: 'neutral' },
  deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
};

/** Actions on a listed version. Actions that move the version forward come first, because a row shows only its first actions. */
export const VERSION_ACTIONS = [
  'submitAudit',
  'release',
  'grayRelease',
  'cancelGray',
  'backToDev',
  'withdrawAudit',
  'rollback',
  'offline',
  'deleteDev',
] as const;
export type VersionAction = (typeof VERSION_ACTIONS)[number];
/** All actions of `operateCode`. `upload` creates a version. `sync` reads all versions. */
export const CODE_ACTIONS = ['upload', ...VERSION_ACTIONS, 'sync'] as const;
export type CodeAction = (typeof CODE_ACTIONS)[number];

export const CODE_ACTION_TEXT: Readonly<Record<CodeAction, Text>> = {
  upload: WORD.uploadVersion,
  submitAudit: WORD.submitForReview,
  withdrawAudit: text('撤回审核', 'Withdraw from review', 'Retirar da revisão', '撤回審核'),
  backToDev: text('退回开发', 'Return to development', 'Voltar ao desenvolvimento', '退回開發'),
  grayRelease: text('灰度发布', 'Release to a share of users', 'Liberar a uma parte', '灰度發布'),
  cancelGray: text('结束灰度', 'End partial rollout', 'Encerrar liberação parcial', '結束灰度'),
  release: text('上架', 'Release', 'Publicar', '上架'),
  rollback: text('回滚', 'Roll back', 'Reverter', '回復上一版'),
  offline: text('下架', 'Take offline', 'Tirar do ar', '下架'),
  deleteDev: text('删除版本', 'Delete version', 'Excluir versão', '刪除版本'),
  sync: WORD.syncStates,
};

/**
 * Transitions without an action on the version itself. They follow from the versions that the platform reports, from an upload, or from an
 * action on another version.
 */
const PLATFORM_STEPS = {
  built: { from: ['building'], to: 'dev', text: text('构建完成', 'Built', 'Compilada', '建置完成') },
  failBuild: {
    from: ['building'],
    to: 'buildFailed',
    text: WORD.buildFailed,
  },
  pass: { from: ['auditing'], to: 'passed', text: text('审核通过', 'Passed', 'Aprovada', '審核通過') },
  reject: { from: ['auditing'], to: 'rejected', text: WORD.rejectedInReview },
  /** The platform published the version because of `autoOnline`, or a user published it in the platform's own console. */
  putOnline: { from: ['passed', 'gray'], to: 'online', text: text('已上架', 'Released', 'Publicada', '已上架') },
  beginGray: {
    from: ['passed'],
    to: 'gray',
    text: text('开始灰度', 'Partial rollout begun', 'Liberação parcial iniciada', '開始灰度'),
  },
  replace: { from: ['online'], to: 'history', text: text('被新版本替换', 'Replaced', 'Substituída', '被新版本取代') },
  takeDown: { from: ['online'], to: 'offline', text: text('已下架', 'Taken offline', 'Retirada do ar', '已下架') },
  restore: {
    from: ['history', 'offline'],
    to: 'online',
    text: text('回滚恢复', 'Restored by a rollback', 'Restaurada', '回復上線'),
  },
  /** Another version was submitted instead of this version. */
  supersede: {
    from: ['rejected', 'passed'],
    to: 'dev',
    text: text('改提其他版本', 'Another version submitted', 'Outra versão enviada', '改提其他版本'),
  },
  remove: { from: ['dev', 'buildFailed'], to: 'deleted', text: WORD.deletedFeminine },
} as const satisfies Record<string, Way>;
type PlatformStep = keyof typeof PLATFORM_STEPS;

interface Way {
  readonly from: readonly MiniVersionState[];
  readonly to: MiniVersionState;
  readonly text: Text;
}

/** The states that allow each action, and the state after it (DOMAIN §3.10). `lifecycleFor` can add `rejected` for `submitAudit`. */
const WAYS: Readonly<Record<VersionAction, Omit<Way, 'text'>>> = {
  submitAudit: { from: ['dev'], to: 'auditing' },
  withdrawAudit: { from: ['auditing'], to: 'dev' },
  backToDev: { from: ['rejected', 'passed'], to: 'dev' },
  grayRelease: { from: ['passed', 'gray'], to: 'gray' },
  cancelGray: { from: ['gray'], to: 'passed' },
  release: { from: ['passed', 'gray'], to: 'online' },
  // This transition is for the version that is rolled back. `restore` is for the earlier version, which returns online.
  rollback: { from: ['online'], to: 'offline' },
  offline: { from: ['online'], to: 'offline' },
  deleteDev: { from: ['dev'], to: 'deleted' },
};

export type VersionLifecycle = Lifecycle<MiniVersionState, VersionAction | PlatformStep>;

interface CodePlatformSpec {
  readonly name: Text;
  /** `page` is the id of the permission to see the page. `operate` is the id of the permission to run its actions. */
  readonly page: RuleId;
  readonly operate: RuleId;
  /** Module name in the operation records. */
  readonly module: string;
  readonly path: string;
  readonly controller: 'config.Applet' | 'config.AlipayMini' | 'config.DyApplet';
  /** Actions that the platform's interface supports, in the order of the menu. */
  readonly actions: readonly CodeAction[];
  /** While another version has one of these states, the server refuses to submit a version (42335). */
  readonly blocking: readonly MiniVersionState[];
  /** States from which a rollback can restore a version. */
  readonly restores: readonly MiniVersionState[];
  /** `true` means that a version that a rollback has restored can be rolled back too. */
  readonly rollsBackTwice: boolean;
  /** For passed versions with `autoOnline`: `true` means that the platform publishes them, `false` that our server publishes them. */
  readonly goesOnlineByItself: boolean;
}

/** Settings of WeChat and Douyin, which review only one version at a time. A rejected version can be submitted again. */
const ONE_AUDIT = {
  actions: ['upload', 'submitAudit', 'withdrawAudit', 'release', 'rollback', 'sync'],
  blocking: ['auditing'],
  restores: ['history'],
  rollsBackTwice: false,
  goesOnlineByItself: false,
} as const;

export const CODE_PLATFORMS: Readonly<Record<MiniPlatform, CodePlatformSpec>> = {
  wx: {
    ...ONE_AUDIT,
    name: WORD.messagingMiniProgram,
    page: 73,
    operate: 7302,
    module: 'config.applet',
    path: '/configCenter/configureApplet',
    controller: 'config.Applet',
  },
  ali: {
    name: WORD.paymentPlatformMiniProgram,
    page: 109,
    operate: 10906,
    module: 'config.alipayMini',
    path: '/configCenter/configureAlipayMiniProgram',
    controller: 'config.AlipayMini',
    actions: CODE_ACTIONS,
    blocking: ['auditing', 'passed', 'rejected', 'gray'],
    restores: ['history', 'offline'],
    rollsBackTwice: true,
    goesOnlineByItself: true,
  },
  dy: {
    ...ONE_AUDIT,
    name: WORD.shortVideoMiniProgram,
    page: 75,
    operate: 7502,
    module: 'config.dyApplet',
    path: '/configCenter/configureDyApplet',
    controller: 'config.DyApplet',
  },
};

export const hasAction = (platform: MiniPlatform, action: CodeAction): boolean =>
  CODE_PLATFORMS[platform].actions.includes(action);

/** Actions that only the owner may take. They also need a second verification. */
export const OWNER_ACTIONS: readonly CodeAction[] = ['offline'];

function lifecycleFor(platform: MiniPlatform): VersionLifecycle {
  const { operate: rule, blocking } = CODE_PLATFORMS[platform];
  const ofPeople = VERSION_ACTIONS.filter((action) => hasAction(platform, action)).map((action) => {
    const { from, to } = WAYS[action];
    const isOwners = OWNER_ACTIONS.includes(action);
    return {
      action: action as VersionAction | PlatformStep,
      // If rejected versions do not block a submission, the same rejected version can be submitted again.
      from: action === 'submitAudit' && !blocking.includes('rejected') ? ([...from, 'rejected'] as const) : from,
      to,
      by: (isOwners ? 'owner' : 'staff') as Trigger,
      rule,
      risk: isOwners ? ('second' as const) : ('confirm' as const),
      text: CODE_ACTION_TEXT[action],
    };
  });
  const ofPlatform = Object.entries<Way>(PLATFORM_STEPS).map(([step, way]) => ({
    ...way,
    action: step as VersionAction | PlatformStep,
    by: 'system' as Trigger,
    risk: 'none' as const,
  }));
  return lifecycle({
    entity: `miniVersion.${platform}`,
    states: MINI_VERSION_STATE,
    transitions: [...ofPeople, ...ofPlatform],
  }) as unknown as VersionLifecycle;
}

/** Lifecycle of a version on each platform. */
export const versionLifecycle: Readonly<Record<MiniPlatform, VersionLifecycle>> = {
  wx: lifecycleFor('wx'),
  ali: lifecycleFor('ali'),
  dy: lifecycleFor('dy'),
};

/* ---- tasks (MiniCodeTask, DOMAIN §5.7) ---- */

export const CODE_TASK_STATES = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const;
export type CodeTaskState = (typeof CODE_TASK_STATES)[number];

export const CODE_TASK_STATE: Readonly<Record<CodeTaskState, StateSpec>> = {
  queued: { text: WORD.queued, tone: 'info' },
  running: { text: WORD.running, tone: 'working' },
  succeeded: { text: WORD.succeededFeminine, tone: 'good' },
  failed: { text: WORD.failed, tone: 'bad' },
  unknown: { text: WORD.resultUnknown, tone: 'attention' },
};

/** The platform's reason for rejecting a version. */
export interface AuditOpinion {
  readonly reason: string;
  readonly screenshots: readonly string[];
}

/** Result of a task that has ended, or of a task whose outcome at the platform is unknown. */
export interface CodeResult {
  /** Error code of a failed task or of an unknown outcome. It can be absent. */
  readonly code?: number;
  readonly message?: Text;
  readonly opinion?: AuditOpinion;
  readonly qr?: string | null;
  readonly log?: string;
}

/** Minutes after an action with an unknown result. After each of them, the server asks the platform for the result. */
export const CODE_ASK_MINUTES = [1, 5, 15] as const;

export const CODE_LIMITS = {
  /** Maximum number of versions that are in development or being built (42337). */
  developmentVersions: 20,
  appVersion: 16,
  /** Milliseconds between two requests from the page to the server about a running task. */
  pollMs: 5_000,
  /** Milliseconds between two requests from the server to the platform while a version is in review. */
  auditPollMs: 600_000,
} as const;

export const VERSION_PATTERN = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/;

/** Compares two versions by their three numbers, for a sort in ascending order. Both must match {@link VERSION_PATTERN}. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return [0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
