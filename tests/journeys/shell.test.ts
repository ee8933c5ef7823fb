import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { form } from '../../contract/locales/zh-CN/form';
import { menu } from '../../contract/locales/zh-CN/menu';
import { shell } from '../../contract/locales/zh-CN/shell';
import { accessibilityFaults, enter, shot, signInByForm, until } from '../support/browser';
import { startFront } from '../support/front';
import { setUpConsole } from '../support/journey';
import { lastingFaults } from '../support/layout';
import { BUILT_PAGES, leavePage, pushTo, UNKNOWN_PATH } from '../support/pageCatalogue';
import { reflowFaults } from '../support/reflow';
import { shareOfToday } from '../support/seed';

/** Tests the frame around the pages, for example offline use, updates, missing code chunks, preferences and right-to-left layout. */

const HOME = '/dashboard/index';
/** Matches the browser's console messages while a test has disconnected the network. */
const LOST = /Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Loading (CSS )?chunk|net::ERR_/;

const server = setUpConsole({}, async () => {
  tel = await server.telOf('operations');
});
let tel: string;

const workbench = (page: Page) => page.locator('main canvas').first().waitFor();

test('pausing the console in developer tools opens a blank page; the next visit shows a message and sends a report', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto(HOME);
    await workbench(page);
    const isRefused = (event: string) => page.evaluate(`!document.body.dispatchEvent(${event})`) as Promise<boolean>;
    const options = '{ bubbles: true, cancelable: true';
    await until('the monitor watches', () => isRefused(`new MouseEvent('contextmenu', ${options} })`));
    assert.equal(await isRefused(`new KeyboardEvent('keydown', ${options}, key: 'F12' })`), true);
    assert.equal(await isRefused(`new KeyboardEvent('keydown', ${options}, key: 'F4' })`), false);

    const tools = await page.context().newCDPSession(page);
    tools.on('Debugger.paused', () => {
      setTimeout(() => void tools.send('Debugger.resume').catch(() => undefined), 150);
    });
    await tools.send('Debugger.enable');
    await page.waitForURL('about:blank');
    await tools.detach();

    await page.goto(HOME);
    const dialog = page.getByRole('dialog', { name: shell.monitorReport });
    await dialog.waitFor();
    await shot(page, 'monitor');
    assert.match((await dialog.textContent()) ?? '', new RegExp(shell.monitorReported));
    assert.equal(await page.evaluate(`localStorage.getItem('PLD_MONITORING')`), null);
    assert.deepEqual(await accessibilityFaults(page), []);
    await dialog.getByRole('button').click();
    await dialog.waitFor({ state: 'detached' });
  });
});

const NO_NETWORK = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Waits until the offline worker is active, reloads, and waits until the worker controls the page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await until('the worker controls the page', () => page.evaluate('navigator.serviceWorker.controller !== null'));
}

test('without a network the console opens and says so, and it loads its data when the network is back', async () => {
  await server.visit({ offlineWorker: true }, async (page, visitor) => {
    visitor.allow(LOST);
    await enter(visitor, tel);
    await page.goto(HOME);
    await workbench(page);
    await kept(page);
    await visitor.context.setOffline(true);
    await page.getByText(common.offline).waitFor();
    await page.reload();
    await page.getByText(shell.loadFailed).waitFor();
    // The full browser considers a new document online, so we override the network state.
    const network = await visitor.context.newCDPSession(page);
    await network.send('Network.overrideNetworkState', { ...NO_NETWORK, offline: true });
    await page.getByText(common.offline).waitFor();
    await shot(page, 'offline');
    assert.deepEqual(await accessibilityFaults(page), []);
    await visitor.context.setOffline(false);
    // The page retries once at the `online` event, so the network must already work when the event fires.
    await network.send('Network.overrideNetworkState', { ...NO_NETWORK, offline: false });
    await workbench(page);
    await page.getByText(common.offline).waitFor({ state: 'detached' });
    // Responses of the API must not be cached.
    const addresses = await page.evaluate<string[]>(
      `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
        .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`,
    );
    assert.ok(addresses.length > 50);
    assert.deepEqual(
      addresses.filter((address) => address.startsWith('/api/')),
      [],
    );
  });
});

test('a new version is offered, waits for unsaved work, and loads once; a disabled offline worker leaves no caches', async () => {
  const front = await startFront(server.baseURL);
  try {
    await server.visit({ baseURL: front.baseURL, offlineWorker: true }, async (page, visitor) => {
      await enter(visitor, tel);
      await page.goto('/teamList/addTeam');
      await page.locator('main form input').first().waitFor();
      await kept(page);
      let loads = 0;
      page.on('load', () => {
        loads += 1;
      });
      const name = page.locator('main form').getByRole('textbox').first();
      await name.fill('未提交的站点');

      front.alter('/sw.js', (text) => `${text}\n// another version`);
      await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update())');
      const offer = page.getByText(common.newContent);
      await offer.waitFor();
      await shot(page, 'update');
      const refresh = page.getByRole('button', { name: common.refresh, exact: true });
      await refresh.click();
      const stay = page.getByRole('button', { name: form.stay });
      await stay.click();
      assert.equal(await name.inputValue(), '未提交的站点');
      assert.equal(loads, 0);
      // Wait until the dialog is hidden, because a dialog that fades out ignores presses.
      await stay.waitFor({ state: 'hidden' });

      await refresh.click();
      await page.getByRole('button', { name: form.leaveAnyway }).click();
      await until('the page loads', async () => loads > 0);
      await page.locator('main form input').first().waitFor();
      const waiting = 'navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)';
      await until('the new version is in charge', async () => !(await page.evaluate(waiting)));
      assert.equal(loads, 1);
      assert.equal(await offer.isVisible(), false);

      front.alter('/config.js', (text) => text.replace('offline: true', 'offline: false'));
      await page.goto(HOME);
      await workbench(page);
      const left = `Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then((found) => found.flat().length)`;
      await until('workers and caches are gone', async () => (await page.evaluate(left)) === 0);
    });
  } finally {
    front.close();
  }
});

test('a code chunk that fails once is fetched again; a chunk that always fails leaves a message with a reload button', async () => {
  await server.visit(async (page, visitor) => {
    visitor.allow(LOST);
    visitor.allow(/ChunkLoadError|CSS_CHUNK_LOAD_FAILED|TeamList|teamList/);
    await enter(visitor, tel);
    let lost = 0;
    const lose = (times: number, ending: string) => {
      let left = times;
      return page.route(`**/p__teamList__index__index.*${ending}`, (route) => {
        left -= 1;
        if (left < 0) return route.continue();
        lost += 1;
        return route.abort();
      });
    };
    const rows = page.locator('main tbody tr code').first();
    for (const ending of ['.js', '.css']) {
      lost = 0;
      await lose(1, ending);
      // The framework preloads a page's code before the application runs. If the preload fails, the code must be fetched again.
      await page.route('**/umi.*.js', async (route) => {
        if (ending === '.js') await until('the first try is lost', async () => lost > 0);
        await route.continue();
      });
      await page.goto('/teamList/index');
      await rows.waitFor();
      assert.equal(lost, 1, ending);
      await page.unrouteAll();

      await lose(Number.POSITIVE_INFINITY, ending);
      await page.goto('/teamList/index');
      const title = ending === '.js' ? common.chunkFailed : common.styleFailed;
      await page.getByText(title).waitFor();
      await shot(page, `lost${ending}`);
      await page.unrouteAll();
      await page.getByRole('button', { name: common.reload }).click();
      await rows.waitFor();
      await page.unrouteAll();
    }
  });
});

test('the header highlights the group of the open page, or "More" while the group does not fit', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    const marked = () =>
      page
        .getByRole('banner')
        .getByRole('menuitem')
        .evaluateAll((all) =>
          all
            .filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
            .map(({ textContent }) => textContent),
        );
    for (const [width, name] of [
      [1920, menu.rightsManagement],
      [1100, shell.moreGroups],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/rightsManagement/identity');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until(`${name} is marked`, async () => (await marked()).join() === name);
    }
  });
});

test('at every width the groups and "More" end before the search field', async () => {
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    await page.goto('/rightsManagement/identity');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (let width = 1_000; width <= 1_900; width += 50) {
      await page.setViewportSize({ width, height: 900 });
      await until(`nothing lies under the search at ${width} pixels`, () =>
        page.evaluate<boolean>(`(() => {
          const nav = document.querySelector('header nav');
          const ends = [...nav.querySelectorAll('ul > li:not([aria-hidden="true"])')].map((one) => one.getBoundingClientRect().right);
          return ends.length > 2 && Math.max(...ends) <= nav.getBoundingClientRect().right + 1;
        })()`),
      );
    }
  });
});

test('look and language follow the user to another computer, and the first render of the console uses them', async () => {
  const person = await server.telOf('owner');
  await server.visit(async (page, visitor) => {
    await enter(visitor, person);
    await page.goto(HOME);
    await workbench(page);
    const menu = page.getByRole('button', { name: /的菜单/ });
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: shell.dark }).click();
    // We do not use `waitForFunction`: it evaluates a string, which the content security policy refuses.
    await until('it is dark', () => page.evaluate<boolean>(`document.documentElement.dataset.theme === 'dark'`));
    const saved = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('en-US'));
    if ((await page.getByRole('menuitemcheckbox').count()) === 0) await menu.click();
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click();
    await saved;
  });
  await server.visit(async (page, visitor) => {
    await enter(visitor, person);
    // Record theme and language at every render of the frame, including the first.
    await page.addInitScript(`
      window.drawn = [];
      new MutationObserver(() => {
        const header = document.querySelector('header nav');
        if (header) drawn.push(document.documentElement.dataset.theme + ' ' + header.getAttribute('aria-label'));
      }).observe(document, { childList: true, subtree: true });
    `);
    await page.goto(HOME);
    await workbench(page);
    assert.deepEqual(await page.evaluate('[...new Set(drawn)]'), ['dark Main menu']);
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en-US');
  });
  // After a sign-in by the form, the first page must also request its messages in this language.
  await server.visit(async (page) => {
    const spoken: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/dashboard.Index/getTodo'))
        spoken.push(request.headers()['accept-language'] ?? '');
    });
    await signInByForm(page, server.owner.account, server.owner.password);
    await workbench(page);
    await until('the to-dos are asked for', async () => spoken.length > 0);
    assert.deepEqual([...new Set(spoken)], ['en-US']);
  });
});

/** axe rules that the text direction can break. Names, roles and colours do not depend on it (pages.test.ts). */
const PLACED = ['scrollable-region-focusable', 'target-size'];

/** Script: reports faults if the open page is not mirrored. */
const MIRRORED = `(() => {
  const faults = [];
  const root = document.documentElement;
  const { direction } = getComputedStyle(document.querySelector('main'));
  if (direction !== 'rtl') faults.push(direction);
  const menu = document.querySelector('aside');
  if (menu && menu.getBoundingClientRect().left < innerWidth / 2) faults.push('the menu is at the left');
  const beyond = root.scrollWidth - root.clientWidth;
  if (beyond > 0) faults.push(beyond + ' px beyond the edge');
  return faults;
})()`;

test('right to left, every page is mirrored and nothing overflows, also at 200 % zoom and 320 px width', async () => {
  await server.visit(async (page, visitor) => {
    await page.addInitScript(`localStorage.setItem('umi_locale', 'ar')`);
    await enter(visitor, await server.telOf('owner'));
    await page.goto(UNKNOWN_PATH);
    const faults: string[] = [];
    for (const { path } of shareOfToday(BUILT_PAGES, 1)) {
      await leavePage(page);
      await pushTo(page, path);
      await page.getByRole('heading', { name: common.notFound }).waitFor({ state: 'detached' });
      await page.locator('#content').first().waitFor();
      await page.locator('main h1, main h2, main form, main table').first().waitFor();
      // The previous page ended in a narrow window, so the menu needs time to expand.
      faults.push(...(await lastingFaults(page, MIRRORED)).map((fault) => `${path}: ${fault}`));
      await shot(page, `rtl${path.replaceAll('/', '-')}`);
      faults.push(...(await reflowFaults(page, path, { rules: PLACED })));
      faults.push(...(await accessibilityFaults(page, { only: PLACED })).map((fault) => `${path}: ${fault}`));
    }
    await page.goto('/teamList/index');
    await page.locator('main tbody tr code').first().waitFor();
    const row = page.locator('main tbody tr').first();
    await row.getByRole('button').or(row.getByRole('link')).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab').first().waitFor();
    let box = await drawer.boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    await until('the drawer stands still within the window', async () => {
      const before = box;
      await page.evaluate('new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))');
      box = await drawer.boundingBox();
      const isInside = box !== null && box.x >= 0 && box.x + box.width <= width;
      return isInside && JSON.stringify(box) === JSON.stringify(before);
    });
    if (box && box.x > 1) faults.push(`the drawer opens at ${box.x}`);
    await shot(page, 'rtl-drawer');
    faults.push(...(await accessibilityFaults(page)).map((fault) => `drawer: ${fault}`));
    assert.deepEqual(faults, []);
  });
});

test('if the browser prefers a right-to-left language, the console is mirrored until the user chooses another one', async () => {
  const faults: string[] = [];
  const direction = (page: Page) => page.evaluate<string>('getComputedStyle(document.querySelector("main")).direction');
  await server.visit({ locale: 'ar' }, async (page, visitor) => {
    for (const path of ['/user/login', '/user/forget']) {
      await page.goto(path);
      await page.locator('form').first().waitFor();
      if ((await direction(page)) !== 'rtl') faults.push(`${path} runs left to right`);
      await shot(page, `rtl-ar${path.replaceAll('/', '-')}`);
      faults.push(...(await reflowFaults(page, path)));
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
    }
    await enter(visitor, tel);
    await page.goto(HOME);
    await workbench(page);
    if ((await direction(page)) !== 'rtl') faults.push(`${HOME} runs left to right`);
    await page.goto('/nowhere');
    await page.locator('main').getByRole('heading', { name: common.notFound }).waitFor();
    if ((await direction(page)) !== 'rtl') faults.push('the 404 page runs left to right');
  });
  await server.visit({ locale: 'ar' }, async (page) => {
    await page.goto('/user/login');
    await page.getByRole('combobox').first().selectOption('en-US');
    await until('the page reads left to right', async () => (await direction(page)) === 'ltr');
  });
  assert.deepEqual(faults, []);
});
