import type { Page } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { until } from './browser';
import type { JourneyServer } from './journey';
import { waitUntilIdle } from './networkConditions';
import { type BuiltPage, isRecordPage, pushTo, type RECORD_PAGES, UNKNOWN_PATH } from './pageCatalogue';

/** Finds the tabs of pages by opening the pages. */

/** Finds a tab of the page by its key. */
export const findTab = (page: Page, key: string) => page.locator(`main [data-tab="${key}"]`);
/** Lists the keys of the tabs that are not selected. */
export const unselectedTabs = (page: Page): Promise<readonly string[]> =>
  page
    .locator('main [data-tab][aria-selected="false"]')
    .evaluateAll((tabs) => tabs.map((tab) => tab.dataset.tab ?? ''));

/** Finds the panel of the selected tab. The locator matches only after the panel has text. */
export const shownPanel = (page: Page) => page.locator('main [role="tabpanel"]').filter({ hasText: /\S/ }).first();

/** Selects a tab and waits for its content. The tab's code may have to load first. */
export async function openTab(page: Page, key: string): Promise<void> {
  await findTab(page, key).click();
  await findTab(page, key).and(page.locator('[aria-selected="true"]')).waitFor();
  await shownPanel(page).waitFor();
}

/** A page with one of its tabs selected. */
export interface PageTab {
  /** URL path with query string. */
  readonly address: string;
  /** Key of the tab. `null` for the tab with which the page opens, and on a page without tabs. */
  readonly tab: string | null;
}

/** Waits until no request is pending and no region of the page shows a loading state. */
export const waitUntilLoaded = (page: Page): Promise<void> =>
  until('nothing loads', async () => {
    await waitUntilIdle(page);
    return (await page.locator('main [aria-busy="true"]:visible').count()) === 0;
  });

/** Navigates from the unknown URL to a page, and waits until the whole page has loaded. */
export async function openPageTab(page: Page, address: string, tab: string | null): Promise<void> {
  await pushTo(page, UNKNOWN_PATH);
  await page.locator('main').getByRole('heading', { name: common.notFound }).waitFor();
  await pushTo(page, address);
  await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
  if (tab !== null) await shownPanel(page).waitFor();
  await waitUntilLoaded(page);
}

/**
 * Opens a page, selects each of its tabs, and returns the URLs of the page and of the tabs. New tabs are found automatically. A page
 * without tabs stays open and unchanged.
 *
 * @param page a window with a normal network, whose user may see everything
 * @param address URL path of the page ({@link pageAddresses})
 */
export async function loadPageTabs(page: Page, address: string): Promise<readonly PageTab[]> {
  await openPageTab(page, address, null);
  const found: PageTab[] = [{ address, tab: null }];
  for (const key of await unselectedTabs(page)) {
    await openTab(page, key);
    const { pathname, search } = new URL(page.url());
    found.push({ address: `${pathname}${search}`, tab: key });
  }
  return found;
}

/** Returns a function that builds a page's URL. The URL of a record page contains the id of a station, user or inspection. */
export async function pageAddresses({ query }: Pick<JourneyServer, 'query'>): Promise<(one: BuiltPage) => string> {
  const { id } = await query((db) =>
    db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').executeTakeFirstOrThrow(),
  );
  const user = await query((db) =>
    db.selectFrom('app_user').select('id').where('status', '=', 'normal').orderBy('id').executeTakeFirstOrThrow(),
  );
  const inspection = await query((db) =>
    db
      .selectFrom('safety_inspection')
      .select('id')
      .where('state', '=', 'passed')
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  );
  const needs: Readonly<Record<keyof typeof RECORD_PAGES, string>> = {
    '/financial/teamFunding/detail': `?teamId=${id}`,
    '/userManage/userList/userDetails': `?id=${user.id}`,
    '/safetyModule/siteSafety/detail': `?kind=inspection&id=${inspection.id}`,
  };
  return ({ path }) => `${path}${isRecordPage(path) ? needs[path] : ''}`;
}
