import type { Clock } from '../../core/clock';
import type { Callback, SimulatorAnswer, SimulatorRequest, SimulatorStore } from '../simulator';

/** This module defines the data of the simulated WeChat accounts and the texts of the refusals (全局返回码). */

export interface AuditPlan {
  /** Milliseconds between submission and verdict. */
  readonly verdictAfterMs: number;
  /** Milliseconds between submission and the message that the audit is delayed (审核延后). `null` means no such message. */
  readonly delayAfterMs: number | null;
  /** Reason of the rejection. `null` means that the audit passes. */
  readonly rejection: string | null;
}

/** URL, keys and format of an account's pushes. */
export interface PushSetting {
  readonly url: string;
  readonly token: string;
  readonly encodingAesKey: string | null;
  readonly mode: 'plain' | 'compatible' | 'safe';
  readonly format: 'xml' | 'json';
}

export interface TemplateSetting {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

export interface Account {
  readonly appId: string;
  readonly secret: string;
  readonly originalId: string;
  readonly kind: 'mini' | 'service';
  /** IP addresses that may request a token. `null` means that the list is turned off. */
  readonly ipAllowList: readonly string[] | null;
  readonly push: PushSetting | null;
  /** The component (第三方平台) that acts for the account. `null` if the account authorised no component. */
  readonly component: {
    readonly appId: string;
    readonly refreshToken: string;
    readonly mayManageCode: boolean;
  } | null;
  readonly templates: readonly TemplateSetting[];
  /** OpenIDs of users who follow the account. */
  readonly followers: readonly string[];
  /** OpenIDs of users who agreed to a subscription message. Each entry allows one message. */
  readonly subscriptions: readonly string[];
  /** The open platform account to which this account is bound. `null` if it is not bound. */
  readonly openAppId: string | null;
  readonly audit: AuditPlan;
}

export interface ComponentAccount {
  readonly appId: string;
  readonly secret: string;
  readonly ticket: string;
  readonly ipAllowList: readonly string[] | null;
  /** Ids of the component's code templates. */
  readonly templateIds: readonly number[];
  /** Settings of the pushes about accounts that authorised the component. The component receives the pushes encrypted with its key. */
  readonly push: PushSetting | null;
}

/** Kinds of stored values. The prefix keeps them apart from the kinds of other simulators. */
export const ACCOUNT = 'wechat.account';
export const COMPONENT = 'wechat.component';

const PLAN: AuditPlan = { verdictAfterMs: 600_000, delayAfterMs: null, rejection: null };

type Registration = Pick<Account, 'appId' | 'secret' | 'originalId'> & Partial<Account>;

async function register(store: SimulatorStore, kind: Account['kind'], given: Registration): Promise<Account> {
  const account: Account = {
    ipAllowList: null,
    push: null,
    component: null,
    templates: [],
    followers: [],
    subscriptions: [],
    openAppId: null,
    audit: PLAN,
    ...given,
    kind,
  };
  await store.put(ACCOUNT, account.appId, account);
  return account;
}

/** Adds a mini program to the platform, or replaces it. */
export const registerMini = (store: SimulatorStore, given: Registration) => register(store, 'mini', given);
/** Adds an official account (服务号) to the platform, or replaces it. */
export const registerAccount = (store: SimulatorStore, given: Registration) => register(store, 'service', given);
export async function registerComponent(
  store: SimulatorStore,
  given: Pick<ComponentAccount, 'appId' | 'secret' | 'ticket'> & Partial<ComponentAccount>,
): Promise<void> {
  await store.put(COMPONENT, given.appId, { ipAllowList: null, templateIds: [1], push: null, ...given });
}

/**
 * Sets when and how the next audits of a mini program end. Values that are not given stay unchanged. An unknown mini program is ignored.
 */
export async function planAudit(store: SimulatorStore, appId: string, plan: Partial<AuditPlan>): Promise<void> {
  await store.alone(async (alone) => {
    const account = await alone.get<Account>(ACCOUNT, appId);
    if (account) await alone.put(ACCOUNT, appId, { ...account, audit: { ...account.audit, ...plan } });
  });
}

/** Texts of the platform's error codes, as the platform documents and returns them. */
const WORDS: Readonly<Record<number, string>> = {
  40001:
    'invalid credential, access_token is invalid or not latest, could get access_token by getStableAccessToken, more details at https://mmbizurl.cn/s/JtxxFh33r',
  40002: 'invalid grant_type',
  40003: 'invalid openid',
  40005: 'invalid file type',
  40006: 'invalid meida size',
  40013: 'invalid appid',
  40016: 'invalid button size',
  40017: 'invalid button type',
  40018: 'invalid button name size',
  40019: 'invalid button key size',
  40020: 'invalid button url size',
  40023: 'invalid sub button size',
  40024: 'invalid sub button type',
  40025: 'invalid sub button name size',
  40026: 'invalid sub button key size',
  40027: 'invalid sub button url size',
  40037: 'invalid template_id',
  40053: 'invalid action info',
  40054: 'invalid sub button url domain',
  40055: 'invalid button url domain',
  40066: 'invalid url',
  40097: 'invalid args',
  40125: 'invalid appsecret',
  40129: 'invalid scene',
  41001: 'access_token missing',
  41002: 'appid missing',
  41004: 'appsecret missing',
  41005: 'media data missing',
  41030: 'invalid page',
  42001: 'access_token expired',
  43002: 'require POST method',
  43004: 'require subscribe',
  43101: 'user refuse to accept the msg',
  44002: 'empty post data',
  45009: 'reach max api daily quota limit',
  45011: 'api minute-quota reach limit mustslower retry next minute',
  46003: 'menu no exist',
  47001: 'data format error',
  47003: 'argument invalid!',
  48001: 'api unauthorized',
  61003: 'component is not authorized by this account',
  61006: 'component ticket is invalid',
  61007: 'api is unauthorized to component',
  61023: 'refresh_token is invalid',
  85009: 'already submit a version under auditing',
  85014: 'template not exist',
  85019: 'no version is under auditing',
  85020: 'status not allowed',
  85022: 'action is invalid',
  85023: 'item size is not in valid range',
  85048: 'parse ext_json fail',
  85051: 'data too large',
  85052: 'app is already released',
  85058: 'no valid audit_id exist',
  85079: 'miniprogram has no online release',
  85080: 'miniprogram commited not approved',
  85081: 'invalid gray percentage',
  85082: 'gray percentage too low',
  85086: 'must commit before submit audit',
  85092: 'invalid preview_info format',
  85301:
    'no domain to modify after filtered, please confirm the domain has been set in miniprogram or open, and follows the rule of domains',
  86000: 'should be called only from third party',
  86001: 'component experience version not exists',
  87011: '现网已经在灰度发布，不能进行版本回退',
  87012: 'forbid revert this version release',
  87013: 'no quota to undo code',
  89002: 'open not exists',
};

/** Error that ends a call with a refusal of the platform. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    words?: string,
  ) {
    super(words ?? WORDS[code] ?? 'system error');
  }
}

/** A call to the simulator, with the simulator's tools. */
export interface Call {
  readonly request: SimulatorRequest;
  readonly store: SimulatorStore;
  readonly clock: Clock;
  /** Path without the query string. */
  readonly path: string;
  /** IP address of the caller: the first address in `X-Forwarded-For`, or else this computer's address. */
  readonly ip: string;
  /** Callbacks that are scheduled when the call is finished. */
  readonly callbacks: Callback[];
}

/** An answer that is a picture instead of JSON. */
export interface Picture {
  readonly picture: Buffer;
}
export type Answer = object | Picture;

export const now = ({ clock }: Call): number => clock.now().getTime();
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Parses the body as JSON. @throws Refusal 43002 (not a POST), 44002 (empty body), 47001 (not a JSON object) */
export function bodyOf<T = Record<string, unknown>>({ request }: Call): Partial<T> {
  const text = request.body.toString();
  if (request.method !== 'POST') throw new Refusal(43002);
  if (text === '') throw new Refusal(44002);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Partial<T>;
  } catch {
    // The refusal below answers invalid JSON.
  }
  throw new Refusal(47001);
}

/** Creates the reference (`rid`) that the platform adds to the text of a refusal. It contains the time and random digits. */
function ridOf({ clock }: Pick<Call, 'clock'>): string {
  const random = clock.randomBytes(8).toString('hex');
  return `${seconds(clock.now().getTime()).toString(16)}-${random.slice(0, 8)}-${random.slice(8)}`;
}

export function answerOf(answer: Answer): SimulatorAnswer {
  if ('picture' in answer) {
    return { status: 200, headers: { 'content-type': 'image/png' }, body: answer.picture as Buffer };
  }
  // Message ids are too large for an exact JavaScript number, so the quotes are removed from the text.
  const body = JSON.stringify(answer).replace(/"msgid":"(\d+)"/, '"msgid":$1');
  return { status: 200, headers: { 'content-type': 'application/json; encoding=utf-8' }, body };
}

export function refusalAnswer(refusal: Refusal, parts: Pick<Call, 'clock'>): SimulatorAnswer {
  return answerOf({ errcode: refusal.code, errmsg: `${refusal.message} rid: ${ridOf(parts)}` });
}
export const OK = { errcode: 0, errmsg: 'ok' } as const;
