import { MINUTE_MS, SECOND_MS } from '../../../../contract/units';
import { parseObject } from '../checks';
import type { CodeInput, CodePlatform, PlatformVersion } from '../code';
import { UpstreamFailure } from '../outbound';
import type { DouyinClient, DouyinConfig } from './client';

/**
 * Manages the code of a Douyin mini program (third-party documentation of the open platform, 开发管理 v2). The platform offers these
 * interfaces only to service providers. In the mode `own`, users upload versions with the platform's developer tool and release
 * them in the platform's console.
 */

/** Supported actions, named as in DOMAIN §3.10. The platform has no call for grey release, return to development, deletion or offline. */
export const DOUYIN_CODE_ACTIONS = ['upload', 'submitAudit', 'withdrawAudit', 'release', 'rollback', 'sync'] as const;
type CodeAction =
  | (typeof DOUYIN_CODE_ACTIONS)[number]
  | 'backToDev'
  | 'grayRelease'
  | 'cancelGray'
  | 'offline'
  | 'deleteDev';

/** Milliseconds until a rollback takes effect. The platform states three to five minutes. */
export const DOUYIN_ROLLBACK_EFFECT_MS = 5 * MINUTE_MS;

/** Error for an action for which the platform has no interface, or no interface in the mode `own`. */
export class UnsupportedAction extends UpstreamFailure {
  constructor(readonly action: string) {
    super(`抖音没有提供该操作的接口：${action}`, 'unsupported');
  }
}

export interface DouyinCode extends CodePlatform {
  /** The supported actions. Every other action throws {@link UnsupportedAction}. */
  readonly supports: readonly string[];
  /** Finds the version that a rollback would restore. @returns `null` when a rollback is not possible */
  rollbackTarget(): Promise<string | null>;
}

/** A version in the answer of `package_version/versions`. */
interface VersionInfo {
  readonly version?: string;
  readonly summary?: string;
  /** Creation time in seconds since 1970. */
  readonly ctime?: number;
  readonly has_audit?: number;
  /** 0: in review. 1: passed. 2: rejected. 3: withdrawn. */
  readonly status?: number;
  readonly has_publish?: number;
  readonly is_illegal_version?: boolean;
  readonly reason?: string;
  readonly attachInfo?: Readonly<Record<string, string>>;
  readonly has_down?: number;
  readonly rollback?: { readonly can_rollback?: boolean; readonly last_version?: string };
}

interface Versions {
  readonly latest?: VersionInfo | null;
  readonly audit?: VersionInfo | null;
  readonly gray?: VersionInfo | null;
  readonly current?: VersionInfo | null;
}

function versionOf(info: VersionInfo, state: PlatformVersion['state']): PlatformVersion {
  const isRejected = state === 'rejected';
  return {
    appVersion: info.version ?? '',
    description: info.summary ?? '',
    state,
    opinion: isRejected
      ? { reason: info.reason ?? '', screenshots: Object.values(info.attachInfo ?? {}).filter((url) => url !== '') }
      : null,
    grayPercent: null,
    uploadedAt: info.ctime ? new Date(info.ctime * SECOND_MS) : null,
  };
}

function auditState({ status, is_illegal_version: isIllegal }: VersionInfo): PlatformVersion['state'] {
  if (isIllegal) return 'offline';
  if (status === 1) return 'passed';
  return status === 2 ? 'rejected' : 'auditing';
}

/**
 * Lists the platform's versions, each version once. A version in several stages gets the state of its first stage in this order: online
 * (`offline` when it was taken down), grey release, review, previous version, rolled-back release, test.
 */
export function readDouyinVersions({ latest, audit, gray, current }: Versions): readonly PlatformVersion[] {
  const found: PlatformVersion[] = [];
  const add = (info: VersionInfo | null | undefined, state: PlatformVersion['state']) => {
    if (info?.version && found.every(({ appVersion }) => appVersion !== info.version))
      found.push(versionOf(info, state));
  };
  add(current, current?.has_down === 1 ? 'offline' : 'online');
  add(gray, 'gray');
  // A withdrawn version (3) is the test version again (`latest`), unless a newer version has replaced it.
  if (audit && audit.has_publish !== 1 && audit.status !== 3) add(audit, auditState(audit));
  const former = current?.rollback?.last_version;
  if (former) add({ version: former }, 'history');
  // A released version that is neither the online version nor the previous version was rolled back.
  if (audit?.has_publish === 1) add(audit, 'offline');
  add(latest, 'dev');
  return found;
}

/**
 * Builds the body of an upload. `template_id` is a 64-bit number, so we insert its digits as text to keep them exact.
 *
 * @throws UpstreamFailure 40029 (invalid template number), 40001 (`ext` is not JSON)
 */
function uploadBody(config: DouyinConfig, appVersion: string, input: CodeInput): string {
  const template = String(input.templateId ?? config.templateId ?? '');
  if (!/^[1-9]\d{0,18}$/.test(template)) throw new UpstreamFailure('模板编号不正确', '40029');
  const given = typeof input.ext === 'string' ? parseObject(input.ext || '{}') : (input.ext ?? {});
  if (!given) throw new UpstreamFailure('ext 不是 JSON', '40001');
  const ext = { ...given, extEnable: true, extAppid: config.appId };
  const rest = JSON.stringify({
    user_version: appVersion,
    user_desc: String(input.versionDesc ?? ''),
    ext_json: JSON.stringify(ext),
    tag: '',
  });
  return `{"template_id":${template},${rest.slice(1)}`;
}

/** Maximum length of the note for the reviewer, in characters. */
const NOTE_LENGTH = 200;

/** Joins the note and the test account. A long note is cut, because the reviewer needs the whole account. */
function noteOf({ testAccount, testPassword, versionDesc, auditNote }: CodeInput): string {
  const account = [
    ...(testAccount ? [`测试账号：${testAccount}`] : []),
    ...(testPassword ? [`密码：${testPassword}`] : []),
  ].join('；');
  const room = NOTE_LENGTH - (account === '' ? 0 : account.length + 1);
  const note = String(auditNote ?? versionDesc ?? '').slice(0, Math.max(0, room));
  return [note, account].filter((part) => part !== '').join('；');
}

function auditBody(config: DouyinConfig, input: CodeInput): string {
  return JSON.stringify({
    host_names: Array.isArray(input.hostNames) ? input.hostNames : config.hostNames,
    audit_note: noteOf(input),
    audit_way: input.resubmit === true ? 1 : 0,
  });
}

/**
 * Checks that an action will change the intended version. Except for the upload, the actions have no parameter for the version.
 *
 * @throws UpstreamFailure with `code` when `info` is another version or missing
 */
function meet(info: VersionInfo | null | undefined, appVersion: string, code: string, place: string): VersionInfo {
  if (info?.version === appVersion) return info;
  throw new UpstreamFailure(`${place}是 ${info?.version ?? '空'}，不是 ${appVersion}`, code);
}

/** Creates the functions that read a mini program's versions and QR code with the authorizer's access token. */
function createReader(client: DouyinClient, headers: () => Promise<Readonly<Record<string, string>>>) {
  return {
    async versions(): Promise<Versions> {
      const path = '/api/apps/v1/package_version/versions/';
      const answer = await client.json({ method: 'GET', path, headers: await headers(), repeatable: true });
      return (answer.data ?? {}) as Versions;
    },
    async qr(): Promise<string | null> {
      const path = '/api/apps/v2/basic_info/get_qr_code/';
      const body = JSON.stringify({ version: 'latest' });
      try {
        const answer = await client.json({ method: 'POST', path, headers: await headers(), body, repeatable: true });
        const { qr_code_url: url } = (answer.data ?? {}) as { qr_code_url?: string };
        return url || null;
      } catch (error) {
        // Code 40030 means that there is no test version.
        if (error instanceof UpstreamFailure && error.code === '40030') return null;
        throw error;
      }
    },
  };
}

/** Checks that the online version can be rolled back to this target. @throws UpstreamFailure when it cannot */
function checkRollback({ current }: Versions, appVersion: string, target: string): void {
  const { rollback } = meet(current, appVersion, '10003', '线上版本');
  if (!rollback?.can_rollback) {
    throw new UpstreamFailure('首个线上版本、已下架的版本，或本次发布后已经回退过，不能回退', '11500');
  }
  if (rollback.last_version !== target) throw new UpstreamFailure(`只能回退到 ${rollback.last_version}`, '10003');
}

const refuse = (action: CodeAction) => async (): Promise<never> => {
  throw new UnsupportedAction(action);
};

/** Creates the client of the platform's API for a mini program's code. @param token returns the authorizer's access token */
export function createDouyinCode(config: DouyinConfig, client: DouyinClient, token: () => Promise<string>): DouyinCode {
  const supports: readonly string[] = config.accessMode === 'component' ? DOUYIN_CODE_ACTIONS : [];
  const need = (action: CodeAction) => {
    if (!supports.includes(action)) throw new UnsupportedAction(action);
  };
  const headers = async () => ({ 'access-token': await token() });
  const read = createReader(client, headers);
  const write = async (path: string, body = '{}') => {
    await client.json({ method: 'POST', path, headers: await headers(), body }, true);
  };
  return {
    platform: 'dy',
    appId: config.appId,
    supports,
    async upload(appVersion, input) {
      need('upload');
      await write('/api/apps/v1/package_version/upload/', uploadBody(config, appVersion, input));
      // The upload has succeeded. The action must also succeed when the QR code is missing.
      return { qr: await read.qr().catch(() => null), log: '' };
    },
    async submitAudit(appVersion, input) {
      need('submitAudit');
      const { latest, audit } = await read.versions();
      if (input.resubmit === true) meet(audit, appVersion, '11302', '审核版本');
      else meet(latest, appVersion, '11302', '测试版本');
      await write('/api/apps/v2/package_version/audit/', auditBody(config, input));
    },
    async withdrawAudit(appVersion) {
      need('withdrawAudit');
      meet((await read.versions()).audit, appVersion, '11402', '审核版本');
      await write('/api/apps/v1/package_version/revoke_audit/');
    },
    async release(appVersion) {
      need('release');
      meet((await read.versions()).audit, appVersion, '11402', '审核版本');
      await write('/api/apps/v1/package_version/release/');
    },
    async rollback(appVersion, target) {
      need('rollback');
      checkRollback(await read.versions(), appVersion, target);
      await write('/api/apps/v1/package_version/rollback/');
    },
    async rollbackTarget() {
      need('sync');
      const { rollback } = (await read.versions()).current ?? {};
      return (rollback?.can_rollback && rollback.last_version) || null;
    },
    backToDev: refuse('backToDev'),
    grayRelease: refuse('grayRelease'),
    cancelGray: refuse('cancelGray'),
    offline: refuse('offline'),
    deleteDev: refuse('deleteDev'),
    async versions() {
      need('sync');
      return readDouyinVersions(await read.versions());
    },
    async testerQr() {
      need('sync');
      return read.qr();
    },
  };
}
