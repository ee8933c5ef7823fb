import type { Page } from 'playwright-core';
import { common } from '../../src/locales/zh-CN/common';
import { until } from './browser';
import type { Place } from './journey';
import { atRest, type Built, NOWHERE, pushTo } from './weather';

/** Every page with every tab of it, as the pages themselves show them. */

/** A tab of the page, by its key. */
export const tabOf = (page: Page, key: string) => page.locator(`main [data-tab="${key}"]`);
/** Keys of the tabs of the page that are not open. */
export const otherTabs = (page: Page): Promise<readonly string[]> =>
  page
    .locator('main [data-tab][aria-selected="false"]')
    .evaluateAll((tabs) => tabs.map((tab) => tab.dataset.tab ?? ''));

/** What the open tab shows, once there are words in it. */
export const shownTab = (page: Page) => page.locator('main [role="tabpanel"]').filter({ hasText: /\S/ }).first();

/** Chooses a tab, and waits until something of it is there: its code may still be on its way. */
export async function openTab(page: Page, key: string): Promise<void> {
  await tabOf(page, key).click();
  await tabOf(page, key).and(page.locator('[aria-selected="true"]')).waitFor();
  await shownTab(page).waitFor();
}

/** A page as one address shows it: as it opens, or with another of its tabs. */
export interface Face {
  /** Path and query. */
  readonly address: string;
  /** Null: the tab with which the page opens, or a page without tabs. */
  readonly tab: string | null;
}

/** Waits until the page has all that it asked for, and nothing of it stands for what is to come. */
export const loaded = (page: Page): Promise<void> =>
  until('nothing loads', async () => {
    await atRest(page);
    return (await page.locator('main [aria-busy="true"]:visible').count()) === 0;
  });

/** Leads to an address as to a page that was not open before, until all of it is there. */
export async function openFace(page: Page, address: string, tab: string | null): Promise<void> {
  await pushTo(page, NOWHERE);
  await page.locator('main').getByRole('heading', { name: common.notFound }).waitFor();
  await pushTo(page, address);
  await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
  if (tab !== null) await shownTab(page).waitFor();
  await loaded(page);
}

/**
 * A page with every tab of it: a new tab joins by existing. Where a tab stands in the address is learned by choosing it. The page
 * is opened for it, and stands as it opened where it has no tabs.
 *
 * @param page a window in clear weather, whose person may see everything
 * @param address where the page is opened ({@link addressesIn})
 */
export async function facesOf(page: Page, address: string): Promise<readonly Face[]> {
  await openFace(page, address, null);
  const faces: Face[] = [{ address, tab: null }];
  for (const key of await otherTabs(page)) {
    await openTab(page, key);
    const { pathname, search } = new URL(page.url());
    faces.push({ address: `${pathname}${search}`, tab: key });
  }
  return faces;
}

/** Where the pages of a console with stations are opened: some show nothing without a record in their address. */
export async function addressesIn({ query }: Pick<Place, 'query'>): Promise<(one: Built) => string> {
  const { id } = await query((db) =>
    db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').executeTakeFirstOrThrow(),
  );
  const needs = new Map([['/financial/teamFunding/detail', `?teamId=${id}`]]);
  return ({ path }) => `${path}${needs.get(path) ?? ''}`;
}
