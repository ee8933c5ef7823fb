import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { common } from '../../src/locales/zh-CN/common';
import { form } from '../../src/locales/zh-CN/form';
import { list } from '../../src/locales/zh-CN/list';
import { login } from '../../src/locales/zh-CN/login';
import { menu } from '../../src/locales/zh-CN/menu';
import {
  enter,
  fillPasswordForm,
  giveSession,
  heardOn,
  PATIENCE_MS,
  saidOn,
  tokenOfWindow,
  type Visitor,
} from '../support/browser';
import { setUpConsole } from '../support/journey';
import { hire, makeIdentity, ownerOf } from '../support/people';
import {
  atRest,
  BUILT,
  type Built,
  bared,
  begun,
  elapse,
  NOWHERE,
  pushTo,
  setWeather,
  watchWeather,
} from '../support/weather';

/**
 * Every built page in every state: while it loads, empty, failed, slow, closed to its reader, and with a session that has ended
 * before it opens or under it. The pages come from the route table: a new one joins by existing.
 */

const server = setUpConsole({}, async () => {
  const owner = await ownerOf(server);
  const { list: stations } = await owner.done('team.Team/getList', { limit: 100 });
  const [station] = stations.filter(({ status }) => status === 'operating');
  assert.ok(station);
  needs.set('/financial/teamFunding/detail', `?teamId=${station.id}`);
  for (const [index, { rule, name }] of BUILT.slice(0, 2).entries()) {
    const identity = await makeIdentity(owner, `只有${menu[name]}`, [rule]);
    const person = { account: `onlyone${index}`, name: menu[name], tel: `1980012300${index}` };
    strangers.push({ tel: (await hire(owner, person, [identity])).tel, rule });
  }
});
/** What stands in the address of a page that shows nothing without it. */
const needs = new Map<string, string>();
const addressOf = ({ path }: Built) => `${path}${needs.get(path) ?? ''}`;
/** People with one page each: between them they are refused every page. */
const strangers: { readonly tel: string; readonly rule: number }[] = [];

const LEFT_OFF = 'multistation-left-off';

const nowhere = (page: Page) => page.locator('main').getByRole('heading', { name: common.notFound });

/** Opens the console at an address that is no page. */
async function begin(page: Page): Promise<void> {
  await watchWeather(page);
  await page.goto(NOWHERE);
  await nowhere(page).waitFor();
  await atRest(page);
}

async function leave(page: Page): Promise<void> {
  await pushTo(page, NOWHERE);
  await nowhere(page).waitFor();
}

/** Leads to a page, until its frame is drawn: its title, not its data. */
async function openPage(page: Page, one: Built): Promise<void> {
  await pushTo(page, addressOf(one));
  await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
}

/** What can be seen of the state of a page. */
interface Sight {
  /** Regions that load. */
  readonly busy: number;
  /** Regions that say that they failed. */
  readonly alerts: readonly string[];
  readonly retries: number;
  readonly empty: readonly { readonly text: string; readonly steps: number }[];
  readonly rows: number;
  /** Characters below the title. */
  readonly words: number;
}
const see = (page: Page): Promise<Sight> =>
  page.evaluate<Sight>(`(() => {
    const main = document.querySelector('main');
    const seen = (css) => [...main.querySelectorAll(css)].filter((node) => node.offsetHeight > 0 && node.offsetWidth > 0);
    const text = (node) => node.textContent.trim();
    return {
      // A line of text or more: a bone, not a mark.
      busy: seen('[aria-busy="true"]').filter((node) => node.offsetHeight >= 16).length,
      alerts: seen('[role="alert"]').map(text),
      retries: seen('[role="alert"] button').filter((node) => text(node) === '${common.retry}').length,
      empty: seen('[data-empty]').map((node) => ({
        text: text(node.querySelector('p')),
        steps: node.querySelectorAll('a[href], button:enabled').length,
      })),
      rows: seen('tbody tr').length,
      words: text(main).length - text(main.querySelector('h1') ?? main).length,
    };
  })()`);

/** Presses Retry until no region offers it. */
async function retryAll(page: Page): Promise<void> {
  const retry = page.locator('main [role="alert"]').getByRole('button', { name: common.retry, exact: true });
  for (let round = 0; round < 20 && (await retry.count()) > 0; round += 1) {
    await retry.first().click();
    await atRest(page);
  }
}

/** Whether the page is whole: nothing failed, nothing loads. */
const isWhole = ({ busy, alerts }: Sight) => busy === 0 && alerts.length === 0;

/** What is seen once nothing loads any more: parts whose code comes later ask later. A page that loads for ever is seen as that. */
async function seeAtRest(page: Page): Promise<Sight> {
  for (let round = 0; ; round += 1) {
    await atRest(page);
    const sight = await see(page);
    if (sight.busy === 0 || round >= 60) return sight;
    await page.waitForTimeout(50);
  }
}

/** What is seen once `fits` what was waited for, or at last where it never does. The window is asked by `before` each time. */
async function seeOnce(
  page: Page,
  fits: (sight: Sight) => boolean,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Sight> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    await before();
    const sight = await see(page);
    if (fits(sight) || performance.now() > end) return sight;
    await page.waitForTimeout(50);
  }
}

/** What is seen of a page that waits for the server, as soon as it shows that it does, or that it failed. */
const seeWaiting = (page: Page): Promise<Sight> => seeOnce(page, ({ busy, alerts }) => busy > 0 || alerts.length > 0);

/**
 * One person over pages, from one address that is no page to the next: each page is drawn anew, and asks for the first time.
 *
 * @returns what was found
 */
async function overPages(
  page: Page,
  pages: readonly Built[],
  look: (one: Built, fault: (text: string) => void) => Promise<void>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  await begin(page);
  for (const one of pages) {
    await look(one, (text) => faults.push(`${one.path}: ${text}`));
    await leave(page);
  }
  return faults;
}

const asOwner = (journey: (page: Page, visitor: Visitor) => Promise<void>) =>
  server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await journey(page, visitor);
  });

test('while the server does not answer a page shows bones, takes filters and lets its reader go; when the wrapper’s patience ends it says so, and Retry brings it', async () => {
  await asOwner(async (page) => {
    const faults = await overPages(page, BUILT, async (one, fault) => {
      heardOn(page);
      await setWeather(page, 'held');
      await openPage(page, one);
      if ((await begun(page)).length === 0) fault('asks the server nothing');
      const loading = await seeWaiting(page);
      if (loading.busy === 0) fault('nothing shows that it loads');
      const early = heardOn(page);
      if (loading.alerts.length + early.length > 0) fault(`fails: ${JSON.stringify({ ...loading, early })}`);

      const keyword = page.locator('main search input[type="text"]:enabled').first();
      if ((await keyword.count()) > 0) {
        await keyword.fill('成都');
        await keyword.press('Enter');
        await page.waitForURL(/=%E6%88%90%E9%83%BD/);
        const filtered = await seeWaiting(page);
        if (filtered.busy === 0 || filtered.alerts.length > 0) fault(`filtered: ${JSON.stringify(filtered)}`);
      }
      await leave(page);
      await openPage(page, one);
      const again = await seeWaiting(page);
      if (again.busy === 0 || again.alerts.length > 0) fault(`opened again: ${JSON.stringify(again)}`);

      // What waits for other answers is asked once those have failed.
      const late = await seeOnce(
        page,
        ({ busy, retries }) => busy === 0 && retries > 0,
        () => elapse(page),
      );
      if (late.busy > 0 || late.retries === 0) fault(`after the wrapper’s patience: ${JSON.stringify(late)}`);
      if (!heardOn(page).some((text) => text.includes(common.networkError)))
        fault('does not say that the network failed');
      await setWeather(page, 'clear');
      await retryAll(page);
      const after = await seeAtRest(page);
      if (!isWhole(after)) fault(`after Retry: ${JSON.stringify(after)}`);
      for (const close of await page.getByRole('button', { name: common.closeMessage }).all()) {
        await close.click({ timeout: 500 }).catch(() => undefined);
      }
    });
    assert.deepEqual(faults, []);
  });
});

test('what the server fails at is said in its place, with reason, request id and Retry, and Retry brings it', async () => {
  await asOwner(async (page) => {
    const faults = await overPages(page, BUILT, async (one, fault) => {
      await setWeather(page, 'failing');
      await openPage(page, one);
      await begun(page);
      const failed = await seeAtRest(page);
      if (failed.busy > 0 || failed.retries === 0 || failed.retries !== failed.alerts.length) {
        fault(`no Retry: ${JSON.stringify(failed)}`);
      }
      for (const text of failed.alerts) {
        const says = [list.loadFailed, 'proof of failure', common.requestId.replace('{id}', 'proof-')];
        if (!says.every((part) => text.includes(part))) fault(`says only ${text}`);
      }
      await setWeather(page, 'clear');
      await retryAll(page);
      const after = await seeAtRest(page);
      if (!isWhole(after)) fault(`after Retry: ${JSON.stringify(after)}`);
    });
    assert.deepEqual(faults, []);
  });
});

test('a list without rows says what will stand there and offers a next step; a page without lists stays whole', async () => {
  await asOwner(async (page) => {
    let lists = 0;
    const faults = await overPages(page, BUILT, async (one, fault) => {
      await setWeather(page, 'bare');
      await openPage(page, one);
      await begun(page);
      const sight = await seeAtRest(page);
      if (!isWhole(sight) || sight.words === 0) fault(JSON.stringify(sight));
      if ((await page.locator('main search').count()) > 0 && (await bared(page)).length > 0) {
        lists += 1;
        if (sight.rows > 0 || sight.empty.length === 0) fault(`no empty state: ${JSON.stringify(sight)}`);
      }
      for (const { text, steps } of sight.empty) if (text.length < 8 || steps === 0) fault(`no next step: ${text}`);
      await setWeather(page, 'clear');
    });
    assert.deepEqual(faults, []);
    assert.ok(lists >= 8, `only ${lists} pages showed an empty list`);
  });
});

test('whoever lacks the rule of a page sees the 403 page, which right is missing, and who can grant it', async () => {
  const faults: string[] = [];
  const refused = new Set<string>();
  for (const { tel, rule } of strangers) {
    const closed = BUILT.filter((one) => one.rule !== rule && !refused.has(one.path));
    for (const { path } of closed) refused.add(path);
    await server.visit(async (page, visitor) => {
      await enter(visitor, tel);
      const found = await overPages(page, closed, async ({ path, name }, fault) => {
        await pushTo(page, path);
        const main = page.locator('main');
        await main.getByRole('heading', { name: common.forbidden }).waitFor();
        const about = main.locator('dl');
        await about.waitFor();
        const text = (await about.textContent()) ?? '';
        if (!text.includes(`${form.missingRight}${menu[name]}`)) fault(`names another right: ${text}`);
        if (!/\S/.test(text.split(form.granters)[1] ?? '')) fault(`names nobody: ${text}`);
        if ((await main.getByRole('button', { name: form.askFor }).count()) === 0) fault('cannot be asked for');
        if ((await main.locator('table, form').count()) > 0) fault('shows something of the page');
      });
      faults.push(...found);
    });
  }
  assert.deepEqual(faults, []);
  assert.equal(refused.size, BUILT.length);
});

/** The address that the window offers after the next sign-in. */
const offered = (page: Page): Promise<string> =>
  page.evaluate<string>(`JSON.parse(sessionStorage.getItem('${LEFT_OFF}') ?? '{}').address ?? ''`);

test('a session that has ended before a page opens leads to the sign-in, which keeps the address for whoever signs in', async () => {
  const faults: string[] = [];
  await server.visit(async (page, visitor) => {
    for (const one of BUILT) {
      await giveSession(visitor, 'x'.repeat(43));
      await page.goto(addressOf(one));
      await page.waitForURL('**/user/login');
      await page.getByRole('tab', { name: login.tabPassword }).waitFor();
      if ((await offered(page)) !== addressOf(one)) faults.push(`${one.path}: keeps "${await offered(page)}"`);
      if ((await tokenOfWindow(visitor.context)) !== '') faults.push(`${one.path}: keeps the token`);
    }
    await fillPasswordForm(page, server.owner.account, server.owner.password);
    await page.getByRole('button', { name: login.submit, exact: true }).click();
    await page.waitForURL('**/dashboard/index');
    const last = BUILT.at(-1);
    assert.ok(last);
    await page.locator('main').getByRole('link', { name: menu[last.name] }).first().click();
    await page.waitForURL(`**${addressOf(last)}`);
  });
  assert.deepEqual(faults, []);
});

test('a session that ends under a page: the next call says so and leads to the sign-in, which keeps the address', async () => {
  const faults: string[] = [];
  await asOwner(async (page, visitor) => {
    const token = await tokenOfWindow(visitor.context);
    await watchWeather(page);
    for (const one of BUILT) {
      await giveSession(visitor, token);
      await page.goto(addressOf(one));
      await page.locator('main h1').first().waitFor();
      await atRest(page);
      heardOn(page);
      await setWeather(page, 'dead');
      if (!(await pressUntilOver(page))) {
        faults.push(`${one.path}: nothing that was pressed noticed it`);
        continue;
      }
      await page.getByRole('tab', { name: login.tabPassword }).waitFor();
      await saidOn(page, common.loginExpired).catch(() => faults.push(`${one.path}: does not say so`));
      if (heardOn(page).some((text) => text.includes(common.loginExpired))) faults.push(`${one.path}: says so twice`);
      if (!(await offered(page)).startsWith(addressOf(one))) faults.push(`${one.path}: keeps "${await offered(page)}"`);
      if ((await tokenOfWindow(visitor.context)) !== '') faults.push(`${one.path}: keeps the token`);
    }
  });
  assert.deepEqual(faults, []);
});

/** How many things of a page are pressed until one of them must have called the server. */
const PRESSES = 12;
/** So long after the last of them nothing more is awaited of them. */
const OVER_MS = 10_000;

/** Presses what a page offers, its reloading first, until the window is at the sign-in. */
async function pressUntilOver(page: Page): Promise<boolean> {
  const isOver = () => new URL(page.url()).pathname === '/user/login';
  const reload = page.getByRole('button', { name: list.refresh, exact: true });
  const others = page.locator('main button:enabled:visible:not([aria-selected="true"])');
  for (const one of [...(await reload.all()), ...(await others.all())].slice(0, PRESSES)) {
    await one.click({ timeout: 1_000 }).catch(() => undefined);
    if ((await begun(page, 400)).length > 0) await page.waitForURL('**/user/login').catch(() => undefined);
    if (isOver()) return true;
    await page.keyboard.press('Escape');
  }
  // The answer to the last press may still be on its way.
  await page.waitForURL('**/user/login', { timeout: OVER_MS }).catch(() => undefined);
  return isOver();
}
