import { parseObject } from '../checks';
import { askUpstream, type Fetch, type UpstreamCall, UpstreamFailure, UpstreamTimeout } from '../outbound';

/** Sends push messages to apps through JPush (极光推送), REST API v3. */

export const JPUSH_ORIGINS = { production: new URL('https://api.jpush.cn') } as const;

/** Seconds for which JPush stores a message for an offline device. */
const WAIT_SECONDS = 600;

export interface JpushConfig {
  readonly appKey: string;
  readonly masterSecret: string;
}

interface PushMessage {
  /** Registration ids of at most 1,000 devices. */
  readonly devices: readonly string[];
  readonly title: string;
  readonly content: string;
  /** An idempotency key from `reserve`. Within one day, a repeated call with this key returns the first answer and sends nothing. */
  readonly cid?: string;
  /** Data for the app that is sent with the message. */
  readonly extras?: Readonly<Record<string, string>>;
}

export interface Jpush {
  /** Reserves an idempotency key (cid) for one message. @throws UpstreamFailure, UpstreamTimeout */
  reserve(): Promise<string>;
  /**
   * Sends a push message. A call without `cid` is not retried, because a second call would send a second message.
   *
   * @returns the provider's message number
   * @throws UpstreamFailure with the provider's code and message
   * @throws UpstreamTimeout when the outcome is unknown
   */
  push(message: PushMessage): Promise<{ readonly messageId: string }>;
}

/** Builds the authorization header, which every call needs: the base64 of `AppKey:MasterSecret`. */
export const basicAuthorization = ({ appKey, masterSecret }: JpushConfig): string =>
  `Basic ${Buffer.from(`${appKey}:${masterSecret}`).toString('base64')}`;

/** Reads the error from an answer such as `{"error":{"code":1011,"message":"cannot find user by this audience"},"msg_id":…}`. */
function failureIn(answer: Readonly<Record<string, unknown>>, status: number): UpstreamFailure {
  const { error } = answer;
  if (typeof error !== 'object' || error === null) return new UpstreamFailure(`HTTP ${status}`);
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return new UpstreamFailure(String(message ?? `HTTP ${status}`), code === undefined ? null : String(code));
}

export function createJpush(config: JpushConfig, way: { readonly origin: URL; readonly fetch: Fetch }): Jpush {
  const headers = { authorization: basicAuthorization(config), 'content-type': 'application/json' };
  const ask = async (call: Pick<UpstreamCall, 'method' | 'path' | 'body' | 'repeatable' | 'changes'>) => {
    const answer = await askUpstream(way.fetch, way.origin, { ...call, headers });
    const body = parseObject(answer.text);
    if (answer.status !== 200) throw failureIn(body ?? {}, answer.status);
    return body;
  };
  return {
    async reserve() {
      const body = await ask({ method: 'GET', path: '/v3/push/cid?count=1&type=push', repeatable: true });
      const [cid] = Array.isArray(body?.cidlist) ? body.cidlist : [];
      if (typeof cid !== 'string' || cid === '') throw new UpstreamFailure('the answer holds no cid');
      return cid;
    },
    async push({ devices, title, content, cid, extras }) {
      const body = await ask({
        method: 'POST',
        path: '/v3/push',
        repeatable: cid !== undefined,
        changes: true,
        body: JSON.stringify({
          ...(cid !== undefined && { cid }),
          platform: 'all',
          audience: { registration_id: devices },
          notification: {
            android: { alert: content, title, ...(extras && { extras }) },
            ios: { alert: { title, body: content }, sound: 'default', ...(extras && { extras }) },
          },
          options: { time_to_live: WAIT_SECONDS, apns_production: true },
        }),
      });
      const number = body?.msg_id;
      if (number === undefined) throw new UpstreamTimeout('the answer holds no message number');
      return { messageId: String(number) };
    },
  };
}
