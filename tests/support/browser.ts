import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { CHROMIUM, findChromium, HEADLESS_SHELL } from '../../config/tasks/chromium.mjs';
import { prepareFonts } from '../../config/tasks/fonts.mjs';
import { SMS_TYPE } from '../../contract/limits';
import { common } from '../../contract/locales/zh-CN/common';
import { form } from '../../contract/locales/zh-CN/form';
import { AUTOMATION_CODE } from './console';

const VIEWPORT = { width: 1440, height: 900 };
/** Timeout of every wait for a page, in milliseconds. A busy build machine needs most of this time. */
export const TIMEOUT_MS = 40_000;
/** Number of characters of the page's text in the report of a failing journey. */
const REPORT_LENGTH = 1_500;
/** Number of mouse events in the report of a failing journey. A press has three: `mousedown`, `mouseup` and `click`. */
const KEPT_PRESSES = 9;
const SESSION_COOKIE = 'multistation-token';

/** Flags of the browsers in tests and benches, for example no sandbox (containers run as root) and no background traffic. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-first-run',
];

/**
 * Switches off the compilers that optimize often used functions. A journey loads many pages for a short time, and compiling took longer
 * than it saved: without these compilers the pages need a third less processor time. The benches keep them.
 */
const WITHOUT_OPTIMIZING = '--js-flags=--no-maglev --no-opt';

/**
 * Starts a browser that renders pages only with the fonts of the tests, never with fonts of the machine.
 *
 * @throws Error with a one-line message when no Chromium is installed
 */
export async function launchBrowser({ isHeaded = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(isHeaded ? CHROMIUM : HEADLESS_SHELL),
    headless: !isHeaded,
    args: [...BROWSER_ARGUMENTS, WITHOUT_OPTIMIZING],
    env: { ...process.env, FONTCONFIG_FILE: await prepareFonts() },
  });
}

/**
 * Finds an installed Chromium and returns its path.
 *
 * @param preferred program to choose if both Chromium programs are installed
 * @throws Error with a one-line message when no Chromium is installed
 */
export function chromiumPath(preferred = HEADLESS_SHELL): string {
  const path = findChromium(preferred);
  if (!path)
    throw new Error('There is no Chromium: install chromium-headless-shell, or set CHROMIUM to the path of one.');
  return path;
}

/** A browser window of one user, which records the console messages and errors of its pages. */
export interface Visitor {
  readonly baseURL: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Adds a pattern for complaints that the test causes on purpose. */
  allow(line: RegExp): void;
  /** Returns console messages, uncaught errors and violations of the content security policy, except the allowed ones. */
  complaints(): readonly string[];
  /** Returns all complaints (also the allowed ones), the last presses, and the window's text. Used to debug a failing journey. */
  report(): Promise<string>;
}

export interface VisitorOptions {
  readonly baseURL: string;
  /** Preferred language of the browser. The console may have no texts in this language. */
  readonly locale?: string;
  /** Colour scheme of the operating system. */
  readonly colorScheme?: 'light' | 'dark';
  /** Allows the service worker, which caches pages for offline use. Without the worker every request reaches the test's routes. */
  readonly offlineWorker?: boolean;
}

/** Toasts of each page that {@link saidOn} has not found and {@link heardOn} has not returned yet, oldest first. */
const messages = new WeakMap<Page, string[]>();

/** Script: reports each toast once, when it appears. On a busy machine a toast may close before the test reads the page. */
const LISTEN = `{
  const told = new WeakSet();
  const listen = () => {
    for (const one of document.querySelectorAll('[role="status"][aria-live] > *, [role="alert"][aria-live] > *')) {
      if (told.has(one)) continue;
      told.add(one);
      reportMessage(one.textContent);
    }
  };
  new MutationObserver(listen).observe(document, { childList: true, subtree: true });
}`;

/** Script: stores the last mouse events for the report of a failing journey. A press can miss its target while the page moves. */
const KEEP_PRESSES = `{
  window.lastPresses = [];
  const keep = ({ type, target, timeStamp }) => {
    const name = target instanceof Element ? target.tagName + ' ' + (target.textContent ?? '').slice(0, 20) : String(target);
    window.lastPresses = [...window.lastPresses.slice(-${KEPT_PRESSES - 1}), Math.round(timeStamp) + ' ' + type + ' ' + name];
  };
  for (const type of ['mousedown', 'mouseup', 'click']) addEventListener(type, keep, { capture: true, passive: true });
}`;

/** Opens a window with a fresh profile: no cookies, no storage, no cache. */
async function newVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: options.baseURL,
    viewport: VIEWPORT,
    locale: options.locale ?? 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: options.colorScheme ?? 'light',
    // A press can miss a dialog in the invisible frames before its opening animation, so we reduce motion.
    reducedMotion: 'reduce',
    serviceWorkers: options.offlineWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const lines: string[] = [];
  const allowed: RegExp[] = [/Service Worker registration blocked by Playwright/];
  await context.exposeBinding('reportViolation', (_source, violation: string) => lines.push(`policy: ${violation}`));
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' at ' + location.pathname));`,
  );
  await context.exposeBinding('reportMessage', ({ page: speaker }, text: string) => {
    messages.set(speaker, [...(messages.get(speaker) ?? []), text]);
  });
  await context.addInitScript(LISTEN);
  await context.addInitScript(KEEP_PRESSES);
  const page = await context.newPage();
  const watch = (watched: Page) => {
    const where = () => watched.url().replace(options.baseURL, '');
    watched.on('console', (message) => lines.push(`console ${message.type()}: ${message.text()} (${where()})`));
    watched.on('pageerror', (error) => lines.push(`thrown: ${error.stack ?? error.message} (${where()})`));
  };
  watch(page);
  context.on('page', watch);
  return {
    baseURL: options.baseURL,
    context,
    page,
    allow: (line) => allowed.push(line),
    complaints: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    report: async () => {
      const shown = await page.evaluate<string>('document.body.innerText').catch(() => 'nothing: the page is gone');
      const presses = await page.evaluate<string[]>('window.lastPresses').catch(() => []);
      return [
        ...lines,
        'Last presses:',
        ...presses,
        `The window shows ${page.url()}:`,
        shown.slice(0, REPORT_LENGTH),
      ].join('\n');
    },
  };
}

/** Fills the visible password form. */
export async function fillPasswordForm(page: Page, account: string, password: string): Promise<void> {
  // The form sends the captcha's id, so the captcha must have loaded.
  await page.locator('form img[src^="data:image"]').waitFor();
  await page.locator('#account').fill(account);
  await page.locator('#password').fill(password);
  await page.locator('#captcha').fill(AUTOMATION_CODE.slice(0, 4));
}

/** Signs in on the page `/user/login` with account and password. */
export async function signInByForm(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/user/login');
  await fillPasswordForm(page, account, password);
  await page.locator('button[type="submit"]').click();
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

async function post(visitor: Visitor, address: string, data: object, token = ''): Promise<Answer> {
  const headers = token ? { Authorization: token } : undefined;
  const answer = await visitor.context.request.post(`/api/${address}`, { data, headers });
  return (await answer.json()) as Answer;
}

function tokenOf(answer: Answer): string {
  if (answer.code !== 100) throw new Error(`The sign-in was refused: ${answer.code} ${answer.msg}`);
  return (answer.data as { Authorization: string }).Authorization;
}

/** Starts a session without the sign-in page, for journeys that do not test the sign-in. */
export async function enter(visitor: Visitor, tel: string): Promise<void> {
  const answer = await post(visitor, 'Login/loginFormPhoneVerify', {
    tel,
    code: AUTOMATION_CODE,
    sms_type: SMS_TYPE.login,
  });
  await giveSession(visitor, tokenOf(answer));
}

/** Stores a session token in the console's cookie. */
export async function giveSession({ context, baseURL }: Visitor, token: string): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: baseURL }]);
}

/** Timeout of one attempt to find or press a button, in milliseconds. */
const PRESS_MS = 2_000;
/** Pause before the next attempt, in milliseconds. Some attempts fail immediately, for example if two elements match. */
const PAUSE_MS = 50;

/**
 * Presses a button whose response changes the user's session or permissions, and waits for the outcome. The event stream may
 * announce the change first. In that case the button is gone and the outcome has already happened.
 *
 * No press may stay pending, because it would hit the same button when the page is opened again.
 */
export async function pressTowards(outcome: Promise<unknown>, target: Locator): Promise<void> {
  let isOver = false;
  const over = outcome.finally(() => {
    isOver = true;
  });
  const press = async (): Promise<void> => {
    while (!isOver) {
      const found = await target.elementHandle({ timeout: PRESS_MS }).catch(() => null);
      if (isOver) return;
      const isPressed = await found?.click({ timeout: PRESS_MS }).then(
        () => true,
        () => false,
      );
      if (isPressed) return;
      await new Promise((settle) => setTimeout(settle, PAUSE_MS));
    }
  };
  await Promise.all([over, press()]);
}

/** Presses a button after the session has ended, and waits for the sign-in page. */
export const pressAfterEnd = (page: Page, target: Locator): Promise<void> =>
  pressTowards(page.waitForURL('**/user/login**'), target);

/** Finds the topmost dialog. */
export const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last();

/** Presses a dialog's confirm button. */
export const confirmDialog = (page: Page): Promise<void> =>
  dialogOf(page).locator('.ant-modal-footer .ant-btn-primary').click();

/** Opens an action of a row from its button or from the "more" menu. Does not confirm the action. */
export async function act(row: Locator, name: string): Promise<void> {
  await row.getByRole('button').last().waitFor();
  const direct = row.getByRole('button', { name: new RegExp(`^${name} `) });
  if ((await direct.count()) > 0) await direct.first().click();
  else {
    await row.getByRole('button', { name: new RegExp(`^${common.more} `) }).click();
    await row.page().getByRole('menuitem', { name, exact: true }).click();
  }
}

/** Passes the second verification with the SMS code. */
export async function verifyBySms(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: form.secondWhy });
  await dialog.getByRole('button', { name: form.sendCode }).click();
  await dialog.getByText(form.codeSentTo.split('{')[0] ?? '').waitFor();
  await dialog.locator('#second-code').fill(AUTOMATION_CODE);
  await dialog.getByRole('button', { name: form.secondConfirm }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function openUserMenu(page: Page, shell: { readonly userMenu: string }): Promise<void> {
  await page.getByRole('button', { name: new RegExp(shell.userMenu.split('{name}').at(-1) ?? '') }).click();
}

/** Returns a pattern for a button's text that allows a space between two characters. By default antd inserts such a space. */
export function spaced(text: string): RegExp {
  return new RegExp(`^${[...text].join('\\s?')}$`);
}

/** Reads the session token from a window's cookies. @returns an empty text when there is none */
export async function tokenOfWindow(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find((cookie) => cookie.name === SESSION_COOKIE)?.value ?? '';
}

/**
 * Waits for a condition that no locator can express.
 *
 * @throws Error with `what` on timeout
 */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
}

/** Returns the toasts since the last call, except those that {@link saidOn} has found. A toast that stays open is returned once. */
export function heardOn(page: Page): readonly string[] {
  const heard = messages.get(page) ?? [];
  messages.delete(page);
  return heard;
}

/**
 * Waits for a toast. The toast may already be closed. Each toast satisfies only one call.
 *
 * @param text section of the toast's text
 */
export async function saidOn(page: Page, text: string): Promise<void> {
  await until(`the page says "${text}"`, async () => {
    const heard = messages.get(page) ?? [];
    const at = heard.findIndex((message) => message.includes(text));
    if (at >= 0) messages.set(page, heard.toSpliced(at, 1));
    return at >= 0;
  });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/** axe rules about headings and landmarks. WCAG does not require them, but screen-reader users navigate by headings and landmarks. */
const STRUCTURE = ['heading-order', 'landmark-unique', 'landmark-one-main', 'region'];

/**
 * Script: finds table rows with the same elements, classes and states as an earlier row. Such a row has the same faults as the earlier
 * row. Checking all twenty rows would take most of the time.
 */
const REPEATED_ROWS = `(() => {
  const built = (node) => node.tagName + node.className + ['data-tone', 'data-state', 'role', 'disabled', 'aria-disabled', 'tabindex', 'style']
    .map((name) => node.getAttribute(name) ?? '').join();
  const seen = new Map();
  return [...document.querySelectorAll('tbody > tr')].filter((row) => {
    const shapes = seen.get(row.parentElement) ?? new Set();
    seen.set(row.parentElement, shapes);
    const shape = [row, ...row.querySelectorAll('*')].map(built).join(' ');
    return shapes.size === shapes.add(shape).size;
  });
})()`;

/**
 * Checks the page with axe: WCAG 2.2 A and AA, and the structure of the page. Table rows that repeat an earlier row are not checked.
 *
 * @param options.only axe rules to run instead of all
 * @returns one line for each finding
 */
export async function accessibilityFaults(page: Page, options: { readonly only?: readonly string[] } = {}) {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(`${axe.source}; undefined`);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const rules = Object.fromEntries(options.only ? [] : STRUCTURE.map((rule) => [rule, { enabled: true }]));
  const runOnly = options.only ? { type: 'rule', values: options.only } : { type: 'tag', values: tags };
  const result = await page.evaluate<AxeResult>(
    // None of these axe rules reads style sheets. Without `preload`, axe would first fetch and parse all of them.
    `axe.run({ include: [document], exclude: ${REPEATED_ROWS} }, { runOnly: ${JSON.stringify(runOnly)}, rules: ${JSON.stringify(rules)}, resultTypes: ['violations'], preload: { assets: ['media'] } })`,
  );
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) => `${id}: ${help} — ${node.target.join(' ')} — ${(node.failureSummary ?? '').split('\n').join(' ')}`,
    ),
  );
}

/** Takes a screenshot to debug a failing journey. Does nothing unless `JOURNEY_SHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.JOURNEY_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * Runs a journey in a fresh window and closes the window.
 *
 * @throws AssertionError when the pages had complaints that `allow` does not cover
 */
export async function inWindow(
  browser: Browser,
  options: VisitorOptions,
  journey: (page: Page, visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await newVisitor(browser, options);
  try {
    await journey(visitor.page, visitor);
  } catch (error) {
    await shot(visitor.page, `failed-${Date.now()}`);
    // The page's own messages, including the allowed ones, often explain the failure.
    if (!(error instanceof Error)) throw error;
    const report = `\nThe pages said:\n${await visitor.report()}`;
    error.message += report;
    // The test runner prints the stack instead of the message, so the report is added to both.
    error.stack = `${error.stack ?? ''}${report}`;
    throw error;
  } finally {
    await visitor.context.close();
  }
  assert.deepEqual(visitor.complaints(), []);
}
