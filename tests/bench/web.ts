import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../../config/tasks/chromium.mjs';
import { BROWSER_ARGUMENTS, chromiumPath, fillPasswordForm } from '../support/browser';
import { type Console, startConsole } from '../support/console';
import { Wire } from '../support/wire';
import { median, printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures the console in Chromium: processor four times slower, 10 Mbit/s, 40 ms latency, a new profile for each run. A page becomes
 * "usable" after its expected element is painted. Long tasks that follow within 100 ms of each other delay that time.
 */
const CPU_SLOWDOWN = 4;
const MBIT_PER_SECOND = 10;
const LATENCY_MS = 40;
const GAP_MS = 100;
const WAIT_IDLE_SECONDS = 120;

interface Spec {
  readonly css: string;
  readonly min?: number;
}
interface Place {
  readonly name: string;
  readonly path: string;
  readonly ready: Spec;
}

const LOGIN: Spec = { css: '#account' };
/** The workbench. It is ready when the trend chart is drawn: the chart library then sets the style that the selector matches. */
const HOME: Place = {
  name: 'workbench',
  path: '/dashboard/index',
  ready: { css: 'main canvas[style*="display: block"]' },
};
/** The public application page. The captcha image shows that the page's script has run. */
const APPLY: Place = { name: 'application page', path: '/apply', ready: { css: '[data-captcha] img[src^="data:"]' } };
const ROUTES: readonly Place[] = [
  { name: 'stations', path: '/teamList/index', ready: { css: 'main tbody code', min: 5 } },
  { name: 'operation', path: '/teamList/teamOperation', ready: { css: 'main [role="switch"]', min: 5 } },
  { name: 'settings', path: '/site/index', ready: { css: 'main form input', min: 2 } },
  HOME,
];

/** A browser with an empty profile. It is throttled, except while `slow(false)` is in effect. */
class Tab {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly session: CDPSession,
    readonly wire: Wire,
    readonly calibrationMs: number,
    private readonly folder: string,
  ) {}

  static async open(baseURL: string, first: { ready: Spec; usable: boolean }): Promise<Tab> {
    const folder = await mkdtemp(join(tmpdir(), 'multistation-bench-'));
    const context = await chromium.launchPersistentContext(folder, {
      // We use the full browser, as users do. The headless shell is faster.
      executablePath: chromiumPath(CHROMIUM),
      headless: true,
      baseURL,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      args: BROWSER_ARGUMENTS,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    // Measure a fixed amount of work without throttling, to detect a slow or busy machine.
    const calibrationMs = await page.evaluate<number>(`(() => {
      const work = () => { let x = 0; const from = performance.now(); for (let i = 0; i < 4e7; i++) x = (x * 31 + i) | 0; return [performance.now() - from, x][0]; };
      work();
      return Math.min(work(), work());
    })()`);
    const session = await context.newCDPSession(page);
    const wire = new Wire(session);
    await session.send('Network.enable');
    // Request gzip, because many web servers do not send brotli. On loopback Chromium would request brotli.
    await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
    await context.addInitScript(`window.probeFirst = ${JSON.stringify(JSON.stringify(first))}`);
    await context.addInitScript({ path: 'tests/bench/probe.js' });
    const tab = new Tab(context, page, session, wire, calibrationMs, folder);
    await tab.slow(true);
    return tab;
  }

  async slow(on: boolean): Promise<void> {
    const throughput = on ? (MBIT_PER_SECOND * 1e6) / 8 : -1;
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: on ? CPU_SLOWDOWN : 1 });
    await this.session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: on ? LATENCY_MS : 0,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }

  /** Evaluates an expression in the page repeatedly until the result is not null. @throws Error after `timeoutMs` */
  async ask(expression: string, what: string, timeoutMs = 60_000): Promise<number> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const value = await this.page.evaluate<number | null>(expression).catch((error: unknown) => {
        // Evaluation fails during a navigation, so we try again.
        if (/context|navigat|undefined/i.test(String(error))) return null;
        throw error;
      });
      if (value !== null && value !== undefined) return value;
      if (performance.now() > end) throw new Error(`not in time: ${what}`);
      await sleep(25);
    }
  }

  settled(from: number): Promise<number> {
    return this.ask(`probe.settled(${from}, ${GAP_MS})`, 'a quiet main thread');
  }

  /** Waits until half a second has passed without requests and long tasks, but at most `capMs`. */
  async quiet(capMs = 15_000): Promise<void> {
    const end = performance.now() + capMs;
    while (performance.now() < end) {
      const isQuiet =
        this.wire.isQuiet && (await this.page.evaluate<boolean>('performance.now() - probe.lastLongTask() > 500'));
      if (isQuiet) return;
      await sleep(50);
    }
  }

  /** Loads a URL path. @returns the milliseconds from navigation until the page is usable, and the KiB of scripts loaded until then */
  async load(path: string): Promise<{ usable: number; scripts: number }> {
    await this.page.goto(path, { waitUntil: 'commit' });
    const shown = await this.ask('window.probe?.done.first ?? null', path);
    const usable = await this.settled(shown);
    const origin = await this.page.evaluate<number>('performance.timeOrigin');
    await this.quiet();
    return { usable, scripts: this.wire.scriptsUntil(origin + usable) };
  }

  /** Clicks and waits until `ready` is shown and the main thread is idle. @returns the milliseconds from the click */
  async timed(click: string, ready: Spec, path = ''): Promise<number> {
    const target = this.page.locator(click).first();
    await target.waitFor({ state: 'visible' });
    await this.watch(ready, path);
    await target.click({ noWaitAfter: true });
    const shown = await this.ask('probe.done.next ?? null', ready.css, 20_000);
    const usable = await this.settled(shown);
    return usable - (await this.page.evaluate<number>('probe.click'));
  }

  async watch(ready: Spec, path: string): Promise<void> {
    const options = JSON.stringify({ path, fresh: true });
    await this.page.evaluate(`probe.click = null; probe.watch('next', ${JSON.stringify(ready)}, ${options})`);
  }

  async heapMB(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    await sleep(100);
    await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Figures = Record<string, number>;

const linkTo = (path: string) => `a[href="${path}"]:visible`;

async function run(server: Console, withHeap: boolean): Promise<Figures> {
  const figures: Figures = {};
  let cookies: Parameters<BrowserContext['addCookies']>[0] = [];
  const tab = await Tab.open(server.baseURL, { ready: LOGIN, usable: true });
  try {
    figures.calibration = tab.calibrationMs;
    const login = await tab.load('/user/login');
    figures.loginScripts = login.scripts;
    figures.loginUsable = login.usable;

    await tab.page.locator(LOGIN.css).click();
    await tab.page.evaluate('probe.keys = []');
    await tab.page.keyboard.type('the quick brown fox', { delay: 60 });
    await sleep(500);
    figures.keyToPaint = median(await tab.page.evaluate<number[]>('probe.keys'));

    await signIn(tab, server, figures);
    const again: number[] = [];
    const first: number[] = [];
    for (const times of [first, again]) {
      for (const { path, ready } of ROUTES) {
        times.push(await tab.timed(linkTo(path), ready, path));
        await tab.quiet(4_000);
      }
    }
    figures.routeFirst = median(first);
    figures.routeAgain = median(again);
    figures.routeWorstAgain = Math.max(...again);
    ROUTES.forEach(({ name }, index) => {
      figures[`route ${name}`] = again[index] ?? Number.NaN;
    });

    await tab.timed(linkTo('/teamList/index'), { css: 'main tbody code', min: 5 }, '/teamList/index');
    await tab.quiet(4_000);
    figures.select = await tab.timed('main [role="combobox"][aria-haspopup="listbox"]', { css: '[role="option"]' });
    await tab.page.keyboard.press('Escape');
    await tab.quiet(4_000);
    Object.assign(figures, await palette(tab));
    if (withHeap) figures.heapGrowth = await heapGrowth(tab);
    cookies = await tab.context.cookies();
  } finally {
    await tab.close();
  }
  // We closed the first browser, because a throttled page uses a whole core even when it is idle.
  const cold = await Tab.open(server.baseURL, { ready: HOME.ready, usable: false });
  try {
    await cold.context.addCookies(cookies);
    const home = await cold.load(HOME.path);
    figures.homeUsable = home.usable;
    figures.homeScripts = home.scripts;
  } finally {
    await cold.close();
  }
  const visitor = await Tab.open(server.baseURL, { ready: APPLY.ready, usable: false });
  try {
    const apply = await visitor.load(APPLY.path);
    figures.applyUsable = apply.usable;
    figures.applyScripts = apply.scripts;
  } finally {
    await visitor.close();
  }
  return figures;
}

/** Measures the time from the click on "sign in" until the workbench is usable. */
async function signIn(tab: Tab, server: Console, figures: Figures): Promise<void> {
  await fillPasswordForm(tab.page, server.owner.account, server.owner.password);
  await tab.quiet(5_000);
  await tab.watch(HOME.ready, '');
  await tab.page.evaluate('delete probe.done.first');
  await tab.page.evaluate(
    `sessionStorage.setItem('probe-first', ${JSON.stringify(JSON.stringify({ ready: HOME.ready, usable: false }))})`,
  );
  await tab.page.locator('button[type="submit"]').click({ noWaitAfter: true });
  const shown = await tab.ask('probe.done.next ?? probe.done.first ?? null', 'the workbench');
  const usable = await tab.settled(shown);
  const origin = await tab.page.evaluate<number>('performance.timeOrigin');
  const clicked = await tab.page.evaluate<number>(`Number(sessionStorage.getItem('probe-click'))`);
  figures.enter = origin + usable - clicked;
  await tab.quiet();
}

/** Search words for the command palette: names and codes of stations. */
const WORDS = ['成都', '重庆', 'CD10', '示范', 'BJ1', '南'];

/** Measures the command palette: from the shortcut until its entries are painted, and from a typed word until stations appear. */
async function palette(tab: Tab): Promise<Figures> {
  const open: number[] = [];
  const answer: number[] = [];
  // Round −1 is not measured, because the first opening loads the palette's code.
  for (let index = -1; index < WORDS.length; index += 1) {
    const opened = await tab.page.evaluate<number>(`new Promise((done) => {
      const from = performance.now();
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
      const look = () => {
        if (!document.querySelector('[data-palette] [role=option]')?.checkVisibility()) return requestAnimationFrame(look);
        probe.afterThisFrame(() => done(performance.now() - from));
      };
      requestAnimationFrame(look);
    })`);
    const answered = await tab.page.evaluate<number>(`new Promise((done) => {
      const field = document.querySelector('[data-palette] input');
      const from = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${WORDS[Math.max(0, index)]}');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const look = () => {
        const late = performance.now() - from > 10_000;
        const isHere = document.querySelector('[data-item^="team:"]') && !document.querySelector('[data-palette] [data-busy]');
        if (!isHere && !late) return requestAnimationFrame(look);
        requestAnimationFrame(() => done(late ? NaN : performance.now() - from));
      };
      look();
    })`);
    await tab.page.keyboard.press('Escape');
    await sleep(300);
    if (index < 0) continue;
    open.push(opened);
    answer.push(answered);
  }
  return { paletteOpen: median(open), paletteAnswer: median(answer) };
}

/** Measures how many megabytes the heap grows between the 52nd and the 200th route switch. There is no throttling. */
async function heapGrowth(tab: Tab): Promise<number> {
  await tab.slow(false);
  const switches = async (count: number) => {
    for (let index = 0; index < count; index++) {
      // The tab shows the first route, so we begin with the second.
      const place = ROUTES[(index + 1) % ROUTES.length] ?? HOME;
      await tab.watch(place.ready, place.path);
      await tab.page.locator(linkTo(place.path)).first().click();
      await tab.ask('probe.done.next ?? null', place.path, 10_000);
      await sleep(60);
    }
    await tab.quiet(4_000);
    return tab.heapMB();
  };
  // 52 and 148 are multiples of the four routes, so both measurements are on the same page.
  const before = await switches(52);
  const after = await switches(148);
  await tab.slow(true);
  return after - before;
}

async function main(): Promise<void> {
  const runs = Number(/--runs[= ](\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
  const server = await startConsole({ seed: 'demo' });
  const all: Figures[] = [];
  let busiest = 0;
  try {
    for (let index = 0; index < runs; index++) {
      busiest = Math.max(busiest, await waitForIdle(WAIT_IDLE_SECONDS));
      all.push(await run(server, index === 0));
      console.error(
        `run ${index + 1} of ${runs}: ${JSON.stringify(all.at(-1), (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}`,
      );
    }
  } finally {
    await server.stop();
  }
  const values = (key: string) => all.flatMap((figures) => figures[key] ?? []);
  const cell = (key: string, unit: string, digits: number, scale = 1) => {
    const shown = (value: number) => (value / scale).toFixed(digits);
    const found = values(key);
    if (found.length === 0) return '–';
    const spread = found.length > 1 ? ` (${shown(quantile(found, 0))}–${shown(quantile(found, 1))})` : '';
    return `${shown(median(found))} ${unit}${spread}`;
  };
  const rows: Row[] = [
    { figure: 'sign-in page, JS on the wire', target: '≤ 190 kB', measured: cell('loginScripts', 'KiB', 0) },
    { figure: 'sign-in form usable', target: '≤ 1.0 s', measured: cell('loginUsable', 's', 2, 1000) },
    { figure: 'click on sign in → workbench usable', target: '≤ 1.2 s', measured: cell('enter', 's', 2, 1000) },
    { figure: 'workbench cold when signed in', target: '≤ 2.4 s', measured: cell('homeUsable', 's', 2, 1000) },
    { figure: 'workbench cold, JS till then', target: '≤ 450 kB', measured: cell('homeScripts', 'KiB', 0) },
    { figure: 'application page, JS on the wire', target: '≤ 60 kB', measured: cell('applyScripts', 'KiB', 0) },
    { figure: 'application page usable', target: '≤ 1.0 s', measured: cell('applyUsable', 's', 2, 1000) },
    { figure: 'route switch, first', target: '≤ 0.8 s', measured: cell('routeFirst', 's', 2, 1000) },
    { figure: 'route switch, again', target: '≤ 0.36 s', measured: cell('routeAgain', 's', 2, 1000) },
    { figure: 'route switch, worst again', target: '≤ 0.6 s', measured: cell('routeWorstAgain', 's', 2, 1000) },
    { figure: 'key to paint', target: '≤ 20 ms', measured: cell('keyToPaint', 'ms', 0) },
    { figure: 'opening a select', target: '≤ 150 ms', measured: cell('select', 'ms', 0) },
    { figure: 'command palette, opened again', target: '≤ 50 ms', measured: cell('paletteOpen', 'ms', 0) },
    {
      figure: 'command palette, from a word to its stations (with the pause after typing and the network)',
      target: '≤ 100 ms + 130',
      measured: cell('paletteAnswer', 'ms', 0),
    },
    { figure: 'heap growth, 50th → 200th switch', target: '≤ 0.5 MB', measured: cell('heapGrowth', 'MB', 2) },
  ];
  printTable(
    `npm run bench web -- --runs ${runs}`,
    [
      `Medians of ${runs} (smallest–largest). Chromium, processor ${CPU_SLOWDOWN}× slower, ${MBIT_PER_SECOND} Mbit/s, ${LATENCY_MS} ms, gzip, empty cache. ` +
        `Fixed loop: ${cell('calibration', 'ms', 0)}. Others kept at most ${Math.round(busiest * 100)} % of the machine busy before a run.`,
    ],
    rows,
  );
}

void main();
