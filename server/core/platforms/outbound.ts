import { asPlatformCall } from '../tracing';

/**
 * Function that sends one HTTP request, like the global `fetch`. We use it for calls to outside systems. To prevent server-side request
 * forgery (QUALITY), these calls reach only the adapter's own host and treat redirects as errors. Each call has a time limit.
 */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;
/** The message of the failure when an outside system could not be reached. */
export const NOT_REACHABLE = 'not reachable';
/** Delays before the retries of a repeatable call, in milliseconds. */
const RETRY_MS = [200, 1_000] as const;

/** The outcome of a call is unknown (50202), for example because the outside system did not answer in time. */
export class UpstreamTimeout extends Error {}
/**
 * The outside system reported a failure or could not be reached (50201). `message` is the system's text or our description. `code` is the
 * system's code or a code of our adapter; `null` when there is none.
 */
export class UpstreamFailure extends Error {
  constructor(
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** No connection was established, so the call was not sent and cannot have changed data. */
class NotSent extends UpstreamFailure {}

/** Error codes of Node.js and undici for a connection that could not be established. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Reads the code of the network error that made `fetch` fail. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined)?.code : undefined;

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
    throw NOT_CONNECTED.has(causeOf(error)) ? new NotSent(NOT_REACHABLE) : new UpstreamFailure(NOT_REACHABLE);
  }
}

/**
 * Calls an outside system.
 *
 * @param origin scheme and host, and a path that precedes `call.path`
 * @returns the answer when its status is below 500; the adapter interprets its content
 * @throws UpstreamTimeout when no answer arrives in time. For a call with `changes`, also when the connection breaks or the status is 5xx
 * @throws UpstreamFailure when the path leads to another host, or no connection can be established. For other calls, also when the
 *   connection breaks or the status is 5xx
 */
export async function askUpstream(fetcher: Fetch, origin: URL, call: UpstreamCall): Promise<UpstreamAnswer> {
  const url = new URL(origin.pathname.replace(/\/$/, '') + call.path, origin);
  if (url.host !== origin.host) throw new UpstreamFailure(`host ${url.host} is not configured`);
  let wasSent = false;
  for (let tries = 0; ; tries += 1) {
    const wait = call.repeatable ? RETRY_MS[tries] : undefined;
    try {
      const answer = await askOnce(fetcher, url, call);
      if (answer.status < 500) return answer;
      throw new UpstreamFailure(`HTTP ${answer.status}`);
    } catch (error) {
      // An earlier try may have been sent, even if the last one was not.
      wasSent ||= !(error instanceof NotSent);
      if (wait === undefined) {
        const isUnknown = call.changes && wasSent && error instanceof UpstreamFailure;
        throw isUnknown ? new UpstreamTimeout(error.message) : error;
      }
      await pause(wait);
    }
  }
}
