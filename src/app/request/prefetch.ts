import type { Input, ReadAddress } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { getToken } from '@/app/session/token';
import { onSessionEnd } from '../session/onSessionEnd';
import { api, type HttpResult } from './api';

/** A prefetched answer that was not used by then is out of date. */
const KEPT_MS = 10_000;

interface Asked {
  readonly token: string | null;
  readonly at: number;
  readonly outcome: Promise<HttpResult<ReadAddress>>;
  /** Whether the answer is here. */
  settled: boolean;
}

const asked = new Map<string, Asked>();
onSessionEnd(() => asked.clear());

const keyOf = (address: ReadAddress, input: object) => `${address} ${JSON.stringify(input)}`;

/** Asks the server before the code that needs the answer is there: the two ways over the network then run side by side. */
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
      // A failure is passed to the waiting callers; trying again asks the server.
      if (!ok && asked.get(key) === entry) asked.delete(key);
    },
    // A cancelled call is reported to its caller, not to the console.
    () => asked.delete(key),
  );
  asked.set(key, entry);
  return outcome;
}

/** The answer that was asked for ahead in this session: shared while it is on its way, given once when it is here. Otherwise asks now. */
export function takePrefetched<A extends ReadAddress>(address: A, input: Input<A>): Promise<HttpResult<A>> {
  const key = keyOf(address, input as object);
  const early = asked.get(key);
  if (early?.settled) asked.delete(key);
  const usable = early && early.token === getToken() && performance.now() - early.at < KEPT_MS;
  return usable ? (early.outcome as Promise<HttpResult<A>>) : api.askGet(address, input);
}

const WORKBENCH = new Set(['/', '/dashboard', '/dashboard/index']);

/** Asks who is signed in, and as soon as that is known for what the page shows first: before any of it is drawn. */
export function prefetchUser(): void {
  prefetch('site.Site/getSiteInfo', {})
    .then((outcome) => {
      if (outcome.ok) prefetchPage(outcome.data.permission);
    })
    .catch(() => undefined);
}

/**
 * Asks for what the page that is about to be drawn shows first, as far as the person may see it: a refused call would stand in
 * the operation records.
 */
function prefetchPage(permission: readonly number[]): void {
  const { pathname, search } = window.location;
  if (!WORKBENCH.has(pathname) || search !== '' || !permission.includes(RULE['dashboard.index'])) return;
  void prefetch('dashboard.Index/getOverview', {});
  void prefetch('dashboard.Index/getTrend', { metric: 'orderCount', period: 'today' });
}
