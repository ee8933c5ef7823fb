import assert from 'node:assert/strict';
import type { Locator, Page, Request } from '@playwright/test';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { common } from '../../contract/locales/zh-CN/common';
import { list } from '../../contract/locales/zh-CN/list';
import { menu } from '../../contract/locales/zh-CN/menu';
import { until } from './browser';
import { BUILT_PAGES, isRecordPage, pushTo, RECORD_PAGES, UNKNOWN_PATH } from './pageCatalogue';

/** Crawls pages as one user: presses each kind of control on them, and records the server's refusals. */

/** Milliseconds without a pending request after which a page has settled. */
const QUIET_MS = 60;
/** Response codes for a missing permission or an object out of scope. They show that a page offers what its user may not use. */
const DENIED = [40301, 40302];
const STREAM = 'dashboard.Notice/stream';

/** A window whose requests are recorded. */
export interface Crawl {
  readonly page: Page;
  /** Number of pending requests, and the time of `performance.now()` when the last request ended. */
  readonly traffic: { open: number; last: number };
  /** Returns the API paths requested since the previous call of this function. */
  asked(): readonly string[];
  /** Returns the requests that the server refused with one of the codes in {@link DENIED}. */
  denied(): readonly string[];
}

/**
 * Records the API calls of a window. In calls that write an operation record, a version and a list of row ids (`ids`) are replaced with
 * wrong values. For such a call the server checks permission and data scope, but finds no row with that version or id.
 */
export function watchCalls(page: Page): Crawl {
  const traffic = { open: 0, last: performance.now() };
  const asked = new Set<string>();
  const denied: string[] = [];
  const addressOf = (url: string) => new URL(url).pathname.replace('/api/', '');
  void page.route('**/api/**', async (route) => {
    const request = route.request();
    const address = addressOf(request.url());
    if (address === STREAM) return route.fulfill({ json: { code: 42901 } });
    const endpoint = (endpoints as Readonly<Record<string, Endpoint>>)[address];
    const body = endpoint?.method === 'POST' && endpoint.audit !== null ? harmless(request.postData()) : null;
    return route.continue(body === null ? {} : { postData: body });
  });
  const mine = (url: string) => url.includes('/api/') && !url.includes(STREAM);
  // Requests for code also count, because a dialog or tab may have to load its chunk before it opens.
  const isCode = (url: string) => url.endsWith('.js');
  const begun = new Set<Request>();
  page.on('request', (request) => {
    const url = request.url();
    if (mine(url)) asked.add(addressOf(url));
    if (!mine(url) && !isCode(url)) return;
    begun.add(request);
    traffic.open += 1;
  });
  const ended = (request: Request) => {
    if (!begun.delete(request)) return;
    traffic.open -= 1;
    traffic.last = performance.now();
  };
  page.on('requestfailed', ended);
  page.on('requestfinished', async (request) => {
    try {
      if (!mine(request.url())) return;
      const answer = await request.response();
      if (!answer?.headers()['content-type']?.includes('json')) return;
      const { code, msg } = (await answer.json()) as { code: number; msg: string };
      if (DENIED.includes(code)) {
        denied.push(`${addressOf(request.url())} ${request.postData() ?? ''} → ${code} ${msg} at ${page.url()}`);
      }
    } catch {
      // The test left the page before it read the response. The response is then ignored.
    } finally {
      ended(request);
    }
  });
  return {
    page,
    traffic,
    asked() {
      const addresses = [...asked];
      asked.clear();
      return addresses;
    },
    denied: () => denied,
  };
}

const STALE = 1_000;

/** Replaces the version and the row ids (`ids`) in the body of a call. @returns `null` if the body is not a JSON object */
function harmless(body: string | null): string | null {
  if (!body?.startsWith('{')) return null;
  const input = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify({
    ...input,
    ...(typeof input.version === 'number' && input.version > 0 ? { version: input.version + STALE } : {}),
    ...(Array.isArray(input.ids) ? { ids: [1] } : {}),
  });
}

/** Waits until no request is pending and the page has rendered the responses. */
export async function settled({ page, traffic }: Crawl): Promise<void> {
  // Wait two frames, because components send their requests when they are rendered.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await until(
    `the requests of ${page.url()} end`,
    async () => traffic.open === 0 && performance.now() - traffic.last > QUIET_MS,
  );
  // On a busy machine the page renders the responses only some time after the last request has ended.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done(), { timeout: 2000 }))');
}

/** Finds the text with which the document title of a URL begins. */
const titleOf = (address: string): string => {
  const page = BUILT_PAGES.find(({ path }) => path === address.split('?')[0]);
  return page ? menu[page.name] : common.notFoundTitle;
};

/** Milliseconds after which we assume that a form with unsaved changes blocks the navigation. */
const ARRIVAL_MS = 10_000;

/** Script: checks whether the window reaches one of these URLs and renders its page. */
const arrival = (addresses: readonly string[]) => `new Promise((done) => {
  const titles = ${JSON.stringify(Object.fromEntries(addresses.map((one) => [one.split('?')[0], titleOf(one)])))};
  const until = performance.now() + ${ARRIVAL_MS};
  const look = () => {
    const title = titles[location.pathname];
    const isShown = title !== undefined && document.title.startsWith(title);
    if (isShown || performance.now() > until) done(isShown);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Navigates like a link. Reloads only if a form with changes blocks the navigation. @throws AssertionError if the page is not shown */
export async function goTo(crawler: Crawl, path: string): Promise<void> {
  const { page } = crawler;
  await closeAll(page);
  const { pathname, search } = new URL(page.url());
  const isHere = path === pathname || path === pathname + search;
  // Navigating to the current URL renders nothing, and a dialog may be open. So we visit another URL in between.
  for (const to of isHere ? [UNKNOWN_PATH, path] : [path]) {
    // We wait for the document title, because the old heading stays until the new page is rendered.
    const arrives = () => page.evaluate<boolean>(arrival([to, isRecordPage(to) ? RECORD_PAGES[to] : to]));
    await pushTo(page, to);
    let isThere = await arrives();
    if (!isThere) {
      // A form with changes blocks the navigation. The router cannot confirm a navigation that it did not start, so we reload.
      await page.goto(to);
      isThere = await arrives();
    }
    assert.ok(isThere, `${to} is not drawn`);
    await page.locator('main h1').first().waitFor();
  }
  await settled(crawler);
}

/** Maximum wait in milliseconds for a dialog to close after Escape. */
const CLOSE_MS = 500;
const dialogs = (page: Page): Locator => page.locator('[role="dialog"]:visible, [role="menu"]:not(nav *):visible');

async function closeAll(page: Page): Promise<void> {
  for (let round = 0; round < 4 && (await dialogs(page).count()) > 0; round += 1) {
    const top = await dialogs(page).last().elementHandle();
    await page.keyboard.press('Escape');
    // A dialog with changes opens a confirmation first. The next round closes that confirmation.
    await top?.waitForElementState('hidden', { timeout: CLOSE_MS }).catch(() => undefined);
  }
}

/**
 * Presses each kind of control on the page once: tabs, selects, buttons, menu entries, and the confirm buttons of dialogs.
 *
 * @param look called whenever new content is visible
 */
export async function crawl(crawler: Crawl, path: string, look: () => Promise<void>): Promise<void> {
  const { page } = crawler;
  const pressed = new Set<string>();
  await look();
  await chooseAll(crawler, look);
  for (;;) {
    const next = await nextButton(page, pressed);
    if (!next) break;
    await press(next);
    await settled(crawler);
    await look();
    if ((await page.locator('[role="menu"]:not(nav *):visible').count()) > 0)
      await pickAll(crawler, path, next, pressed, look);
    else await confirm(crawler, look);
    if ((await dialogs(page).count()) > 0 || new URL(page.url()).pathname + new URL(page.url()).search !== path) {
      await goTo(crawler, path);
    }
  }
}

/** Presses an element, unless it disappears first. */
async function press(target: Locator): Promise<void> {
  await target.click().catch(async (error: unknown) => {
    if ((await target.count()) > 0) throw error;
  });
}

/** Matches enabled buttons. Buttons with `aria-disabled` only explain why they are disabled. */
const PRESSABLE = ':enabled:not([aria-disabled="true"])';
/** Matches controls that load no new kind of data: filters, table heads, figures that filter, steps, map controls and navigation. */
const QUIET =
  'search *, thead *, [aria-pressed], [role="combobox"], [aria-current], ol button, .leaflet-control *, nav *';
/** Number of rows, from the start of the tables, whose controls are pressed. */
const ROWS = 6;
const IGNORED = new RegExp(`^page (${list.refresh}|${common.reset})$`);

/** Finds the next button whose kind is not in `pressed`, and adds the kind to `pressed`. @returns `null` when there is no such button */
export async function nextButton(page: Page, pressed: Set<string>): Promise<Locator | null> {
  const buttons = page.locator(`main button${PRESSABLE}:visible`);
  // One evaluation handles all buttons, because hundreds of round trips to the browser would take longer than all other steps.
  const meanings = await buttons.evaluateAll(
    (nodes, [quiet, most]) => {
      const rows = [...document.querySelectorAll('main tbody tr')];
      return nodes.map((node) => {
        const row = node.closest('tbody tr');
        if (row !== null && rows.indexOf(row) >= most) return null;
        const isHint = node.querySelector('.anticon-question-circle') !== null;
        if (isHint || node.matches(quiet)) return null;
        const name = (node.getAttribute('aria-label') ?? node.textContent ?? '').trim();
        if (node.closest('tbody tr, li') === null) return `page ${name}`;
        if (node.getAttribute('role') === 'switch') return 'row switch';
        // The entries of the "more" menu differ between rows, so the key contains the whole name.
        return `row ${node.getAttribute('aria-haspopup') === 'menu' ? name : name.split(/[\s·]/)[0]}`;
      });
    },
    [QUIET, ROWS] as const,
  );
  for (const [index, key] of meanings.entries()) {
    if (key === null || IGNORED.test(key) || pressed.has(key)) continue;
    const button = buttons.nth(index);
    pressed.add(key);
    return button;
  }
  return null;
}

async function pickAll(crawler: Crawl, path: string, opener: Locator, pressed: Set<string>, look: () => Promise<void>) {
  const { page } = crawler;
  const items = page.locator('[role="menu"]:not(nav *):visible [role="menuitem"]');
  const names = (await items.allTextContents()).map((name) => name.trim());
  for (const name of names) {
    if (pressed.has(`row ${name}`)) continue;
    pressed.add(`row ${name}`);
    if ((await items.count()) === 0) await opener.click();
    await items.filter({ hasText: name }).first().click();
    await settled(crawler);
    await look();
    await confirm(crawler, look);
    await goTo(crawler, path);
  }
  await closeAll(page);
}

/** Fills in the form of the topmost dialog and presses its confirm button. */
async function confirm(crawler: Crawl, look: () => Promise<void>): Promise<void> {
  const { page } = crawler;
  const dialog = page.locator('[role="dialog"]:visible').last();
  if ((await dialog.count()) === 0) return;
  for (const field of await dialog.locator('input[type="text"]:enabled:visible, textarea:enabled:visible').all()) {
    if ((await field.inputValue()) === '') await field.fill('检查权限').catch(() => undefined);
  }
  for (const select of await dialog.locator('button[role="combobox"]:enabled:visible').all()) {
    await select.click();
    await settled(crawler);
    await look();
    const option = page.locator('[role="option"]:visible').first();
    if ((await option.count()) > 0) await option.click();
    if ((await page.locator('[role="listbox"]:visible').count()) > 0) await select.click();
  }
  const go = dialog
    .locator(`.ant-modal-footer .ant-btn-primary${PRESSABLE}, form button[type="submit"]${PRESSABLE}`)
    .last();
  if ((await go.count()) === 0) return;
  await press(go);
  await settled(crawler);
  await look();
}

/** Opens every select among the filters. */
async function chooseAll(crawler: Crawl, look: () => Promise<void>): Promise<void> {
  const { page } = crawler;
  const more = page.getByRole('button', { name: list.moreFilters });
  if ((await more.count()) > 0) await more.first().click();
  for (const choice of await page.locator('main search button[role="combobox"]:enabled').all()) {
    await choice.click();
    await settled(crawler);
    await look();
    await page.keyboard.press('Escape');
  }
}
