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
export async function newVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
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
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation(line: string): void }).reportViolation;
      report(`${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`);
    });
  });
  const page = await context.newPage();
  const watch = (watched: Page) => {
    const where = () => URL.parse(watched.url())?.pathname ?? watched.url();
    watched.on('console', (message) => lines.push(`console ${message.type()}: ${message.text()} (${where()})`));
    watched.on('pageerror', (error) => lines.push(`thrown: ${error.stack ?? error.message} (${where()})`));
  };
  watch(page);
  context.on('page', watch);
  return {
    context,
    page,
    allow: (line) => allowed.push(line),
    complaints: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}

/** Signs in on the page `/user/login` with account and password. */
export async function signInByForm(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/user/login');
  await fillPasswordForm(page, account, password);
}

/** Fills and sends the password form that is already shown. */
export async function fillPasswordForm(page: Page, account: string, password: string): Promise<void> {
  await page.locator('input[name="account"]').fill(account);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="code"]').fill(AUTOMATION_CODE.slice(0, 4));
  await page.locator('button[type="submit"]').click();
}

/** Begins a session without the sign-in page: for journeys that are about something else. */
export async function enter(visitor: Visitor, tel: string): Promise<void> {
  const url = '/api/Login/loginFormPhoneVerify';
  const answer = await visitor.context.request.post(url, {
    data: { tel, code: AUTOMATION_CODE, sms_type: SMS_TYPE.login },
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { Authorization: string } };
  if (code !== 100) throw new Error(`${tel} could not sign in: ${code} ${msg}`);
  await giveSession(visitor.context, data.Authorization);
}

/** Puts a session's token where the console keeps it. */
export async function giveSession(context: BrowserContext, token: string): Promise<void> {
  const { baseURL } = (context as unknown as { _options: { baseURL: string } })._options;
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: baseURL }]);
}

/** Calls the API as the person of this window. */
export async function call(
  visitor: Visitor,
  method: 'GET' | 'POST',
  address: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<{ code: number; msg: string; data: Record<string, never> }> {
  const cookies = await visitor.context.cookies();
  const token = cookies.find((cookie) => cookie.name === SESSION_COOKIE)?.value ?? '';
  const headers = { Authorization: token, 'Idempotency-Key': crypto.randomUUID() };
  const url = `/api/${address}`;
  const answer =
    method === 'GET'
      ? await visitor.context.request.get(url, { headers, params: input as Record<string, string> })
      : await visitor.context.request.post(url, { headers, data: input });
  return (await answer.json()) as { code: number; msg: string; data: Record<string, never> };
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
  // By the debugging protocol, which the page's content security policy does not concern.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
  const result = (await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<unknown> } };
    return axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
  })) as AxeResult;
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

/** The telephone of the console's owner, as the database has it. */
export async function telOf(console: Console, account: string): Promise<string> {
  const row = await console.database?.db
    .selectFrom('account')
    .select('tel')
    .where('account', '=', account)
    .executeTakeFirst();
  if (!row) throw new Error(`There is no account ${account}`);
  return row.tel;
}
