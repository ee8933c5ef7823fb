import type { Page } from '@playwright/test';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits';

/**
 * The network condition that the page sees. We simulate it inside the page, because the browser does not cache requests that
 * Playwright routes.
 *
 * `normal`: real responses of the server. `pending`: no call of a page gets a response. `failing`: every call of a page fails.
 * `emptyLists`: lists of a page have no rows. `expired`: every call, also of the frame, gets the response of an ended session. Only the
 * calls for the sign-in and its captcha still reach the server.
 */
export type NetworkCondition = 'normal' | 'pending' | 'failing' | 'emptyLists' | 'expired';

/** API path prefixes of requests that the frame sends, not a page, for example session, preferences and unread notices. */
const FRAME = [
  'Login/',
  'Verify/',
  'site.Site/getSiteInfo',
  'common.Preference/',
  'site.Monitor/page',
  'dashboard.Notice/getUnread',
];

/** Milliseconds without a pending request after which a page is idle. */
const QUIET_MS = 80;

const SCRIPT = `{
  const { fetch, setTimeout } = window;
  const network = { now: 'normal', open: 0, last: 0, asked: [], emptied: [], waiting: [], timers: new Set() };
  window.network = network;
  const frame = ${JSON.stringify(FRAME)};
  const json = (body, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'X-Request-Id': body.requestId } });
  let count = 0;
  const answer = async (address, to, init) => {
    const own = frame.some((beginning) => address.startsWith(beginning));
    if (network.now === 'expired' && !/^(Login.login|Verify.getVerifyCode)/.test(address)) {
      network.asked.push(address);
      return json({ code: 401, msg: '', data: null, requestId: 'proof-expired' });
    }
    if (own || network.now === 'normal') return fetch(to, init);
    network.asked.push(address);
    if (network.now === 'pending') {
      await new Promise((go) => network.waiting.push(go));
      return fetch(to, init);
    }
    if (network.now === 'failing') {
      count += 1;
      return json({ code: 50001, msg: 'proof of failure', data: null, requestId: 'proof-' + count });
    }
    const real = await fetch(to, init);
    const body = await real.clone().json().catch(() => null);
    if (!Array.isArray(body?.data?.list)) return real;
    network.emptied.push(address);
    return json({ ...body, data: { ...body.data, list: [], total: 0 } });
  };
  window.fetch = async (to, init) => {
    const url = new URL(to.url ?? to, location.href);
    if (!url.pathname.startsWith('/api/')) return fetch(to, init);
    const address = url.pathname.slice('/api/'.length);
    // A stream never ends, so the page would never be idle. We refuse it, and the bell polls.
    if (address === 'dashboard.Notice/stream') return json({ code: 42901, msg: '', data: null, requestId: '' });
    network.open += 1;
    try {
      return await answer(address, to, init);
    } finally {
      network.open -= 1;
      network.last = performance.now();
    }
  };
  // The test can end the timeout of the request wrapper immediately.
  window.setTimeout = (run, ms, ...rest) => {
    if (ms !== ${REQUEST_TIMEOUT_MS}) return setTimeout(run, ms, ...rest);
    const fire = () => {
      clearTimeout(timer);
      network.timers.delete(fire);
      run(...rest);
    };
    const timer = setTimeout(fire, ms);
    network.timers.add(fire);
    return timer;
  };
  network.set = (now) => {
    Object.assign(network, { now, asked: [], emptied: [] });
    if (now !== 'pending') for (const go of network.waiting.splice(0)) go();
  };
  // We poll inside the page, because a round trip from the test takes longer than most requests.
  network.waitUntilIdle = () =>
    new Promise((done) => {
      const look = () => {
        const isQuiet = network.open === 0 && performance.now() - network.last > ${QUIET_MS};
        if (isQuiet) done();
        else setTimeout(look, 20);
      };
      look();
    });
  // Wait for the first request, because the page's code may still be loading.
  network.waitForRequests = (within) =>
    new Promise((done) => {
      const end = performance.now() + within;
      const look = () => (network.asked.length > 0 || performance.now() > end ? setTimeout(done, 50) : setTimeout(look, 20));
      look();
    }).then(() => network.asked);
  network.expireTimeouts = () => {
    for (const fire of [...network.timers]) fire();
  };
}`;

/** Allows the test to set the network condition of every page of this window. A page starts as `normal`. */
export async function controlNetwork(page: Page): Promise<void> {
  await page.addInitScript(SCRIPT);
}

/** Changes the condition. Pending requests then continue, unless the new condition is also `pending`. */
export async function setNetworkCondition(page: Page, now: NetworkCondition): Promise<void> {
  await page.evaluate(`network.set('${now}')`);
}

/**
 * Waits until the page sends a request while a condition other than `normal` is set, at most `withinMs`.
 *
 * @returns API paths requested since the condition was last set; requests of the frame only if the condition is `expired`
 */
export const waitForRequests = (page: Page, withinMs = 10_000): Promise<string[]> =>
  page.evaluate<string[]>(`network.waitForRequests(${withinMs})`);

/** Returns the API paths of the lists whose rows were removed. */
export const emptiedLists = (page: Page): Promise<string[]> => page.evaluate<string[]>('network.emptied');

/** Ends the running request timeouts immediately, also those of requests that already have a response. */
export async function expireTimeouts(page: Page): Promise<void> {
  await page.evaluate('network.expireTimeouts()');
}

/** Waits until no request is pending. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate('network.waitUntilIdle()');
}
