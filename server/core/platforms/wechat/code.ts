import { type Text, text } from '../../../../contract/text';
import type { CodeInput, CodePlatform } from '../code';
import { UpstreamFailure } from '../outbound';
import type { WechatConfig } from './adapter';
import { callForPicture, callWechat, type WechatParts } from './call';
import { loadVersions, loadWorld } from './versions';

/**
 * Manages the code of WeChat mini programs through the interfaces for third-party platforms (第三方平台代商家开发), DOMAIN §3.10.
 *
 * The platform offers these interfaces only to components. With the mini program's own secret (密钥直连), the platform documents only the
 * testers' QR code. The platform's tool miniprogram-ci uploads code with the upload key and a robot number, in an unpublished protocol.
 * Staff submit and release in the platform's console. `supports` lists the supported actions. Other actions are refused with the reason.
 */

export type CodeCall = Exclude<keyof CodePlatform, 'platform' | 'appId'>;

/** Refusal of an action that this platform does not offer to us. */
export class UnsupportedAction extends UpstreamFailure {
  constructor(
    readonly action: CodeCall,
    readonly reason: Text,
  ) {
    super(`${action}: ${reason['en-US']}`, 'unsupported');
  }
}

const ONLY_TOOL = text(
  '密钥直连时，代码只能由平台的 miniprogram-ci 工具用上传密钥上传，其协议未公开。请用该工具上传，或改为第三方平台授权。',
  'With your own secret, only the platform tool miniprogram-ci can upload code; its protocol is not published. Upload with that tool, or authorise a third-party platform.',
  'Com o segredo próprio, só a ferramenta miniprogram-ci da plataforma envia o código; o protocolo não é público. Envie por ela ou autorize uma plataforma de terceiros.',
  '密鑰直連時，程式碼只能由平台的 miniprogram-ci 工具用上傳密鑰上傳，其協定未公開。請用該工具上傳，或改為第三方平台授權。',
);
const ONLY_COMPONENT = text(
  '平台只向第三方平台开放此接口。密钥直连时请在小程序后台操作。',
  'The platform opens this interface to third-party platforms only. With your own secret, use the mini-program console.',
  'A plataforma abre esta interface só a plataformas de terceiros. Com o segredo próprio, use o console do miniprograma.',
  '平台只向第三方平台開放此介面。密鑰直連時請在小程式後台操作。',
);
const NOTHING_TO_RETURN = text(
  '平台没有“退回开发”操作：被驳回的版本直接重新上传即可。',
  'The platform has no “Return to development” action; upload a rejected version again instead.',
  'A plataforma não tem volta ao desenvolvimento: envie de novo a versão rejeitada.',
  '平台沒有「退回開發」操作：被駁回的版本直接重新上傳即可。',
);
const NOTHING_TO_DELETE = text(
  '平台没有删除开发版本的接口，新上传的版本会取代它。',
  'The platform has no interface to delete a development version; the next upload replaces it.',
  'A plataforma não tem interface para excluir uma versão em desenvolvimento; o próximo envio a substitui.',
  '平台沒有刪除開發版本的介面，新上傳的版本會取代它。',
);

const COMPONENT_CALLS: readonly CodeCall[] = [
  'upload',
  'submitAudit',
  'withdrawAudit',
  'grayRelease',
  'cancelGray',
  'release',
  'rollback',
  'offline',
  'versions',
  'testerQr',
];
const OWN_CALLS: readonly CodeCall[] = ['testerQr'];

/** Returns the reason why the platform does not offer a call. @returns `null` when the platform offers the call */
function refusalOf(call: CodeCall, { accessMode }: WechatConfig): Text | null {
  if ((accessMode === 'component' ? COMPONENT_CALLS : OWN_CALLS).includes(call)) return null;
  if (call === 'backToDev') return NOTHING_TO_RETURN;
  if (call === 'deleteDev') return NOTHING_TO_DELETE;
  return call === 'upload' ? ONLY_TOOL : ONLY_COMPONENT;
}

export interface WechatUpload {
  readonly versionDesc: string;
  /** The number of the code template in the component's library. */
  readonly templateId: number | string;
  /** The content of `ext.json`, as an object or as JSON text. */
  readonly ext?: object | string;
}

export interface AuditCategory {
  readonly firstId: number;
  readonly firstClass: string;
  readonly secondId: number;
  readonly secondClass: string;
  readonly thirdId?: number;
  readonly thirdClass?: string;
  /** `address` is a page of the mini program. `title` has at most 32 characters. `tag` has up to ten tags, separated by spaces. */
  readonly address?: string;
  readonly title?: string;
  readonly tag?: string;
}

export interface WechatAudit {
  readonly versionDesc?: string;
  /** One to five categories. */
  readonly categories?: readonly AuditCategory[];
  /** Ids from `uploadMedia`, valid for three days. */
  readonly screenshots?: readonly string[];
  readonly videos?: readonly string[];
  /** Text for the platform's reviewers, allowed only after a rejection. At most 200 characters. */
  readonly feedback?: string;
  /** `true` when the code mentions location interfaces that the mini program does not use. */
  readonly privacyApiNotUsed?: boolean;
}

const categoryItem = (item: AuditCategory) => ({
  first_id: item.firstId,
  first_class: item.firstClass,
  second_id: item.secondId,
  second_class: item.secondClass,
  ...(item.thirdId !== undefined && { third_id: item.thirdId, third_class: item.thirdClass }),
  ...(item.address !== undefined && { address: item.address }),
  ...(item.title !== undefined && { title: item.title }),
  ...(item.tag !== undefined && { tag: item.tag }),
});

function auditBody(input: WechatAudit) {
  const hasPreview = (input.screenshots ?? []).length + (input.videos ?? []).length > 0;
  return {
    ...(input.categories && { item_list: input.categories.map(categoryItem) }),
    ...(input.versionDesc !== undefined && { version_desc: input.versionDesc }),
    ...(hasPreview && {
      preview_info: { pic_id_list: input.screenshots ?? [], video_id_list: input.videos ?? [] },
    }),
    ...(input.feedback !== undefined && { feedback_info: input.feedback }),
    ...(input.privacyApiNotUsed !== undefined && { privacy_api_not_use: input.privacyApiNotUsed }),
  };
}

/** Parses `ext.json`. @throws UpstreamFailure when the text is not JSON */
function parseExt(ext: string): object {
  try {
    return JSON.parse(ext || '{}') as object;
  } catch {
    throw new UpstreamFailure('ext is no JSON', 'ext');
  }
}

/** Builds the text of `ext.json` and sets the mini program's own id in it. */
function extJson(ext: WechatUpload['ext'], appId: string): string {
  const given = typeof ext === 'string' ? parseExt(ext) : (ext ?? {});
  return JSON.stringify({ extEnable: true, ...given, extAppid: appId });
}

/**
 * Checks that a call will affect the intended version. Most platform calls have no parameter for the version. They change the newest
 * upload, the newest audit or the online version.
 *
 * @throws UpstreamFailure `otherVersion` when `present` differs from `expected` or is missing
 */
function checkVersion(expected: string, present: string | undefined, what: string): void {
  if (present === expected) return;
  throw new UpstreamFailure(`${what} is ${present || 'none'}, not ${expected}`, 'otherVersion');
}

function auditCalls(config: WechatConfig, parts: WechatParts) {
  const change = (path: string, body?: object) =>
    callWechat(parts, { path, changes: true, ...(body && { body }) }).then(() => undefined);
  const world = () => loadWorld(parts);
  return {
    async upload(appVersion: string, input: CodeInput) {
      const { versionDesc, templateId, ext } = input as unknown as WechatUpload;
      await change('/wxa/commit', {
        template_id: Number(templateId),
        ext_json: extJson(ext, config.appId),
        user_version: appVersion,
        user_desc: versionDesc,
      });
      // The upload has succeeded. A missing QR code must not make the action fail.
      const qr = await callForPicture(parts, { path: '/wxa/get_qrcode' }).catch(() => null);
      return { qr, log: '' };
    },
    async submitAudit(appVersion: string, input: CodeInput) {
      checkVersion(appVersion, (await world()).uploaded?.exp_version, 'the uploaded version');
      await change('/wxa/submit_audit', auditBody(input as unknown as WechatAudit));
    },
    async withdrawAudit(appVersion: string) {
      checkVersion(appVersion, (await world()).audit?.user_version, 'the version in audit');
      await change('/wxa/undocodeaudit');
    },
  };
}

function releaseCalls(parts: WechatParts) {
  const change = (path: string, body?: object) =>
    callWechat(parts, { path, changes: true, ...(body && { body }) }).then(() => undefined);
  const world = () => loadWorld(parts);
  const checkAudited = async (appVersion: string) =>
    checkVersion(appVersion, (await world()).audit?.user_version, 'the audited version');
  const checkOnline = async (appVersion: string) =>
    checkVersion(appVersion, (await world()).online?.release_version, 'the version online');
  return {
    async grayRelease(appVersion: string, percent: number) {
      await checkAudited(appVersion);
      await change('/wxa/grayrelease', { gray_percentage: percent });
    },
    async cancelGray(appVersion: string) {
      await checkAudited(appVersion);
      await change('/wxa/revertgrayrelease');
    },
    async release(appVersion: string) {
      await checkAudited(appVersion);
      await change('/wxa/release', {});
    },
    /**
     * Rolls back to the previous release. The platform also allows older releases, but we do not offer them (DOMAIN §3.10).
     *
     * @throws UpstreamFailure `otherVersion` when `appVersion` is not online or `target` is not the previous release, 87012 when there is
     *   no previous release
     */
    async rollback(appVersion: string, target: string) {
      const { online, history } = await world();
      checkVersion(appVersion, online?.release_version, 'the version online');
      const [previous] = history.filter((one) => one.user_version !== appVersion);
      if (!previous) throw new UpstreamFailure('forbid revert this version release', '87012');
      checkVersion(target, previous.user_version, 'the previous version');
      await change('/wxa/revertcoderelease');
    },
    async offline(appVersion: string) {
      await checkOnline(appVersion);
      await change('/wxa/change_visitstatus', { action: 'close' });
    },
  };
}

export interface ServerDomains {
  readonly request: readonly string[];
  readonly socket: readonly string[];
  readonly upload: readonly string[];
  readonly download: readonly string[];
}

/** Creates calls in addition to those of `CodePlatform`: reopening the mini program, uploading files for an audit and setting domains. */
function furtherCalls(parts: WechatParts) {
  return {
    /** Shows an offline mini program to users again. */
    async online(): Promise<void> {
      await callWechat(parts, { path: '/wxa/change_visitstatus', body: { action: 'open' }, changes: true });
    },
    /**
     * Uploads a file for an audit.
     *
     * @param file a picture up to 2 MB (png, jpeg, gif) or a video up to 10 MB (mp4)
     * @returns the file's id for `submitAudit`
     */
    async uploadMedia(file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }) {
      const form = new FormData();
      form.set('media', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
      const { mediaid } = await callWechat<{ mediaid: string }>(parts, { path: '/wxa/uploadmedia', body: form });
      return mediaid;
    },
    /**
     * Replaces the server domains. The domains must first be registered with the component. The platform allows 50 changes a month.
     *
     * @returns the domains that the platform did not accept
     */
    async setServerDomains(domains: ServerDomains): Promise<readonly string[]> {
      const answer = await callWechat<Record<string, unknown>>(parts, {
        path: '/wxa/modify_domain',
        body: {
          action: 'set',
          requestdomain: domains.request,
          wsrequestdomain: domains.socket,
          uploaddomain: domains.upload,
          downloaddomain: domains.download,
          udpdomain: [],
          tcpdomain: [],
        },
        changes: true,
      });
      const left = Object.entries(answer).filter(([name]) => name.startsWith('invalid_') || name === 'no_icp_domain');
      return [...new Set(left.flatMap(([, list]) => (Array.isArray(list) ? (list as string[]) : [])))];
    },
  };
}

/**
 * Creates the client of the platform's API for a mini program's code. Unsupported calls throw UnsupportedAction. Other calls throw
 * UpstreamTimeout or UpstreamFailure when they fail.
 */
export function createWechatCode(config: WechatConfig, parts: WechatParts) {
  const refuse = (action: CodeCall) => async (): Promise<never> => {
    throw new UnsupportedAction(action, refusalOf(action, config) ?? ONLY_COMPONENT);
  };
  const all = {
    ...auditCalls(config, parts),
    ...releaseCalls(parts),
    backToDev: refuse('backToDev'),
    deleteDev: refuse('deleteDev'),
    versions: () => loadVersions(parts),
    testerQr: (): Promise<string | null> => callForPicture(parts, { path: '/wxa/get_qrcode' }),
  };
  const offered = Object.fromEntries(
    Object.entries(all).map(([name, call]) => [
      name,
      refusalOf(name as CodeCall, config) ? refuse(name as CodeCall) : call,
    ]),
  ) as typeof all;
  const platform: CodePlatform = { platform: 'wx', appId: config.appId, ...offered };
  const supports = new Set(config.accessMode === 'component' ? COMPONENT_CALLS : OWN_CALLS);
  return { ...platform, supports: supports as ReadonlySet<CodeCall>, ...furtherCalls(parts) };
}
