import type { Input, ReadAddress } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { getToken } from '@/app/session/token';
import { onSessionEnd } from '../session/onSessionEnd';
import { api, type HttpResult } from './api';

/** Maximum age of a prefetched answer in milliseconds, from the sending of the call to the use of the answer. */
const KEPT_MS = 10_000;

interface Asked {
  readonly token: string | null;
  readonly at: number;
  readonly outcome: Promise<HttpResult<ReadAddress>>;
  /** `true` when the answer has arrived. */
  settled: boolean;
}

const asked = new Map<string, Asked>();
onSessionEnd(() => asked.clear());

const keyOf = (address: ReadAddress, input: object) => `${address} ${JSON.stringify(input)}`;

/** Sends a call before the code that needs its answer is loaded, so that both are loaded in parallel. */
function prefetch<A extends ReadAddress>(address: A, input: Input<A>): Promise<HttpResult<A>> {
  const outcome = api.askGet(address, input);
  const entry: Asked = {
    token: getToken(),
    at: performance.now(),
    outcome: outcome as Promise<HttpResult<ReadAddress>>,
    settled: false,
  };
  const key = keyOf(address, input as object);
  outcome.then(
    ({ ok }) => {
      entry.settled = true;
      // Callers that already wait get the failure. A later call asks the server again.
      if (!ok && asked.get(key) === entry) asked.delete(key);
    },
    // The caller gets the error of a cancelled call. This handler removes the entry and prevents an unhandled rejection.
    () => {
      if (asked.get(key) === entry) asked.delete(key);
    },
  );
  asked.set(key, entry);
  return outcome;
}

/**
 * Returns the prefetched answer of this session. A pending answer is shared by all callers, a finished answer is used once. Without a
 * usable answer the server is called.
 */
export function takePrefetched<A extends ReadAddress>(address: A, input: Input<A>): Promise<HttpResult<A>> {
  const key = keyOf(address, input as object);
  const early = asked.get(key);
  if (early?.settled) asked.delete(key);
  const usable = early && early.token === getToken() && performance.now() - early.at < KEPT_MS;
  return usable ? (early.outcome as Promise<HttpResult<A>>) : api.askGet(address, input);
}

const WORKBENCH = new Set(['/', '/dashboard', '/dashboard/index']);

/** Prefetches the site info, which contains the signed-in user, and then the data of {@link prefetchPage}. */
export function prefetchUser(): void {
  prefetch('site.Site/getSiteInfo', {})
    .then((outcome) => {
      if (outcome.ok) prefetchPage(outcome.data.permission);
    })
    .catch(() => undefined);
}

/**
 * Prefetches the first data of the workbench, if the workbench is open and the user may read the data. A refused call would appear in the
 * operation records.
 */
function prefetchPage(permission: readonly number[]): void {
  const { pathname, search } = window.location;
  if (!WORKBENCH.has(pathname) || search !== '' || !permission.includes(RULE['dashboard.index'])) return;
  void prefetch('dashboard.Index/getOverview', {});
  void prefetch('dashboard.Index/getTrend', { metric: 'orderCount', period: 'today' });
}
