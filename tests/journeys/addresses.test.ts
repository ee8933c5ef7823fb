import assert from 'node:assert/strict';
import { type CDPSession, type Locator, type Page, test } from '@playwright/test';
import { list } from '../../contract/locales/zh-CN/list';
import { enter } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { controlNetwork, expireTimeouts, waitUntilIdle } from '../support/networkConditions';
import { BUILT_PAGES, pushTo, UNKNOWN_PATH } from '../support/pageCatalogue';
import { loadPageTabs, openPageTab, type PageTab, pageAddresses, waitUntilLoaded } from '../support/pageTabs';
import { shareOfToday } from '../support/seed';

/**
 * Tests that the URL of a list restores its tab, its columns and its rows after random choices. Also tests that the heap does not grow
 * over many page changes. (src/ui/ListPage/addresses.test.tsx tests 200 random states of every list against its definition.)
 */

const server = setUpConsole({ still: true });

/** Seed of the random choices. It is the same in every run, unless `FUZZ_SEED` is set. */
const SEED = Number(process.env.FUZZ_SEED ?? 2_026);
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The visible state of a list. */
interface Shown {
  readonly address: string;
  /** The selected tab. `null` on a page without tabs. */
  readonly tab: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}
const shown = (page: Page): Promise<Shown> =>
  page.evaluate<Shown>(`({
    address: location.pathname + location.search,
    tab: document.querySelector('main [data-tab][aria-selected="true"]')?.dataset.tab ?? null,
    columns: [...document.querySelectorAll('main thead th')].map((head) => head.textContent),
    rows: [...document.querySelectorAll('main tbody tr')].map((row) => row.dataset.row ?? ''),
  })`);

/** Presses a random target if there are any. A target may disappear together with the last row. */
async function pressOne(targets: Locator, roll: (sides: number) => number): Promise<void> {
  const count = await targets.count();
  if (count === 0) return;
  const target = targets.nth(roll(count));
  await target.click({ timeout: 5_000 }).catch(async (error) => {
    if ((await target.count()) > 0) throw error;
  });
}

/** Changes a list at random: sorting, a filter value, the page size, and the position of a column. */
async function chooseSomething(page: Page, roll: (sides: number) => number): Promise<void> {
  await pressOne(page.locator('main thead th button[class]:not([aria-label])'), roll);
  await pressOne(page.locator('main search button[role="combobox"]:enabled'), roll);
  await waitUntilIdle(page);
  await pressOne(page.locator('[role="option"]:not([aria-disabled="true"])'), roll);
  await page.keyboard.press('Escape');
  // The request is sent after the dropdown has closed. The page needs two frames for this.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await waitUntilLoaded(page);
  const size = page.getByRole('combobox', { name: list.pageSize });
  if ((await size.count()) > 0) {
    await size.click();
    await pressOne(page.getByRole('option'), roll);
    await waitUntilIdle(page);
  }
  const columns = page.getByRole('button', { name: list.columns });
  if ((await columns.count()) > 0) {
    await columns.click();
    await pressOne(page.getByRole('dialog', { name: list.columns }).locator('li button:enabled'), roll);
    await page.keyboard.press('Escape');
  }
  await waitUntilIdle(page);
}

/** Known pages with lists. The test fails if it visits one of them and finds no list. It finds new lists automatically. */
const LISTS = [
  '/dashboard/accountInfo?tab=history',
  '/dashboard/accountManage',
  '/dashboard/noticeManage',
  '/teamList/index',
  '/teamList/teamOperation',
  '/userManage/userList',
  '/userManage/serviceNotice',
  '/financial/bill',
  '/financial/teamFunding',
  '/financial/apply',
  '/financial/costManagement',
  '/financial/merchantIdFunds',
  '/foodLossManagement/index',
  '/fundAudit/index',
  '/safetyModule/insureData',
  '/franchisee/applicationList',
  '/franchisee/franchiseeList',
  '/safetyModule/riderManage',
  '/information/index',
  '/announcementCenter/announcementCenter',
  '/safetyModule/siteSafety/index',
  '/rightsManagement/identity',
  '/rightsManagement/staff',
  '/rightsManagement/staff/employeeOperationRecords',
];

test('after random choices on any list, reloading its address sends the same request and shows the same rows and columns', async () => {
  const roll = dice(SEED);
  const faults: string[] = [];
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await controlNetwork(page);
    let asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      // List requests contain `limit`. The movements of a station (`getFlow`) use a cursor instead.
      if (url.searchParams.has('limit') || url.pathname.endsWith('/getFlow'))
        asked.push(`${url.pathname}${url.search}`);
    });
    await page.goto(UNKNOWN_PATH);
    const lists: string[] = [];
    const look = async ({ address, tab }: PageTab) => {
      // On a slow machine the page can be idle before its list starts to load.
      if (LISTS.includes(address)) await page.locator('main thead th').first().waitFor();
      const opened = await shown(page);
      if (tab !== null && opened.tab !== tab) faults.push(`${address} opens ${opened.tab}`);
      if ((await page.locator('main search').count()) === 0 || (await page.locator('main thead th').count()) === 0)
        return;
      lists.push(address);
      await chooseSomething(page, roll);
      const before = await shown(page);
      const questions = asked;
      asked = [];
      await page.reload();
      await page.locator('main thead th, main [data-empty]').first().waitFor();
      await waitUntilLoaded(page);
      const after = await shown(page);
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        faults.push(`${before.address}: ${JSON.stringify(before)} came back as ${JSON.stringify(after)}`);
      }
      if (!asked.some((one) => questions.includes(one)))
        faults.push(`${before.address}: asked ${asked.join(' ')}, before ${questions.join(' ')}`);
      if (before.address === address) faults.push(`${address}: nothing could be chosen`);
    };
    const addressOf = await pageAddresses(server);
    const pages = shareOfToday(BUILT_PAGES, 0);
    for (const built of pages) {
      asked = [];
      const tabs = await loadPageTabs(page, addressOf(built));
      for (const one of tabs) {
        if (tabs.length > 1) {
          asked = [];
          // The URL alone must select the tab.
          await openPageTab(page, one.address, one.tab);
        }
        await look(one);
      }
    }
    assert.deepEqual(
      LISTS.filter((path) => pages.some((one) => one.path === path.split('?')[0]) && !lists.includes(path)),
      [],
      'lists that showed nothing',
    );
  });
  assert.deepEqual(faults, []);
});

/** Number of page changes after which all code is loaded. Each page was opened once, and six pages twice. */
const WARM = BUILT_PAGES.length + 6;
const MEASURED = 50;

/** Measures the heap of scripts and of the document in bytes, after garbage collection. */
async function kept(session: CDPSession): Promise<number> {
  // Objects that the first collection frees may still reference others, so we collect twice.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}

test('fifty page changes grow the heap by less than a tenth', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await controlNetwork(page);
    await page.goto(UNKNOWN_PATH);
    const session = await visitor.context.newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const heap = async (isEnough: (bytes: number) => boolean) => {
      await pushTo(page, UNKNOWN_PATH);
      await waitUntilIdle(page);
      // The timeout of the request wrapper keeps every call in memory for half a minute, even after its response. We end these
      // timeouts here.
      await expireTimeouts(page);
      // Pending work can only increase a measurement, so we use the smallest measurement.
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3 && !isEnough(least); round += 1) least = Math.min(least, await kept(session));
      return least;
    };
    let at = 0;
    const change = async (times: number) => {
      for (const end = at + times; at < end; at += 1) {
        await pushTo(page, BUILT_PAGES[at % BUILT_PAGES.length]?.path ?? UNKNOWN_PATH);
        await page.locator('main h1').first().waitFor();
        await waitUntilIdle(page);
      }
    };
    await change(WARM);
    const before = await heap(() => false);
    const most = before * 1.1;
    await change(MEASURED);
    const after = await heap((bytes) => bytes < most);
    const [percent, ...mib] = [(after / before - 1) * 100, before / 2 ** 20, after / 2 ** 20].map((one) =>
      one.toFixed(1),
    );
    test.info().annotations.push({ type: 'heap', description: `${mib.join(' MiB, then ')} MiB: ${percent} %` });
    assert.ok(after < most, `the heap grew by ${percent} %`);
  });
});
