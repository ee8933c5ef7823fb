import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { enter, shot } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { controlNetwork } from '../support/networkConditions';
import { BUILT_PAGES, isRecordPage, pushTo, UNKNOWN_PATH } from '../support/pageCatalogue';
import { hasNextStep, isHealthy, readSettledState } from '../support/pageState';
import { openTab, unselectedTabs } from '../support/pageTabs';
import { leastToday, shareOfToday } from '../support/seed';

/** Tests the console on its first day, with its owner and without data. */

const server = setUpConsole({ seed: 'none' });

/** Minimum number of empty lists and regions over all pages. A lower count means that the test did not visit all of them. */
const EMPTY = 12;

test('in a console without data every page and tab loads, and each empty state says what will appear and offers a next step', async () => {
  const faults: string[] = [];
  let empty = 0;
  const judge = async (page: Page, name: string) => {
    const state = await readSettledState(page);
    if (!isHealthy(state) || state.words === 0) faults.push(`${name}: ${JSON.stringify(state)}`);
    // Only lists need an empty state. Figures show zero, and fields and switches have content.
    const isList = (await page.locator('main search').count()) > 0;
    if (isList && state.rows === 0 && state.empty.length === 0) faults.push(`${name}: says nothing`);
    empty += state.empty.length;
    for (const one of state.empty) if (!hasNextStep(one)) faults.push(`${name}: no way on from "${one.text}"`);
    await shot(page, `empty${name.replaceAll(/\W+/g, '-')}`);
  };
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await controlNetwork(page);
    await page.goto(UNKNOWN_PATH);
    const pages = BUILT_PAGES.filter((one) => !isRecordPage(one.path));
    for (const { path } of shareOfToday(pages, 2)) {
      await pushTo(page, path);
      await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
      await judge(page, path);
      for (const key of await unselectedTabs(page)) {
        await openTab(page, key);
        await judge(page, `${path} ${key}`);
      }
      await pushTo(page, UNKNOWN_PATH);
      await page.locator('main').getByRole('heading', { name: common.notFound }).waitFor();
    }
  });
  assert.deepEqual(faults, []);
  assert.ok(empty >= leastToday(EMPTY), `only ${empty} parts were empty`);
});
