import type { Page } from 'playwright-core';
import { PAGE_ROUTES, type PageRoute } from '../../config/routes';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits';
import type { menu } from '../../src/locales/zh-CN/menu';

/**
 * What a page hears from its server, decided inside the page: requests that are routed by the browser are not cached, and each
 * page would then be loaded anew.
 *
 * `clear`: what the server says. `held`: no answer comes. `failing`: every read of a page is answered with a failure.
 * `bare`: lists have no rows. `dead`: the session has ended.
 */
export type Weather = 'clear' | 'held' | 'failing' | 'bare' | 'dead';

/** A page that is built. */
export interface Built {
  readonly path: string;
  readonly rule: number;
  readonly name: keyof typeof menu;
  readonly inMenu: boolean;
}

/** Every built page of the one list of pages: a new page joins by existing. */
export const BUILT: readonly Built[] = (function built(routes: readonly PageRoute[]): Built[] {
  return routes.flatMap((route) => [
    ...(route.planned || route.redirect
      ? []
      : [{ path: route.path, rule: route.rule_id, name: route.name, inMenu: !route.hideInMenu }]),
    ...built(route.pages ?? []),
  ]);
})(PAGE_ROUTES);

/** An address inside the frame that is no page: from there every page is drawn anew. */
export const NOWHERE = '/dashboard/nowhere';

/** Of the frame, not of a page: who is signed in, how long, how the person likes it, the bell's number. */
const FRAME = [
  'Login/',
  'Verify/',
  'site.Site/getSiteInfo',
  'common.Preference/',
  'site.Monitor/page',
  'dashboard.Notice/getUnread',
];

/** No call under way for so long: the page has what it wants. Milliseconds. */
const QUIET_MS = 80;

const SCRIPT = `{
  const { fetch, setTimeout } = window;
  const weather = { now: 'clear', open: 0, last: 0, asked: [], bared: [], waiting: [], timers: new Set() };
  window.weather = weather;
  const frame = ${JSON.stringify(FRAME)};
  const json = (body, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'X-Request-Id': body.requestId } });
  let count = 0;
  const answer = async (address, to, init) => {
    const own = frame.some((beginning) => address.startsWith(beginning));
    if (weather.now === 'dead' && !/^(Login.login|Verify.getVerifyCode)/.test(address)) {
      weather.asked.push(address);
      return json({ code: 401, msg: '', data: null, requestId: 'proof-dead' });
    }
    if (own || weather.now === 'clear') return fetch(to, init);
    weather.asked.push(address);
    if (weather.now === 'held') {
      await new Promise((go) => weather.waiting.push(go));
      return fetch(to, init);
    }
    if (weather.now === 'failing') {
      count += 1;
      return json({ code: 50001, msg: 'proof of failure', data: null, requestId: 'proof-' + count });
    }
    const real = await fetch(to, init);
    const body = await real.clone().json().catch(() => null);
    if (!Array.isArray(body?.data?.list)) return real;
    weather.bared.push(address);
    return json({ ...body, data: { ...body.data, list: [], total: 0 } });
  };
  window.fetch = async (to, init) => {
    const url = new URL(to.url ?? to, location.href);
    if (!url.pathname.startsWith('/api/')) return fetch(to, init);
    const address = url.pathname.slice('/api/'.length);
    // A stream never comes to rest; without it the bell asks by itself.
    if (address === 'dashboard.Notice/stream') return json({ code: 42901, msg: '', data: null, requestId: '' });
    weather.open += 1;
    try {
      return await answer(address, to, init);
    } finally {
      weather.open -= 1;
      weather.last = performance.now();
    }
  };
  // The patience of the request wrapper: a test need not wait as long.
  window.setTimeout = (run, ms, ...rest) => {
    if (ms !== ${REQUEST_TIMEOUT_MS}) return setTimeout(run, ms, ...rest);
    const fire = () => {
      clearTimeout(timer);
      weather.timers.delete(fire);
      run(...rest);
    };
    const timer = setTimeout(fire, ms);
    weather.timers.add(fire);
    return timer;
  };
  weather.set = (now) => {
    Object.assign(weather, { now, asked: [], bared: [] });
    if (now !== 'held') for (const go of weather.waiting.splice(0)) go();
  };
  // Asked inside the page: a question from outside takes longer than most answers.
  weather.rest = () =>
    new Promise((done) => {
      const look = () => {
        const isQuiet = weather.open === 0 && performance.now() - weather.last > ${QUIET_MS};
        if (isQuiet) done();
        else setTimeout(look, 20);
      };
      look();
    });
  // Code of a page may still be on its way: the page has begun when it asks.
  weather.begun = (within) =>
    new Promise((done) => {
      const end = performance.now() + within;
      const look = () => (weather.asked.length > 0 || performance.now() > end ? setTimeout(done, 50) : setTimeout(look, 20));
      look();
    }).then(() => weather.asked);
  weather.elapse = () => {
    for (const fire of [...weather.timers]) fire();
  };
}`;

/** Gives the weather of every page of this window into the test's hands; each page that is loaded begins with the server's own. */
export async function watchWeather(page: Page): Promise<void> {
  await page.addInitScript(SCRIPT);
}

/** Changes the weather; what was held goes on its way, unless it is held still. */
export async function setWeather(page: Page, now: Weather): Promise<void> {
  await page.evaluate(`weather.set('${now}')`);
}

/**
 * Waits until the page asks the server for something, at most so long.
 *
 * @returns what it asked, without the calls of the frame, since another weather than the clear one began
 */
export const begun = (page: Page, withinMs = 10_000): Promise<string[]> =>
  page.evaluate<string[]>(`weather.begun(${withinMs})`);

/** Lists whose rows were taken away. */
export const bared = (page: Page): Promise<string[]> => page.evaluate<string[]>('weather.bared');

/** Lets the wrapper's patience with all calls that are under way run out. */
export async function elapse(page: Page): Promise<void> {
  await page.evaluate('weather.elapse()');
}

/** Waits until the page asks nothing any more. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate('weather.rest()');
}

/** Leads to an address as a link would, without loading everything anew. Does not wait for data. */
export async function pushTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
  );
}
