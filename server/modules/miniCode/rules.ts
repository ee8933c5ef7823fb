import { type ErrorCode, type ErrorParams, errorText } from '../../../contract/errors';
import {
  CODE_ASK_MINUTES,
  CODE_LIMITS,
  CODE_PLATFORMS,
  type CodeAction,
  type CodeResult,
  compareVersions,
  type MiniPlatform,
  type MiniVersionState,
  versionLifecycle,
} from '../../../contract/miniCode.states';
import { LOCALES, type Text, text } from '../../../contract/text';
import { Refusal, refuse } from '../../core/http/refusal';
import type { PlatformVersion } from '../../core/platforms/code';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';

/** Decisions about versions and tasks. Pure functions without database and clock. */

interface Version {
  readonly app_version: string;
  readonly state: MiniVersionState;
  readonly released_at: Date | null;
}

/** States of versions that do not exist on the platform. Their version numbers can be uploaded again. */
const GONE: readonly MiniVersionState[] = ['deleted', 'buildFailed'];
const IN_DEVELOPMENT: readonly MiniVersionState[] = ['building', 'dev'];

/** Converts a version number such as `1.2.0` to a number for sorting. */
export const rankOf = (version: string): number =>
  version.split('.').reduce((rank, part) => rank * 100_000 + Number(part), 0);

export function newestVersion(versions: readonly Version[]): string | null {
  const standing = versions.filter(({ state }) => !GONE.includes(state)).map((version) => version.app_version);
  return standing.sort(compareVersions).at(-1) ?? null;
}

/** Finds the version that a rollback of the online version restores. @returns `null` if no rollback is possible */
export function rollbackTarget(
  platform: MiniPlatform,
  versions: readonly Version[],
  lastRollback: { readonly target: string | null } | undefined,
): string | null {
  const { restores, rollsBackTwice } = CODE_PLATFORMS[platform];
  const online = versions.find(({ state }) => state === 'online');
  if (!online || (!rollsBackTwice && lastRollback?.target === online.app_version)) return null;
  const earlier = versions.filter(
    ({ app_version, state, released_at }) =>
      released_at !== null && restores.includes(state) && compareVersions(app_version, online.app_version) < 0,
  );
  const released = (version: Version) => version.released_at?.getTime() ?? 0;
  return earlier.sort((one, other) => released(other) - released(one))[0]?.app_version ?? null;
}

/**
 * Refuses an action that the state of the versions does not allow (DOMAIN §3.10).
 *
 * @throws Refusal 40401 (unknown version), 42201 (wrong state), 42334 (number not above the newest), 42335 (another version blocks the
 *   review), 42336 (nothing to roll back to), 42337 (too many development versions)
 */
export function assertAllowed(
  platform: MiniPlatform,
  action: CodeAction,
  appVersion: string | null,
  versions: readonly Version[],
  lastRollback: { readonly target: string | null } | undefined,
): void {
  if (action === 'sync') return;
  if (action === 'upload') {
    const newest = newestVersion(versions);
    if (newest !== null && compareVersions(appVersion ?? '', newest) <= 0) throw refuse(42334, { v: newest });
    const open = versions.filter(({ state }) => IN_DEVELOPMENT.includes(state)).length;
    if (open >= CODE_LIMITS.developmentVersions) throw refuse(42337);
    return;
  }
  const version = versions.find((one) => one.app_version === appVersion);
  if (!version || version.state === 'deleted') throw refuse(40401);
  const states = versionLifecycle[platform];
  if (!states.allowed(version.state, action)) throw refuse(42201, { state: states.states[version.state].text });
  const { blocking } = CODE_PLATFORMS[platform];
  if (action === 'submitAudit' && versions.some((one) => one !== version && blocking.includes(one.state))) {
    throw refuse(42335);
  }
  if (action === 'rollback' && rollbackTarget(platform, versions, lastRollback) === null) throw refuse(42336);
}

/* ---- errors of the platforms ---- */

/** Error codes of DOMAIN §6.9 by platform, action and the platform's own code. */
const KNOWN: Readonly<Record<string, ErrorCode>> = {
  // WeChat allows five withdrawals from review per day and ten per month.
  'wx.withdrawAudit.87013': 42338,
  'wx.submitAudit.85009': 42335,
  'wx.rollback.87012': 42336,
  'ali.upload.DEV_VERSION_OVER_LIMIT': 42337,
  'ali.submitAudit.CAN_NOT_SUBMIT_WITH_AUDIT_GRAY': 42335,
  'ali.withdrawAudit.AUDIT_CANCEL_OVER_LIMIT': 42338,
  'ali.rollback.NO_PREVIOUS_ONLINE_VERSION': 42336,
  'dy.submitAudit.11303': 42335,
  'dy.rollback.10003': 42336,
  // The platform returns this code for the first online version, a version taken offline, or a second consecutive rollback.
  'dy.rollback.11500': 42336,
};
/** Error codes of a platform whose allow list lacks our IP address. */
const ADDRESS_REFUSED = ['40164', '-10008'];
const WORDS = {
  address: text(
    '{msg}。请将服务器地址加入平台的 IP 白名单',
    '{msg}; add the address to the allow list of the platform',
    '{msg}; adicione o endereço à lista permitida da plataforma',
    '{msg}。請將伺服器位址加入平台的 IP 白名單',
  ),
  fault: text(
    '系统故障，操作未执行',
    'A fault of the system; nothing was done',
    'Falha do sistema; nada foi feito',
    '系統故障，操作未執行',
  ),
} as const;

/** Returns the catalogue text of an error code in every language. */
const catalogue = (code: ErrorCode, params: ErrorParams = {}): Text =>
  Object.fromEntries(LOCALES.map((locale) => [locale, errorText(code, locale, params)])) as Text;

const refused = (code: ErrorCode, params: ErrorParams = {}): CodeResult => ({ code, message: catalogue(code, params) });
const same = (message: string): Text => text(message, message, message, message);

/**
 * Converts a platform's refusal to a task result for the user. `asked.words` returns our text for a code, if the adapter has one.
 */
function resultOfFailure(asked: Acted, { code, message }: UpstreamFailure): CodeResult {
  const said = (code !== null && asked.words?.(code)) || same(message);
  const known = KNOWN[`${asked.platform}.${asked.action}.${code}`];
  if (known !== undefined) return refused(known);
  if (code === null || !ADDRESS_REFUSED.includes(code)) return refused(50201, { msg: said });
  const detail = LOCALES.map((locale) => [locale, WORDS.address[locale].replace('{msg}', said[locale])]);
  return refused(42333, { detail: Object.fromEntries(detail) as Text });
}

interface Acted {
  readonly platform: MiniPlatform;
  readonly action: CodeAction;
  readonly words?: ((code: string) => Text | null) | undefined;
}
interface End {
  readonly state: 'failed' | 'unknown';
  readonly result: CodeResult;
}

/** Decides the end state of an action whose call threw. `unknown` means that the platform may have executed it. */
export function endOfError(asked: Acted, error: unknown): End {
  if (error instanceof Refusal) return { state: 'failed', result: resultOfRefusal(error) };
  // The connection may break after the platform completed the action. Only an error code of the platform proves a refusal.
  if (error instanceof UpstreamFailure && (error.code !== null || asked.action === 'sync')) {
    return { state: 'failed', result: resultOfFailure(asked, error) };
  }
  const isOfPlatform = error instanceof UpstreamTimeout || error instanceof UpstreamFailure;
  if (asked.action !== 'sync') return { state: 'unknown', result: refused(50202) };
  return { state: 'failed', result: isOfPlatform ? refused(50202) : { code: 50001, message: WORDS.fault } };
}

/** Converts our own refusal to a task result. */
export const resultOfRefusal = ({ code, params, sentence }: Refusal): CodeResult => ({
  code,
  message: sentence === null ? catalogue(code, params) : same(sentence),
});

/* ---- unknown results: the platform's versions decide ---- */

interface Asked {
  readonly action: CodeAction;
  readonly app_version: string | null;
  readonly target: string | null;
  readonly input: Readonly<Record<string, unknown>>;
}

const SUBMITTED: readonly MiniVersionState[] = ['auditing', 'rejected', 'passed', 'gray', 'online', 'history'];

/** Checks whether the platform has executed the action. `building` means that it is still in progress. */
export function carriedOut(task: Asked, versions: readonly PlatformVersion[]): 'yes' | 'no' | 'building' {
  const find = (appVersion: string | null) => versions.find((version) => version.appVersion === appVersion);
  const version = find(task.app_version);
  const claim = (holds: boolean) => (holds ? 'yes' : 'no');
  switch (task.action) {
    case 'upload':
      if (version?.state === 'building') return 'building';
      return claim(version !== undefined && !GONE.includes(version.state));
    case 'submitAudit':
      return claim(version !== undefined && SUBMITTED.includes(version.state));
    case 'withdrawAudit':
    case 'backToDev':
      return claim(version?.state === 'dev');
    case 'grayRelease': {
      const { percent } = task.input;
      return claim(version?.state === 'gray' && (version.grayPercent === null || version.grayPercent === percent));
    }
    case 'cancelGray':
      return claim(version?.state === 'passed');
    case 'release':
      return claim(version?.state === 'online');
    case 'rollback':
      return claim(find(task.target)?.state === 'online');
    case 'offline':
      return claim(version === undefined || version.state === 'offline');
    case 'deleteDev':
      return claim(version === undefined || version.state === 'deleted');
    default:
      return 'yes';
  }
}

/** Returns the milliseconds until the next query, or `null` after the last query. @param asks number of queries so far */
export function nextAskMs(asks: number): number | null {
  const next = CODE_ASK_MINUTES[asks];
  return next === undefined ? null : (next - (CODE_ASK_MINUTES[asks - 1] ?? 0)) * 60_000;
}
