import type { Clock } from '../../clock';
import { parseObject } from '../checks';
import { askUpstream, type Fetch, type UpstreamCall, UpstreamFailure, UpstreamTimeout } from '../outbound';

/** Hosts of tokens and guaranteed payment. */
export const DOUYIN_ORIGINS = {
  production: new URL('https://developer.toutiao.com'),
  sandbox: new URL('https://open-sandbox.douyin.com'),
} as const;
/** Hosts of all calls of a service provider, and of the newer payment. */
export const DOUYIN_OPEN_ORIGINS = {
  production: new URL('https://open.douyin.com'),
  sandbox: new URL('https://open-sandbox.douyin.com'),
} as const;

export interface DouyinConfig {
  readonly appId: string;
  readonly appSecret: string;
  /** `own`: the mini program is ours; `component`: a service provider (服务商) acts for it. */
  readonly accessMode: 'own' | 'component';
  readonly component?: { readonly appId: string; readonly secret: string } | null;
  /** Guaranteed payment (担保支付). */
  readonly pay?: { readonly salt: string; readonly token: string } | null;
  /** Keys of SHA256-RSA2048; without the platform's public key, its answers are not verified. */
  readonly key?: {
    readonly version: string;
    readonly privateKey: string;
    readonly platformPublicKey: string | null;
  } | null;
  readonly message?: { readonly token: string; readonly encodingAesKey: string } | null;
  /** Apps in which the mini program is reviewed, for example `douyin`. */
  readonly hostNames: readonly string[];
  /** The service provider's template that versions are built from; digits. */
  readonly templateId?: string | null;
}

export interface DouyinParts {
  readonly origin: URL;
  /** Origin of the open platform, without a path. */
  readonly openOrigin?: URL;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly timeoutMs?: number;
  /**
   * Returns the access token: the mini program's own, or in component mode the authorizer's. All processes share one stored token,
   * because a second fetch shortens the first token's life to five minutes.
   */
  readonly token: () => Promise<string>;
}

/** Reads the code and words of an answer, whose names differ between interfaces. */
export function codeOf(body: Readonly<Record<string, unknown>>): { code: string; words: string } {
  const code = body.err_no ?? body.errno ?? 0;
  const words = body.err_tips ?? body.err_msg ?? body.message ?? '';
  return { code: String(code), words: String(words) };
}

/** Creates a JSON client of one host. */
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
     * @param writes the call changes something, so an unreadable answer leaves the result unknown
     * @throws UpstreamFailure with the platform's code, UpstreamTimeout
     */
    async json(call: UpstreamCall, writes = false): Promise<Readonly<Record<string, unknown>>> {
      const body = parseObject((await ask(call)).text);
      if (!body) throw writes ? new UpstreamTimeout('the answer is not readable') : new UpstreamFailure('no JSON');
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

/** @throws UpstreamFailure when the answer contains no token */
export function readToken(token: unknown, expiresIn: unknown): DouyinToken {
  const expiresInSeconds = Number(expiresIn);
  if (typeof token !== 'string' || token === '' || !(expiresInSeconds > 0)) {
    throw new UpstreamFailure('the answer holds no token');
  }
  return { token, expiresInSeconds };
}
