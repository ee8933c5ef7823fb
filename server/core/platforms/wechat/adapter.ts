import { createHash } from 'node:crypto';
import { UpstreamFailure } from '../outbound';
import { callForPicture, callWechat, type WechatParts } from './call';

/** Calls the platform's API for a mini program (微信小程序) or an official account (微信服务号), DOMAIN §3.10. */

export interface WechatConfig {
  readonly appId: string;
  /** `component`: a third-party platform (第三方平台) acts for the account and uses its authorizer token. */
  readonly accessMode: 'own' | 'component';
}

export interface MessageTemplate {
  readonly id: string;
  readonly title: string;
  /** The template's text with the names of its fields, for example `{{thing1.DATA}}`. */
  readonly content: string;
}

/** A button of an account's menu, in the platform's format. */
export interface MenuButton {
  readonly name: string;
  readonly type?: 'view' | 'click' | 'miniprogram';
  readonly key?: string;
  readonly url?: string;
  readonly appid?: string;
  readonly pagepath?: string;
  readonly sub_button?: readonly MenuButton[];
}

export interface TemplateMessage {
  /** The receiver's OpenID at this account. */
  readonly to: string;
  readonly templateId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly miniProgram?: { readonly appId: string; readonly page: string };
  /** Idempotency key of at most 32 characters. The platform sends a message with the same key only once. */
  readonly onceId?: string;
}

export interface SubscribeMessage {
  readonly to: string;
  readonly templateId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly page?: string;
}

/** Codes for a missing menu and a missing open platform account. These are normal results, not faults. */
const NO_MENU = '46003';
const NO_OPEN_ACCOUNT = '89002';

async function nullFor<T>(code: string, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UpstreamFailure && error.code === code) return null;
    throw error;
  }
}

const valuesOf = (data: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, { value }]));

/** Creates the calls that both account types support. */
function accountCalls(parts: WechatParts) {
  return {
    /** Reads the IP addresses and ranges from which the platform sends messages to us. They can change at any time. */
    async callbackIps(): Promise<readonly string[]> {
      return (await callWechat<{ ip_list?: string[] }>(parts, { path: '/cgi-bin/getcallbackip' })).ip_list ?? [];
    },
  };
}

function miniProgramCalls(parts: WechatParts) {
  return {
    /**
     * Creates the scannable code of a mini program (小程序码) as a data URL. With `checkPath` false, the call also succeeds for a mini
     * program that was never released.
     *
     * @param scene at most 32 characters: digits, letters and `!#$&'()*+,/:;=?@-._~`
     */
    codeImage: (scene: string, options: { readonly page?: string; readonly checkPath?: boolean } = {}) =>
      callForPicture(parts, {
        path: '/wxa/getwxacodeunlimit',
        body: {
          scene,
          ...(options.page !== undefined && { page: options.page }),
          check_path: options.checkPath ?? true,
        },
      }),
    async subscribeTemplates(): Promise<readonly MessageTemplate[]> {
      const answer = await callWechat<{ data?: { priTmplId: string; title: string; content: string }[] }>(parts, {
        path: '/wxaapi/newtmpl/gettemplate',
      });
      return (answer.data ?? []).map(({ priTmplId, title, content }) => ({ id: priTmplId, title, content }));
    },
    /** @throws UpstreamFailure 43101 when the user did not subscribe, 47003 when a value is not valid for its field */
    async sendSubscribe({ to, templateId, data, page }: SubscribeMessage): Promise<void> {
      await callWechat(parts, {
        path: '/cgi-bin/message/subscribe/send',
        body: {
          touser: to,
          template_id: templateId,
          data: valuesOf(data),
          ...(page !== undefined && { page }),
        },
        changes: true,
      });
    },
  };
}

function serviceNumberCalls(parts: WechatParts) {
  return {
    async templates(): Promise<readonly MessageTemplate[]> {
      const answer = await callWechat<{ template_list?: { template_id: string; title: string; content: string }[] }>(
        parts,
        { path: '/cgi-bin/template/get_all_private_template' },
      );
      return (answer.template_list ?? []).map(({ template_id, title, content }) => ({
        id: template_id,
        title,
        content,
      }));
    },
    /** @throws UpstreamFailure 40016 (no buttons or too many), 40018 and 40025 (invalid name), 40055 (invalid URL) */
    async createMenu(buttons: readonly MenuButton[]): Promise<void> {
      await callWechat(parts, { path: '/cgi-bin/menu/create', body: { button: buttons }, changes: true });
    },
    /** @returns `null` when the account has no menu */
    async menu(): Promise<readonly MenuButton[] | null> {
      const answer = await nullFor(
        NO_MENU,
        callWechat<{ menu?: { button: MenuButton[] } }>(parts, { path: '/cgi-bin/menu/get' }),
      );
      return answer?.menu?.button ?? null;
    },
    async deleteMenu(): Promise<void> {
      await callWechat(parts, { path: '/cgi-bin/menu/delete', changes: true });
    },
    /** @returns the platform's message number; the event TEMPLATESENDJOBFINISH later reports whether the message was delivered */
    async sendTemplate(message: TemplateMessage): Promise<string> {
      const { msgid } = await callWechat<{ msgid?: string }>(parts, {
        path: '/cgi-bin/message/template/send',
        body: {
          touser: message.to,
          template_id: message.templateId,
          data: valuesOf(message.data),
          ...(message.url !== undefined && { url: message.url }),
          ...(message.miniProgram && {
            miniprogram: { appid: message.miniProgram.appId, pagepath: message.miniProgram.page },
          }),
          ...(message.onceId !== undefined && { client_msg_id: message.onceId }),
        },
        changes: true,
      });
      return msgid ?? '';
    },
    /**
     * Creates a QR code that opens the account. A scan sends the account an event about the user: `subscribe` (key `qrscene_<scene>`) or
     * `SCAN` (key `<scene>`).
     *
     * @param scene at most 64 characters
     * @returns the content of the QR code
     */
    async followCode(scene: string, expireSeconds: number): Promise<string> {
      const { url } = await callWechat<{ url: string }>(parts, {
        path: '/cgi-bin/qrcode/create',
        body: {
          expire_seconds: expireSeconds,
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: scene } },
        },
      });
      return url;
    },
    /** Fetches the ticket for {@link signPage}, valid for `expiresIn` seconds. The platform limits the number of these calls. */
    async jsapiTicket(): Promise<{ readonly ticket: string; readonly expiresIn: number }> {
      const answer = await callWechat<{ ticket: string; expires_in: number }>(parts, {
        path: '/cgi-bin/ticket/getticket?type=jsapi',
      });
      return { ticket: answer.ticket, expiresIn: answer.expires_in };
    },
  };
}

/**
 * Checks whether the account is bound to an open platform account. Only then do its users have a UnionID. A component can query the
 * binding. An account with its own secret cannot query it, so we check whether its first follower has a UnionID.
 *
 * @returns `null` when the account has its own secret but no followers: the binding is then unknown
 */
async function isUnionBound({ accessMode }: WechatConfig, parts: WechatParts): Promise<boolean | null> {
  if (accessMode === 'component') {
    const account = await nullFor(
      NO_OPEN_ACCOUNT,
      callWechat<{ open_appid?: string }>(parts, { path: '/cgi-bin/open/get', body: {} }),
    );
    return account?.open_appid !== undefined;
  }
  const { data } = await callWechat<{ data?: { openid: string[] } }>(parts, { path: '/cgi-bin/user/get' });
  const [openId] = data?.openid ?? [];
  if (openId === undefined) return null;
  const user = await callWechat<{ unionid?: string }>(parts, {
    path: `/cgi-bin/user/info?openid=${encodeURIComponent(openId)}`,
  });
  return user.unionid !== undefined;
}

/**
 * Signs a page for the JS-SDK.
 *
 * @param url the page's URL without the fragment (`#…`)
 * @param timestamp seconds
 */
export function signPage(ticket: string, nonce: string, timestamp: number, url: string): string {
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url}`)
    .digest('hex');
}

/**
 * Creates the adapter. A failed call throws UpstreamTimeout, or UpstreamFailure with the platform's code and message if the platform sent
 * them.
 */
export function createWechat(config: WechatConfig, parts: WechatParts) {
  return {
    ...accountCalls(parts),
    ...miniProgramCalls(parts),
    ...serviceNumberCalls(parts),
    isUnionBound: () => isUnionBound(config, parts),
  };
}
export type Wechat = ReturnType<typeof createWechat>;
