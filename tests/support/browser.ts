import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { source as axeSource } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { SMS_TYPE } from '../../contract/limits';
import type { Locale } from '../../contract/text';
import { AUTOMATION_CODE, type Console } from './console';

const VIEWPORT = { width: 1440, height: 900 };
/** Nothing on the page may take longer than this to appear; a slow build machine needs some of it. */
const PATIENCE_MS = 15_000;
const SESSION_COOKIE = 'multistation-token';

/** Flags of every browser that tests and benches start: no sandbox for root in containers, no traffic of its own. */
export const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-first-run',
];

/** Where Chromium is. */
export const chromiumPath = (): string => process.env.CHROMIUM ?? '/usr/bin/chromium';

/** @throws Error in one line when there is no Chromium */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}: install it, or set CHROMIUM to the path of one.`);
  }
  return chromium.launch({ executablePath, headless: true, args: BROWSER_ARGUMENTS });
}

/** A browser window of one person, with everything that its pages complained about. */
export interface Visitor {
  readonly baseURL: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Lines that are part of what the test provokes. */
  allow(line: RegExp): void;
  /** What was written to the console, thrown, or refused by the content security policy, other than what is allowed. */
  complaints(): readonly string[];
}

export interface VisitorOptions {
  readonly baseURL: string;
  readonly locale?: Locale;
  /** Colours that the operating system asks for. */
  readonly colorScheme?: 'light' | 'dark';
}

/** A fresh profile: no cookies, no storage, no cache. */
async function newVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: options.baseURL,
    viewport: VIEWPORT,
    locale: options.locale ?? 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: options.colorScheme ?? 'light',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  await context.exposeBinding('reportViolation', (_source, violation: string) => lines.push(`policy: ${violation}`));
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' at ' + location.pathname));`,
  );
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
  };
}

/** Fills the password form that is shown. */
export async function fillPasswordForm(page: Page, account: string, password: string): Promise<void> {
  // Its id is part of what is sent.
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

/** The owner's first sign-in, without the page: afterwards the owner has the password that the tests know. */
export async function settleOwner(browser: Browser, { baseURL, owner }: Console): Promise<void> {
  const visitor = await newVisitor(browser, { baseURL });
  const captcha = { captchaId: 'automation', code: AUTOMATION_CODE.slice(0, 4) };
  const first = await post(visitor, 'Login/login', {
    account: owner.account,
    password: owner.oneTimePassword,
    ...captcha,
  });
  const { password } = owner;
  const changed = await post(
    visitor,
    'Login/changeInitialPassword',
    { password, confirmPassword: password },
    tokenOf(first),
  );
  tokenOf(changed);
  await visitor.context.close();
}

/** Begins a session without the sign-in page: for journeys that are about something else. */
export async function enter(visitor: Visitor, tel: string): Promise<void> {
  const answer = await post(visitor, 'Login/loginFormPhoneVerify', {
    tel,
    code: AUTOMATION_CODE,
    sms_type: SMS_TYPE.login,
  });
  await giveSession(visitor, tokenOf(answer));
}

/** Puts a session's token where the console keeps it. */
export async function giveSession({ context, baseURL }: Visitor, token: string): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: baseURL }]);
}

/** A button's two Chinese characters, which the component library sets apart. */
export function spaced(text: string): RegExp {
  return new RegExp(`^${[...text].join('\\s?')}$`);
}

/** The session's token that a window holds; empty when it holds none. */
export async function tokenOfWindow(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find((cookie) => cookie.name === SESSION_COOKIE)?.value ?? '';
}

/**
 * Waits until something holds that no locator can wait for.
 *
 * @throws Error with `what` when it does not hold in time
 */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/**
 * Runs axe over the page: WCAG 2.2 A and AA.
 *
 * @returns one line for each serious or critical finding
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(`${axeSource}; undefined`);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const result = await page.evaluate<AxeResult>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`,
  );
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        (node) => `${id}: ${help} — ${node.target.join(' ')} — ${(node.failureSummary ?? '').split('\n').join(' ')}`,
      ),
    );
}

/** A picture for whoever looks into a failing journey; taken only when `JOURNEY_SHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.JOURNEY_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * Runs a journey in a fresh window, and closes it.
 *
 * @throws AssertionError when its pages complained about anything that `allow` does not name
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
    // What the page said is often the reason.
    const lines = visitor.complaints();
    if (error instanceof Error && lines.length > 0) error.message += `\nThe pages said:\n${lines.join('\n')}`;
    throw error;
  } finally {
    await visitor.context.close();
  }
  assert.deepEqual(visitor.complaints(), []);
}
