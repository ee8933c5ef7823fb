import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { form } from '../../contract/locales/zh-CN/form';
import { list } from '../../contract/locales/zh-CN/list';
import { login } from '../../contract/locales/zh-CN/login';
import { menu } from '../../contract/locales/zh-CN/menu';
import {
  enter,
  fillPasswordForm,
  giveSession,
  heardOn,
  saidOn,
  TIMEOUT_MS,
  tokenOfWindow,
  until,
  type Visitor,
} from '../support/browser';
import { setUpConsole } from '../support/journey';
import {
  controlNetwork,
  emptiedLists,
  expireTimeouts,
  setNetworkCondition,
  waitForRequests,
  waitUntilIdle,
} from '../support/networkConditions';
import { BUILT_PAGES, type BuiltPage, pushTo, UNKNOWN_PATH } from '../support/pageCatalogue';
import { hasNextStep, isHealthy, type PageState, readPageState, readSettledState } from '../support/pageState';
import { findTab, openTab, pageAddresses, shownPanel, unselectedTabs } from '../support/pageTabs';
import { hire, makeIdentity, ownerOf } from '../support/people';
import { leastToday, shareOfToday } from '../support/seed';

/**
 * Tests built pages and tabs in these states: loading, empty, failed, slow, forbidden, and after the end of the session. The
 * session ends before or after the page opens. For each of the states loading, failed and empty, the test visits another sixth of the
 * pages each day, so six days cover all pages. Pages are read from the route table and tabs from the pages, so new pages and tabs are
 * tested automatically.
 */

const server = setUpConsole({ still: true }, async () => {
  const owner = await ownerOf(server);
  addressOf = await pageAddresses(server);
  for (const [index, { rule, name }] of BUILT_PAGES.slice(0, 2).entries()) {
    const identity = await makeIdentity(owner, `只有${menu[name]}`, [rule]);
    const person = { account: `onlyone${index}`, name: menu[name], tel: `1980012300${index}` };
    strangers.push({ tel: (await hire(owner, person, [identity])).tel, rule });
  }
});
let addressOf: (one: BuiltPage) => string;
/** Accounts that may each open only one page. Together they test the refusal of every page. */
const strangers: { readonly tel: string; readonly rule: number }[] = [];

const LEFT_OFF = 'multistation-left-off';

const nowhere = (page: Page) => page.locator('main').getByRole('heading', { name: common.notFound });

/** Opens the console at a URL that has no page. */
async function begin(page: Page): Promise<void> {
  await controlNetwork(page);
  await page.goto(UNKNOWN_PATH);
  await nowhere(page).waitFor();
  await waitUntilIdle(page);
}

async function leave(page: Page): Promise<void> {
  await pushTo(page, UNKNOWN_PATH);
  await nowhere(page).waitFor();
}

/** Navigates to a page and waits for its title, not for its data. */
async function openPage(page: Page, one: BuiltPage): Promise<void> {
  await pushTo(page, addressOf(one));
  await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
}

/** Presses Retry, at most 20 times, until no region offers it. */
async function retryAll(page: Page): Promise<void> {
  const retry = page.locator('main [role="alert"]').getByRole('button', { name: common.retry, exact: true });
  for (let round = 0; round < 20 && (await retry.count()) > 0; round += 1) {
    await retry.first().click();
    await waitUntilIdle(page);
  }
}

/** Polls the page's state until `fits` accepts it. Returns the last state on timeout. `before` runs before each poll. */
async function seeOnce(
  page: Page,
  fits: (state: PageState) => boolean,
  before: () => Promise<unknown> = async () => undefined,
): Promise<PageState> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    await before();
    const state = await readPageState(page);
    if (fits(state) || performance.now() > end) return state;
    await page.waitForTimeout(50);
  }
}

/** Waits until the page shows that it is loading or has failed. */
const seeWaiting = (page: Page): Promise<PageState> =>
  seeOnce(page, ({ busy, alerts }) => busy > 0 || alerts.length > 0);

type Fault = (text: string) => void;

/**
 * Visits pages as one user, and then the unselected tabs of each page. Between two pages the window shows an unknown URL, so that each
 * page mounts again and sends its first requests. Tabs send their requests when they are selected.
 *
 * @param turn which sixth of the pages
 * @param lookAtTab called on a loaded page before the tab is selected; must leave the network normal
 * @returns the faults found
 */
async function overPages(
  page: Page,
  turn: number,
  look: (one: BuiltPage, fault: Fault) => Promise<void>,
  lookAtTab: (tab: string, fault: Fault) => Promise<void>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  await begin(page);
  for (const one of shareOfToday(BUILT_PAGES, turn)) {
    await look(one, (text) => faults.push(`${one.path}: ${text}`));
    for (const key of await unselectedTabs(page)) {
      tabsSeen.add(`${one.path} ${key}`);
      await lookAtTab(key, (text) => faults.push(`${one.path}, ${key}: ${text}`));
    }
    await leave(page);
  }
  walks += 1;
  return faults;
}

/** Minimum number of unselected tabs over all pages. A lower count means that the test did not visit all of them. */
const TABS = 20;
const tabsSeen = new Set<string>();
/** Number of tests that visit their share of the pages by {@link overPages}. */
const WALKS = 3;
let walks = 0;
test.afterAll(() => {
  // Each of these tests visits different pages. With `EVERY_PAGE=1` each test visits all pages.
  const least = Math.min(TABS, WALKS * leastToday(TABS));
  if (walks === WALKS) assert.ok(tabsSeen.size >= least, `only ${tabsSeen.size} tabs were found`);
});
/** Selects a tab. Waits until it sends a request or shows its panel. @returns whether it sent a request */
async function choose(page: Page, tab: string): Promise<boolean> {
  await findTab(page, tab).click();
  const hasBegun = waitForRequests(page).catch(() => []);
  await Promise.race([hasBegun, shownPanel(page).waitFor()]);
  return (await waitForRequests(page, 0)).length > 0;
}

const asOwner = (journey: (page: Page, visitor: Visitor) => Promise<void>) =>
  server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await journey(page, visitor);
  });

/**
 * Closes all messages. An open message could cover the next element to press. A message that is still open also does not appear again
 * at the next failure.
 */
async function closeMessages(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: common.closeMessage });
  await until('all messages are closed', async () => {
    for (const one of await close.all()) await one.click({ timeout: 500 }).catch(() => undefined);
    return (await close.count()) === 0;
  });
}

test('a page without an answer shows skeletons and stays usable; after the timeout it shows the error, and Retry loads it', async () => {
  await asOwner(async (page) => {
    const faults = await overPages(
      page,
      0,
      async (one, fault) => {
        heardOn(page);
        await setNetworkCondition(page, 'pending');
        await openPage(page, one);
        if ((await waitForRequests(page)).length === 0) fault('asks the server nothing');
        const loading = await seeWaiting(page);
        if (loading.busy === 0) fault('nothing shows that it loads');
        const early = heardOn(page);
        if (loading.alerts.length + early.length > 0) fault(`fails: ${JSON.stringify({ ...loading, early })}`);

        const keyword = page.locator('main search input[type="text"]:enabled:not([role="combobox"])').first();
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

        // Expire the timeouts repeatedly, because some requests are sent only after other requests have failed.
        const late = await seeOnce(
          page,
          ({ busy, retries }) => busy === 0 && retries > 0,
          () => expireTimeouts(page),
        );
        if (late.busy > 0 || late.retries === 0) fault(`after the wrapper’s patience: ${JSON.stringify(late)}`);
        await saidOn(page, common.networkError).catch(() => fault('does not say that the network failed'));
        await setNetworkCondition(page, 'normal');
        await retryAll(page);
        const after = await readSettledState(page);
        if (!isHealthy(after)) fault(`after Retry: ${JSON.stringify(after)}`);
        await closeMessages(page);
      },
      async (tab, fault) => {
        heardOn(page);
        await setNetworkCondition(page, 'pending');
        if (await choose(page, tab)) {
          const loading = await seeWaiting(page);
          if (loading.busy === 0 || loading.alerts.length > 0) fault(`while it loads: ${JSON.stringify(loading)}`);
          const late = await seeOnce(
            page,
            ({ busy, retries }) => busy === 0 && retries > 0,
            () => expireTimeouts(page),
          );
          if (late.busy > 0 || late.retries === 0) fault(`after the wrapper’s patience: ${JSON.stringify(late)}`);
        }
        await setNetworkCondition(page, 'normal');
        await retryAll(page);
        const after = await readSettledState(page);
        if (!isHealthy(after)) fault(`after Retry: ${JSON.stringify(after)}`);
        await closeMessages(page);
      },
    );
    assert.deepEqual(faults, []);
  });
});

test('a failed request shows an alert in its place with reason, request id and Retry, and Retry loads the data', async () => {
  await asOwner(async (page) => {
    const judge = async (fault: Fault) => {
      const failed = await readSettledState(page);
      if (failed.busy > 0 || failed.retries === 0 || failed.retries !== failed.alerts.length) {
        fault(`no Retry: ${JSON.stringify(failed)}`);
      }
      for (const text of failed.alerts) {
        const says = [list.loadFailed, 'proof of failure', common.requestId.replace('{id}', 'proof-')];
        if (!says.every((part) => text.includes(part))) fault(`says only ${text}`);
      }
      await setNetworkCondition(page, 'normal');
      await retryAll(page);
      const after = await readSettledState(page);
      if (!isHealthy(after)) fault(`after Retry: ${JSON.stringify(after)}`);
    };
    const faults = await overPages(
      page,
      1,
      async (one, fault) => {
        await setNetworkCondition(page, 'failing');
        await openPage(page, one);
        await waitForRequests(page);
        await judge(fault);
      },
      async (tab, fault) => {
        await setNetworkCondition(page, 'failing');
        if (await choose(page, tab)) await judge(fault);
        else await setNetworkCondition(page, 'normal');
      },
    );
    assert.deepEqual(faults, []);
  });
});

test('an empty list says what will appear there and offers a next step; a page without lists stays complete', async () => {
  await asOwner(async (page) => {
    let lists = 0;
    const judge = async (fault: Fault) => {
      const state = await readSettledState(page);
      if (!isHealthy(state) || state.words === 0) fault(JSON.stringify(state));
      if ((await page.locator('main search').count()) > 0 && (await emptiedLists(page)).length > 0) {
        lists += 1;
        if (state.rows > 0 || state.empty.length === 0) fault(`no empty state: ${JSON.stringify(state)}`);
      }
      for (const one of state.empty) if (!hasNextStep(one)) fault(`no next step: ${one.text}`);
      await setNetworkCondition(page, 'normal');
    };
    const faults = await overPages(
      page,
      2,
      async (one, fault) => {
        await setNetworkCondition(page, 'emptyLists');
        await openPage(page, one);
        await waitForRequests(page);
        await judge(fault);
      },
      async (tab, fault) => {
        await setNetworkCondition(page, 'emptyLists');
        await openTab(page, tab);
        await judge(fault);
      },
    );
    assert.deepEqual(faults, []);
    assert.ok(lists >= leastToday(12), `only ${lists} lists were empty`);
  });
});

test('users without the rule of a page see the 403 page with the missing permission and who can grant it', async () => {
  const faults: string[] = [];
  const refused = new Set<string>();
  for (const { tel, rule } of strangers) {
    const closed = BUILT_PAGES.filter((one) => one.rule !== rule && !refused.has(one.path));
    for (const { path } of closed) refused.add(path);
    await server.visit(async (page, visitor) => {
      await enter(visitor, tel);
      await begin(page);
      for (const { path, name } of closed) {
        const fault = (text: string) => faults.push(`${path}: ${text}`);
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
        await leave(page);
      }
    });
  }
  assert.deepEqual(faults, []);
  assert.equal(refused.size, BUILT_PAGES.length);
});

/** Reads the URL that the window will offer after the next sign-in. */
const offered = (page: Page): Promise<string> =>
  page.evaluate<string>(`JSON.parse(sessionStorage.getItem('${LEFT_OFF}') ?? '{}').address ?? ''`);

test('a session that has ended before a page opens leads to the sign-in, which keeps the address for the next sign-in', async () => {
  const faults: string[] = [];
  const pages = shareOfToday(BUILT_PAGES, 0);
  await server.visit(async (page, visitor) => {
    for (const [at, one] of pages.entries()) {
      // Each page gets a new token. A late response to the previous page then ends only the session of the previous page.
      await giveSession(visitor, String(at).padStart(43, 'x'));
      await page.goto(addressOf(one));
      await page.waitForURL('**/user/login');
      await page.getByRole('tab', { name: login.tabPassword }).waitFor();
      if ((await offered(page)) !== addressOf(one)) faults.push(`${one.path}: keeps "${await offered(page)}"`);
      if ((await tokenOfWindow(visitor.context)) !== '') faults.push(`${one.path}: keeps the token`);
    }
    await fillPasswordForm(page, server.owner.account, server.owner.password);
    await page.getByRole('button', { name: login.submit, exact: true }).click();
    await page.waitForURL('**/dashboard/index');
    const last = pages.at(-1);
    assert.ok(last);
    await page.locator('main').getByRole('link', { name: menu[last.name] }).first().click();
    await page.waitForURL(`**${addressOf(last)}`);
  });
  assert.deepEqual(faults, []);
});

test('when a session ends while a page is open, the next call shows it and leads to the sign-in, which keeps the address', async () => {
  const faults: string[] = [];
  await asOwner(async (page, visitor) => {
    const token = await tokenOfWindow(visitor.context);
    await controlNetwork(page);
    for (const one of shareOfToday(BUILT_PAGES, 0)) {
      await giveSession(visitor, token);
      await page.goto(addressOf(one));
      await page.locator('main h1').first().waitFor();
      await waitUntilIdle(page);
      heardOn(page);
      await setNetworkCondition(page, 'expired');
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

test('when a session ends before a tab is selected, the tab leads to the sign-in, which keeps the address of the page', async () => {
  const faults: string[] = [];
  await asOwner(async (page, visitor) => {
    const token = await tokenOfWindow(visitor.context);
    await begin(page);
    let chosen = 0;
    for (const one of shareOfToday(BUILT_PAGES, 1)) {
      await openPage(page, one);
      await readSettledState(page);
      // Test one tab with requests per page, because each tab takes as long as a whole page.
      for (const key of await unselectedTabs(page)) {
        // A background request of the frame may notice the ended session first.
        await setNetworkCondition(page, 'expired');
        const isOver = page.waitForURL('**/user/login', { timeout: OVER_MS }).then(
          () => true,
          () => false,
        );
        await findTab(page, key)
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        if (!(await isOver)) {
          await setNetworkCondition(page, 'normal');
          continue;
        }
        chosen += 1;
        await page.getByRole('tab', { name: login.tabPassword }).waitFor();
        if (!(await offered(page)).startsWith(one.path))
          faults.push(`${one.path}, ${key}: keeps "${await offered(page)}"`);
        if ((await tokenOfWindow(visitor.context)) !== '') faults.push(`${one.path}, ${key}: keeps the token`);
        await giveSession(visitor, token);
        await page.goto(UNKNOWN_PATH);
        await nowhere(page).waitFor();
        break;
      }
      await setNetworkCondition(page, 'normal');
      await leave(page);
    }
    assert.ok(chosen >= leastToday(4), `only ${chosen} pages have tabs that ask`);
  });
  assert.deepEqual(faults, []);
});

/** Maximum number of elements to press. At least one of them must call the server. */
const PRESSES = 12;
/** Longest wait for the sign-in page after the last press, in milliseconds. */
const OVER_MS = 10_000;

/** Presses up to {@link PRESSES} elements of a page, first its reload button. @returns whether the window then shows the sign-in */
async function pressUntilOver(page: Page): Promise<boolean> {
  const isOver = () => new URL(page.url()).pathname === '/user/login';
  const reload = page.getByRole('button', { name: list.refresh, exact: true });
  const others = page.locator('main button:enabled:visible:not([aria-selected="true"])');
  for (const one of [...(await reload.all()), ...(await others.all())].slice(0, PRESSES)) {
    await one.click({ timeout: 1_000 }).catch(() => undefined);
    if ((await waitForRequests(page, 400)).length > 0) await page.waitForURL('**/user/login').catch(() => undefined);
    if (isOver()) return true;
    await page.keyboard.press('Escape');
  }
  // The response to the last press may still be pending, so we wait.
  await page.waitForURL('**/user/login', { timeout: OVER_MS }).catch(() => undefined);
  return isOver();
}
