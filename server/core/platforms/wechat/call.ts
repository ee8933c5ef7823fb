import type { Clock } from '../../clock';
import { askUpstream, type Fetch, type UpstreamAnswer, UpstreamFailure, UpstreamTimeout } from '../outbound';

/**
 * Returns the access token of an account (access_token, in component mode authorizer_access_token). One store keeps it for all processes.
 *
 * @param stale a token that the platform has just refused; the store discards it and fetches a new one
 */
export type AccessToken = (stale?: string) => Promise<string>;

/** The platform has no sandbox. */
export const WECHAT_ORIGINS = { production: new URL('https://api.weixin.qq.com') } as const;

export interface WechatParts {
  /** `https://api.weixin.qq.com`, or the simulator. */
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly token: AccessToken;
  /** Milliseconds for one call; default: ten seconds. */
  readonly timeoutMs?: number;
}

export interface WechatCall {
  /** Path and query, without the token. */
  readonly path: string;
  /** Sent as JSON or as a form; without a body the call is a GET. */
  readonly body?: object;
  /** The call changes something: it is not retried, and an unreadable answer leaves its outcome unknown. */
  readonly changes?: boolean;
}

/** Common fields of most answers; 0 or missing is success. */
export interface WechatAnswer {
  readonly errcode?: number;
  readonly errmsg?: string;
}

/** Codes for a refused access_token: invalid or not the latest · not valid · expired. */
const STALE = new Set([40001, 40014, 42001]);

function requestOf({ path, body, changes }: WechatCall, token: string | null, timeoutMs: number | undefined) {
  const query = token === null ? '' : `${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`;
  const isForm = body instanceof FormData;
  return {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    path: `${path}${query}`,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    repeatable: changes !== true,
  };
}

/** @throws UpstreamFailure, or UpstreamTimeout when the call may have changed something */
function readAnswer<T>(answer: UpstreamAnswer, changes = false): T & WechatAnswer {
  try {
    // Message numbers have more than 15 digits, so they are read as text.
    const value: unknown = JSON.parse(answer.text.replace(/"msgid"\s*:\s*(\d+)/, '"msgid":"$1"'));
    if (typeof value === 'object' && value !== null) return value as T & WechatAnswer;
  } catch {
    // Falls through: a proxy's page or a truncated answer.
  }
  throw changes ? new UpstreamTimeout('the answer is no JSON') : new UpstreamFailure('no JSON');
}

/** @throws UpstreamFailure for an error code, with the platform's words */
function throwRefusal(answer: WechatAnswer): void {
  if (!answer.errcode) return;
  throw new UpstreamFailure(answer.errmsg ?? `errcode ${answer.errcode}`, `${answer.errcode}`);
}

/** Calls the platform. A server fault of the platform leaves a change's outcome unknown, but askUpstream reports it as a failure. */
async function askPlatform(
  parts: Pick<WechatParts, 'origin' | 'fetch' | 'timeoutMs'>,
  call: WechatCall,
  token: string | null,
): Promise<UpstreamAnswer> {
  try {
    return await askUpstream(parts.fetch, parts.origin, requestOf(call, token, parts.timeoutMs));
  } catch (error) {
    const isServerFault = error instanceof UpstreamFailure && error.message.startsWith('HTTP 5');
    throw call.changes && isServerFault ? new UpstreamTimeout(error.message) : error;
  }
}

/**
 * Calls with the account's token. A refused token is fetched again once; the refused call had no effect.
 *
 * @throws UpstreamTimeout, UpstreamFailure with the platform's code and words
 */
async function callWithToken(parts: WechatParts, call: WechatCall): Promise<UpstreamAnswer> {
  const ask = (token: string) => askPlatform(parts, call, token);
  const token = await parts.token();
  const answer = await ask(token);
  return isStale(answer) ? ask(await parts.token(token)) : answer;
}

function isStale({ text }: UpstreamAnswer): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return STALE.has((JSON.parse(text) as WechatAnswer).errcode ?? 0);
  } catch {
    return false;
  }
}

/** @returns the answer's own fields; throws UpstreamTimeout, UpstreamFailure */
export async function callWechat<T = object>(parts: WechatParts, call: WechatCall): Promise<T & WechatAnswer> {
  const answer = readAnswer<T>(await callWithToken(parts, call), call.changes);
  throwRefusal(answer);
  return answer;
}

/** Calls without an account's token. */
export async function callWithoutToken<T>(
  parts: Pick<WechatParts, 'origin' | 'fetch' | 'timeoutMs'>,
  call: WechatCall,
): Promise<T & WechatAnswer> {
  const fields = readAnswer<T>(await askPlatform(parts, call, null), call.changes);
  throwRefusal(fields);
  return fields;
}

/** @returns a picture as a data URL; throws UpstreamTimeout, UpstreamFailure */
export async function callForPicture(parts: WechatParts, call: WechatCall): Promise<string> {
  const answer = await callWithToken(parts, call);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (!type.startsWith('image/')) {
    throwRefusal(readAnswer(answer));
    throw new UpstreamFailure('no picture');
  }
  return `data:${type};base64,${Buffer.from(answer.bytes).toString('base64')}`;
}
