/**
 * Every call to an outside system: only to a host that is named by the adapter, redirects are errors, never longer than
 * ten seconds (QUALITY: no request forgery through the server).
 */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 10_000;

/** The upstream did not answer in time: the result is unknown (50202). */
export class UpstreamTimeout extends Error {}
/** The upstream answered a failure (50201); `message` is its text. */
export class UpstreamFailure extends Error {}

/** @throws UpstreamTimeout, UpstreamFailure */
export async function callUpstream(fetcher: Fetch, host: string, url: URL, init: RequestInit = {}): Promise<unknown> {
  if (url.host !== host) throw new UpstreamFailure(`host ${url.host} is not configured`);
  let response: Response;
  try {
    response = await fetcher(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new UpstreamTimeout('no answer');
    throw new UpstreamFailure('not reachable');
  }
  if (!response.ok && response.status >= 500) throw new UpstreamFailure(`HTTP ${response.status}`);
  try {
    return await response.json();
  } catch {
    throw new UpstreamFailure('no JSON');
  }
}
