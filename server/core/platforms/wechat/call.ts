import type { Clock } from '../../clock';
import { readObject } from '../checks';
import { askUpstream, type Fetch, type UpstreamAnswer, UpstreamFailure } from '../outbound';

/**
 * Returns an account's access token (access_token, in component mode authorizer_access_token). All processes share one stored token.
 *
 * @param stale a token that the platform has just refused; the store discards it and fetches a new token
 */
export type AccessToken = (stale?: string) => Promise<string>;

/** Only the production origin: the platform has no sandbox. */
export const WECHAT_ORIGINS = { production: new URL('https://api.weixin.qq.com') } as const;

export interface WechatParts {
  /** `https://api.weixin.qq.com`, or the simulator's origin. */
  readonly origin: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly token: AccessToken;
  /** Timeout of one call in milliseconds. The default is ten seconds. */
  readonly timeoutMs?: number;
}

export interface WechatCall {
  /** The path with the query string, without the token. */
  readonly path: string;
  /** The body as JSON or as a form. A call without a body is a GET. */
  readonly body?: object;
  /**
   * `true` when the call changes data. It is then not retried, except after a refused token. Without a readable answer, the outcome is
   * unknown.
   */
  readonly changes?: boolean;
}

/** Fields that most answers have. `errcode` is 0 or missing on success. */
export interface WechatAnswer {
  readonly errcode?: number;
  readonly errmsg?: string;
}

/** Codes for a refused access_token: 40001 invalid or not the latest, 40014 not valid, 42001 expired. */
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
    changes: changes === true,
  };
}

/** Parses an answer. @throws UpstreamFailure for an unreadable answer, or UpstreamTimeout instead if `changes` is true */
function readAnswer<T>({ text }: UpstreamAnswer, changes = false): T & WechatAnswer {
  // Message numbers have more than 15 digits. We read them as text, because JSON numbers would lose digits.
  return readObject({ text: text.replace(/"msgid"\s*:\s*(\d+)/, '"msgid":"$1"') }, changes) as T & WechatAnswer;
}

/** @throws UpstreamFailure with the platform's message when the answer contains an error code */
function throwRefusal(answer: WechatAnswer): void {
  if (!answer.errcode) return;
  throw new UpstreamFailure(answer.errmsg ?? `errcode ${answer.errcode}`, `${answer.errcode}`);
}

const askPlatform = (
  parts: Pick<WechatParts, 'origin' | 'fetch' | 'timeoutMs'>,
  call: WechatCall,
  token: string | null,
): Promise<UpstreamAnswer> => askUpstream(parts.fetch, parts.origin, requestOf(call, token, parts.timeoutMs));

/**
 * Calls with the account's token. When the platform refuses the token, we fetch a new token and repeat the call once. The refused call had
 * no effect.
 *
 * @returns the answer, which can contain any other refusal of the platform
 * @throws UpstreamTimeout when the outcome is unknown
 * @throws UpstreamFailure when no token is available or the platform cannot be reached. For a reading call, also when the status is 5xx
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

/** Calls the platform and parses the JSON answer. @throws UpstreamFailure for a refusal, UpstreamTimeout when the outcome is unknown */
export async function callWechat<T = object>(parts: WechatParts, call: WechatCall): Promise<T & WechatAnswer> {
  const answer = readAnswer<T>(await callWithToken(parts, call), call.changes);
  throwRefusal(answer);
  return answer;
}

/** Calls the platform without an account's token. @throws UpstreamFailure for a refusal, UpstreamTimeout when the outcome is unknown */
export async function callWithoutToken<T>(
  parts: Pick<WechatParts, 'origin' | 'fetch' | 'timeoutMs'>,
  call: WechatCall,
): Promise<T & WechatAnswer> {
  const fields = readAnswer<T>(await askPlatform(parts, call, null), call.changes);
  throwRefusal(fields);
  return fields;
}

/**
 * Calls the platform for a picture.
 *
 * @returns the picture as a data URL
 * @throws UpstreamTimeout when no answer arrives in time
 * @throws UpstreamFailure when the platform cannot be reached, refuses the call or sends no picture
 */
export async function callForPicture(parts: WechatParts, call: WechatCall): Promise<string> {
  const answer = await callWithToken(parts, call);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (!type.startsWith('image/')) {
    throwRefusal(readAnswer(answer));
    throw new UpstreamFailure('no picture');
  }
  return `data:${type};base64,${Buffer.from(answer.bytes).toString('base64')}`;
}
