import { asPlatformCall } from '../tracing';

/**
 * The only way to call an outside system (QUALITY: no request forgery through the server). It calls only the adapter's own host, treats
 * redirects as errors, and has a time-out.
 */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
/** Message of a failure without an answer. */
export const NOT_REACHABLE = 'not reachable';
/** Delays before the retries of a repeatable call, in milliseconds. */
const RETRY_MS = [200, 1_000] as const;

/** The outside system did not answer in time: the result is unknown (50202). */
export class UpstreamTimeout extends Error {}
/** The outside system answered with a failure (50201): `message` is its text, `code` its own code, if any. */
export class UpstreamFailure extends Error {
  constructor(
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

export interface UpstreamCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, exactly as signed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** Milliseconds; default: ten seconds. */
  readonly timeoutMs?: number;
  /** The call changes nothing or is idempotent: it is retried without an answer or after a 5xx status. */
  readonly repeatable?: boolean;
}

/** An unchanged answer; signatures cover exactly this text. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body byte by byte, for files. */
  readonly bytes: Buffer;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function askOnce(fetcher: Fetch, origin: URL, call: UpstreamCall): Promise<UpstreamAnswer> {
  const url = new URL(origin.pathname.replace(/\/$/, '') + call.path, origin);
  if (url.host !== origin.host) throw new UpstreamFailure(`host ${url.host} is not configured`);
  try {
    const response = await asPlatformCall(call.method, url, () =>
      fetcher(url, {
        method: call.method,
        ...(call.headers && { headers: call.headers }),
        ...(call.body !== undefined && { body: call.body }),
        redirect: 'error',
        signal: AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS),
      }),
    );
    // The time-out includes the body.
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, text: bytes.toString('utf8'), bytes };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new UpstreamTimeout('no answer');
    throw new UpstreamFailure(NOT_REACHABLE);
  }
}

/**
 * Calls an outside system.
 *
 * @param origin scheme, host and the path before `call.path`
 * @returns the answer of any status below 500; the adapter interprets its content
 * @throws UpstreamTimeout, UpstreamFailure (not reachable, or a 5xx status)
 */
export async function askUpstream(fetcher: Fetch, origin: URL, call: UpstreamCall): Promise<UpstreamAnswer> {
  for (let tries = 0; ; tries += 1) {
    const wait = call.repeatable ? RETRY_MS[tries] : undefined;
    try {
      const answer = await askOnce(fetcher, origin, call);
      if (answer.status < 500) return answer;
      throw new UpstreamFailure(`HTTP ${answer.status}`);
    } catch (error) {
      if (wait === undefined) throw error;
      await pause(wait);
    }
  }
}

/** @throws UpstreamTimeout, UpstreamFailure */
export async function callUpstream(fetcher: Fetch, host: string, url: URL, init: RequestInit = {}): Promise<unknown> {
  if (url.host !== host) throw new UpstreamFailure(`host ${url.host} is not configured`);
  let response: Response;
  try {
    response = await asPlatformCall(init.method ?? 'GET', url, () =>
      fetcher(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new UpstreamTimeout('no answer');
    throw new UpstreamFailure(NOT_REACHABLE);
  }
  if (!response.ok && response.status >= 500) throw new UpstreamFailure(`HTTP ${response.status}`);
  try {
    return await response.json();
  } catch {
    throw new UpstreamFailure('no JSON');
  }
}
