import type { Clock } from '../../clock';
import { readObject } from '../checks';
import { askUpstream, type Fetch, type UpstreamCall, UpstreamFailure } from '../outbound';

/** Hosts for the mini program's own token, the guaranteed payment (担保支付) and the newer trade interfaces (`trade/v2`). */
export const DOUYIN_ORIGINS = {
  production: new URL('https://developer.toutiao.com'),
  sandbox: new URL('https://open-sandbox.douyin.com'),
} as const;
/** Hosts for a service provider's calls, the mini program's code, local life and subscription messages. */
export const DOUYIN_OPEN_ORIGINS = {
  production: new URL('https://open.douyin.com'),
  sandbox: new URL('https://open-sandbox.douyin.com'),
} as const;

export interface DouyinConfig {
  readonly appId: string;
  readonly appSecret: string;
  /** `own`: the mini program is ours. `component`: a service provider (服务商) acts for the mini program. */
  readonly accessMode: 'own' | 'component';
  readonly component?: { readonly appId: string; readonly secret: string } | null;
  /** Settings of the guaranteed payment (担保支付). */
  readonly pay?: { readonly salt: string; readonly token: string } | null;
  /** Keys for SHA256-RSA2048. Without the platform's public key, we do not verify its answers, and we refuse its trade callbacks. */
  readonly key?: {
    readonly version: string;
    readonly privateKey: string;
    readonly platformPublicKey: string | null;
  } | null;
  readonly message?: { readonly token: string; readonly encodingAesKey: string } | null;
  /** Apps in which the mini program is reviewed, for example `douyin`. */
  readonly hostNames: readonly string[];
  /** The number of the service provider's template from which versions are built. Digits only. */
  readonly templateId?: string | null;
}

export interface DouyinParts {
  readonly origin: URL;
  /** Origin of the open platform, without a path. */
  readonly openOrigin?: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Timeout of a call in milliseconds. */
  readonly timeoutMs?: number;
  /**
   * Returns the access token: in component mode the authorizer's token, in the other mode the mini program's own token. All processes
   * share one stored token, because a second fetch limits the first token to five more minutes.
   */
  readonly token: () => Promise<string>;
}

/** Reads the code and message of an answer. The names of these fields differ between interfaces. */
export function codeOf(body: Readonly<Record<string, unknown>>): { code: string; words: string } {
  const code = body.err_no ?? body.errno ?? 0;
  const words = body.err_tips ?? body.err_msg ?? body.message ?? '';
  return { code: String(code), words: String(words) };
}

/** Creates a JSON client for one host. */
export function createDouyinClient(origin: URL, { fetch, timeoutMs }: Pick<DouyinParts, 'fetch' | 'timeoutMs'>) {
  const ask = (call: UpstreamCall) =>
    askUpstream(fetch, origin, {
      ...call,
      headers: { 'content-type': 'application/json', ...call.headers },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  return {
    ask,
    /**
     * Calls the platform and reads the JSON answer.
     *
     * @param writes the call changes data, so the outcome is unknown without a readable answer
     * @throws UpstreamFailure with the platform's code and message. Without `writes`, also when the answer is not JSON
     * @throws UpstreamTimeout when the outcome is unknown
     */
    async json(call: UpstreamCall, writes = false): Promise<Readonly<Record<string, unknown>>> {
      const body = readObject(await ask({ ...call, changes: writes }), writes);
      const { code, words } = codeOf(body);
      if (code !== '0') throw new UpstreamFailure(words || code, code);
      return body;
    },
  };
}
export type DouyinClient = ReturnType<typeof createDouyinClient>;

export interface DouyinToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Checks the fields of a token. @throws UpstreamFailure when the answer contains no token */
export function readToken(token: unknown, expiresIn: unknown): DouyinToken {
  const expiresInSeconds = Number(expiresIn);
  if (typeof token !== 'string' || token === '' || !(expiresInSeconds > 0)) {
    throw new UpstreamFailure('the answer holds no token');
  }
  return { token, expiresInSeconds };
}
