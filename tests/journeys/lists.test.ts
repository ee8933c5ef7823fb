import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { enter, until } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { WITHOUT_STREAM } from '../support/pageCatalogue';
import { leastToday, shareOfToday } from '../support/seed';

/**
 * Tests the layout of the lists and the keys that move through their rows. The test in zh-CN opens one half of the lists and the test in
 * en-US the other half. They exchange the halves daily. The test on a phone opens the half of zh-CN.
 */

const server = setUpConsole({ still: true });

/** Lists that the tests open. In a small demo some of them are empty. */
const LISTS = [
  '/teamList/index',
  '/teamList/teamOperation',
  '/userManage/userList',
  '/userManage/serviceNotice',
  '/financial/teamFunding',
  '/financial/teamFunding?tab=adjusts',
  '/financial/bill',
  '/financial/bill?part=statements',
  '/financial/information?part=movements',
  '/financial/information?part=summary',
  '/financial/information?part=days',
  '/financial/apply',
  '/financial/costManagement',
  '/financial/merchantIdFunds',
  '/financial/merchantIdFunds?part=items',
  '/foodLossManagement/index',
  '/fundAudit/index',
  '/safetyModule/insureData',
  '/franchisee/applicationList',
  '/franchisee/franchiseeList',
  '/safetyModule/riderManage',
  '/information/index',
  '/information/index?part=banners',
  '/announcementCenter/announcementCenter',
  '/safetyModule/siteSafety/index',
  '/safetyModule/siteSafety/index?part=incidents',
  '/rightsManagement/identity',
  '/rightsManagement/staff',
  '/rightsManagement/staff/employeeOperationRecords',
  '/dashboard/accountManage',
  '/dashboard/noticeManage?tab=approvals',
];
/** Minimum number of lists that have rows, if all lists are tested. */
const FILLED = 9;
/** Number of shares of the lists: each test opens a half. */
const HALVES = 2;
/** Minimum number of visible rows in a window of 1440 × 900 (DESIGN "Frame"). */
const ROWS = 12;
/** Maximum cumulative layout shift of a page. */
const MOST_SHIFT = 0.02;

/**
 * Script: records layout shifts and delays data by 300 ms. Data that arrive before the first paint cause no shift. Without the
 * delay the result would therefore depend on the machine.
 */
const NOTE_SHIFTS = `
  const { fetch } = window;
  window.fetch = async (to, ...rest) => {
    if (/\\/get(List|Movements|Summary|Days|Stats)/.test(String(to.url ?? to))) await new Promise((go) => setTimeout(go, 300));
    return fetch(to, ...rest);
  };
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, hadRecentInput }) => (hadRecentInput ? 0 : value))))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Script: finds columns whose text is partly behind the pinned column or outside the table's box. Also counts fully visible rows. */
const MEASURE = `(() => {
  const rows = [...document.querySelectorAll('main tr[data-row]')];
  const box = rows[0].closest('table').parentElement.getBoundingClientRect();
  const cut = new Set();
  for (const row of rows) {
    const pinned = [...row.cells].findLast((cell) => getComputedStyle(cell).insetInlineEnd === '0px');
    const edge = pinned ? pinned.getBoundingClientRect().left : box.right;
    for (const cell of row.cells) {
      if (cell === pinned) continue;
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        const { left, right } = range.getBoundingClientRect();
        if (left < edge - 1 && Math.min(right, cell.getBoundingClientRect().right) > edge + 1) cut.add(cell.dataset.label);
      }
    }
  }
  return { cut: [...cut], total: rows.length, shown: rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length };
})()`;
interface Measured {
  readonly cut: readonly string[];
  readonly total: number;
  readonly shown: number;
}

/** Waits until nothing is loading and the browser has painted. */
const settled = async (page: Page) => {
  await page.locator('main h1, main h2').first().waitFor();
  await until('nothing loads', async () => (await page.locator('main [aria-busy="true"]:visible').count()) === 0);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};
/** Sums the layout shifts since the page was opened, without the shifts after recent input. */
const shiftOf = (page: Page) => page.evaluate<number>('window.shifts.reduce((sum, value) => sum + value, 0)');
const toRows = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator('main tr[data-row]').first().waitFor();
  await settled(page);
};

for (const [turn, locale] of (['zh-CN', 'en-US'] as const).entries()) {
  test(`${locale}: no column is clipped, ${ROWS} rows are visible, and the layout does not shift`, async () => {
    await server.visit({ locale }, async (page, visitor) => {
      await enter(visitor, await server.telOf('owner'));
      await page.addInitScript(WITHOUT_STREAM);
      await page.addInitScript(NOTE_SHIFTS);
      const faults: string[] = [];
      let filled = 0;
      for (const path of shareOfToday(LISTS, turn, HALVES)) {
        await page.goto(path);
        await settled(page);
        if ((await page.locator('main tr[data-row]').count()) > 0) filled += 1;
        else continue;
        const shift = await shiftOf(page);
        if (shift > MOST_SHIFT) faults.push(`${path}: shifts by ${shift.toFixed(3)}`);
        for (const width of [1440, 1100, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          const { cut, total, shown } = await page.evaluate<Measured>(MEASURE);
          if (cut.length > 0) faults.push(`${path} at ${width}: ${cut.join(', ')} in part`);
          if (width === 1440 && shown < Math.min(ROWS, total)) faults.push(`${path}: ${shown} rows`);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      assert.deepEqual(faults, []);
      assert.ok(filled >= leastToday(FILLED, HALVES), `only ${filled} lists have rows`);
    });
  });
}

test('the layout does not shift on a phone', async () => {
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(WITHOUT_STREAM);
    await page.addInitScript(NOTE_SHIFTS);
    const faults: string[] = [];
    for (const path of shareOfToday(LISTS, 0, HALVES)) {
      await page.goto(path);
      await settled(page);
      const shift = await shiftOf(page);
      if (shift > MOST_SHIFT) faults.push(`${path}: shifts by ${shift.toFixed(3)}`);
    }
    assert.deepEqual(faults, []);
  });
});

test('the table header is sticky, and the bar of selected rows does not cover the last row', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    await page.setViewportSize({ width: 1440, height: 320 });
    await toRows(page, '/teamList/index');
    await page.locator('main thead input[type=checkbox]').check();
    const places = async () =>
      page.evaluate<{ head: number; last: number; bar: number; height: number }>(`({
        head: document.querySelector('main thead').getBoundingClientRect().top,
        last: [...document.querySelectorAll('main tr[data-row]')].at(-1).getBoundingClientRect().bottom,
        bar: document.querySelector('main table').closest('[class*=frame]').nextElementSibling.getBoundingClientRect().top,
        height: innerHeight,
      })`);
    await page.evaluate('scrollTo(0, 320)');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.ok(Math.abs((await places()).head) <= 1, `the head is at ${(await places()).head}`);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const { last, bar } = await places();
    assert.ok(last <= bar + 1, `the last row ends at ${last}, the bar begins at ${bar}`);
  });
});

test('keys move through the rows as soon as the rows are visible', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    await page.goto('/teamList/index');
    await page.locator('main tr[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('main tr[data-row]:first-child a:focus').waitFor();
  });
});

test('at 390 pixels each record is a card with title, state and two facts, and "add" is at the bottom', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('owner'));
    await page.setViewportSize({ width: 390, height: 844 });
    await toRows(page, '/teamList/index');
    const card = page.locator('main tr[data-row]').first();
    const lines = () => card.locator('td[data-label]').count();
    assert.equal(await lines(), 4);
    await card.locator('button[aria-expanded=false]').first().click();
    assert.ok((await lines()) > 4);
    const add = await page.locator('main header button').last().boundingBox();
    assert.ok(add && add.y > 780 && add.y + add.height <= 844, JSON.stringify(add));
  });
});
