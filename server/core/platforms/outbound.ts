import { asPlatformCall } from '../tracing';

/**
 * The calls to outside systems over HTTP (QUALITY: no request forgery through the server). They reach only the adapter's own host, treat
 * redirects as errors and have a time limit.
 */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
/** The message of the failure when an outside system could not be reached. */
export const NOT_REACHABLE = 'not reachable';
/** Delays before the retries of a repeatable call, in milliseconds. */
const RETRY_MS = [200, 1_000] as const;

/** The outside system did not answer in time, so the outcome is unknown (50202). */
export class UpstreamTimeout extends Error {}
/**
 * The outside system reported a failure or could not be reached (50201). `message` is its text. `code` is its own code, or `null` when
 * it sent none.
 */
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
  /** The path with the query string, exactly as it is signed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** Timeout in milliseconds. The default is ten seconds. */
  readonly timeoutMs?: number;
  /** `true` when the call changes nothing or is idempotent. We then retry it when no answer arrives or the status is 5xx. */
  readonly repeatable?: boolean;
  /** `true` when the call changes data. A broken connection or a status of 5xx then leaves the outcome unknown. */
  readonly changes?: boolean;
}

/** An answer. `text` is unchanged, because signatures cover exactly these characters. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The unchanged bytes of the body. Files need them. */
  readonly bytes: Buffer;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function askOnce(fetcher: Fetch, url: URL, call: UpstreamCall): Promise<UpstreamAnswer> {
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
    // The time limit also covers the download of the body.
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
 * @param origin scheme and host, and a path that precedes `call.path`
 * @returns the answer when its status is below 500; the adapter interprets its content
 * @throws UpstreamTimeout when no answer arrives in time. For a call with `changes`, also when the host is not reachable, the connection
 *   breaks, or the status is 5xx
 * @throws UpstreamFailure when the path leads to another host. For other calls, also when the host is not reachable or the status is 5xx
 */
export async function askUpstream(fetcher: Fetch, origin: URL, call: UpstreamCall): Promise<UpstreamAnswer> {
  const url = new URL(origin.pathname.replace(/\/$/, '') + call.path, origin);
  if (url.host !== origin.host) throw new UpstreamFailure(`host ${url.host} is not configured`);
  for (let tries = 0; ; tries += 1) {
    const wait = call.repeatable ? RETRY_MS[tries] : undefined;
    try {
      const answer = await askOnce(fetcher, url, call);
      if (answer.status < 500) return answer;
      throw new UpstreamFailure(`HTTP ${answer.status}`);
    } catch (error) {
      if (wait === undefined) {
        throw call.changes && error instanceof UpstreamFailure ? new UpstreamTimeout(error.message) : error;
      }
      await pause(wait);
    }
  }
}

/**
 * Calls a URL once and parses the JSON answer.
 *
 * @throws UpstreamTimeout when no answer arrives in time
 * @throws UpstreamFailure when the host is not `host` or not reachable, the status is 5xx, or the answer is not JSON
 */
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
