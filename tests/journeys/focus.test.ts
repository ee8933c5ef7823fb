import assert from 'node:assert/strict';
import { type JSHandle, type Locator, type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { palette } from '../../contract/locales/zh-CN/palette';
import { enter, until, type Visitor } from '../support/browser';
import { type Crawl, goTo, nextButton, settled, watchCalls } from '../support/crawler';
import { setUpConsole } from '../support/journey';
import { BUILT_PAGES, WITHOUT_STREAM } from '../support/pageCatalogue';
import { pageAddresses } from '../support/pageTabs';
import { leastToday, SHARES, shareOfToday } from '../support/seed';

/** Tests that overlays return the focus to their trigger (WCAG 2.4.3). Each overlay is closed by Escape, by its button, or by the mask. */

const server = setUpConsole({ still: true });

/** Matches open menus, except the permanent menus of the frame. */
const MENU = '[role="menu"]:not(nav *):visible';
const OVERLAYS = `[role="dialog"]:visible, ${MENU}, [data-floater]:visible`;
const overlays = (page: Page): Locator => page.locator(OVERLAYS);
const CLOSING_MS = 2_000;

/** Script: names the focused element by its row, tag and text, so that the test recognizes the element later. */
const FOCUSED = `(() => {
  const node = document.activeElement;
  if (!node || node === document.body) return 'BODY';
  const row = node.closest('tr[data-row]');
  return (row ? 'row ' + row.dataset.row + ' ' : '') + node.tagName + ' ' + (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40);
})()`;
const focused = (page: Page) => page.evaluate<string>(FOCUSED);

/** The element from which an overlay was opened. */
interface Opener {
  readonly name: string;
  readonly element: JSHandle<Element | null>;
}
const openerOf = async (page: Page): Promise<Opener> => ({
  name: await focused(page),
  element: await page.evaluateHandle('document.activeElement'),
});
const rowOf = (name: string) => /^row \d+/.exec(name)?.[0];
/** Checks whether the named element is the expected element, or is in the expected row: `row 5` expects no particular control. */
const isAt = (name: string, expected: string) => name === expected || rowOf(name) === expected;

/** Waits at most two seconds until the expected element has the focus. @returns the focused element at the end */
async function focusedAfter(page: Page, expected: string): Promise<string> {
  let now = '';
  const end = performance.now() + CLOSING_MS;
  do {
    now = await focused(page);
    if (isAt(now, expected)) return now;
    await page.waitForTimeout(30);
  } while (performance.now() < end);
  return now;
}

/** Names the element to which the focus must return. If a control of a row was replaced, another control of the row may have the focus. */
async function returnTo({ name, element }: Opener): Promise<string> {
  const isThere = await element.evaluate((node) => node?.isConnected === true).catch(() => false);
  return isThere ? name : (rowOf(name) ?? name);
}

const WAYS = ['Escape', 'button', 'mask'] as const;
type Way = (typeof WAYS)[number];

/** Closes the topmost overlay. @returns whether the overlay has closed */
async function close(page: Page, way: Way): Promise<boolean> {
  const before = await overlays(page).count();
  const top = page.locator('.ant-drawer:visible, .ant-modal-wrap:visible').last();
  const button = top.locator('.ant-drawer-close, .ant-modal-close');
  if (way === 'button' && (await button.count()) > 0) await button.first().click();
  else if (way === 'mask' && (await top.count()) > 0) await page.mouse.click(4, 4);
  else await page.keyboard.press('Escape');
  const end = performance.now() + CLOSING_MS;
  while ((await overlays(page).count()) >= before && performance.now() < end) await page.waitForTimeout(20);
  return (await overlays(page).count()) < before;
}

async function asOwner(visit: (page: Page, visitor: Visitor) => Promise<void>) {
  await server.visit(async (page, visitor) => {
    await visitor.context.addInitScript(WITHOUT_STREAM);
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/dashboard/nowhere');
    // If the shortcuts work, the code that tracks the focus is also loaded.
    await until('the keys are heard', async () => {
      await page.keyboard.press('Control+k');
      return page.getByRole('combobox', { name: palette.placeholder }).isVisible();
    });
    await page.keyboard.press('Escape');
    await visit(page, visitor);
  });
}

let opened = 0;
/** Closes all overlays. @returns one line if an overlay does not close, or if the focus does not return to the trigger */
async function faultsOf(page: Page, address: string, opener: Opener, what: string): Promise<readonly string[]> {
  const ways: Way[] = [];
  while ((await overlays(page).count()) > 0) {
    const way = WAYS[opened % WAYS.length] ?? 'Escape';
    opened += 1;
    ways.push(way);
    const isClosed = (await close(page, way)) || (await close(page, 'Escape'));
    if (!isClosed || ways.length > 3) return [`${address}: ${what} does not close by ${ways}`];
  }
  // The press may have changed the page without an overlay, or opened another page. We check neither.
  if (ways.length === 0 || new URL(page.url()).pathname !== address.split('?')[0]) return [];
  const expected = await returnTo(opener);
  const now = await focusedAfter(page, expected);
  return isAt(now, expected) ? [] : [`${address}: ${what}, closed by ${ways}, returns from ${expected} to ${now}`];
}

test.describe('every drawer, dialog, menu and popup returns the focus to its trigger', () => {
  // With `EVERY_PAGE=1` each sixth of the pages has its own session. A failure in one sixth then does not stop the others.
  for (const share of shareOfToday([...Array(SHARES).keys()], 0)) {
    const pages = BUILT_PAGES.filter((_page, at) => at % SHARES === share);
    test(`on ${pages.map(({ path }) => path).join(', ')}`, async () => {
      const faults: string[] = [];
      const addressOf = await pageAddresses(server);
      await asOwner(async (page) => {
        const crawler = watchCalls(page);
        for (const one of pages) {
          const address = addressOf(one);
          await goTo(crawler, address);
          for (const link of (await page.locator('main tr[data-row] a[href^="?open="]').all()).slice(0, WAYS.length)) {
            await link.focus();
            const opener = await openerOf(page);
            await page.keyboard.press('Enter');
            await overlays(page).first().waitFor();
            await settled(crawler);
            faults.push(...(await faultsOf(page, address, opener, 'its drawer')));
          }
          faults.push(...(await pressAll(crawler, address)));
        }
      });
      assert.deepEqual(faults, []);
    });
  }
  test.afterAll(() => assert.ok(opened >= leastToday(120), `only ${opened} were opened`));
});

/** Presses each kind of button on the page with the keyboard. */
async function pressAll(crawler: Crawl, address: string): Promise<readonly string[]> {
  const { page } = crawler;
  const faults: string[] = [];
  const pressed = new Set<string>();
  const judge = async (opener: Opener, what: string) => {
    await settled(crawler);
    const items = await page.locator(`${MENU} [role="menuitem"]`).allTextContents();
    faults.push(...(await faultsOf(page, address, opener, what)));
    if (isElsewhere(page, address)) await goTo(crawler, address);
    return items;
  };
  for (;;) {
    const button = await nextButton(page, pressed);
    if (!button) return faults;
    await button.focus();
    const opener = await openerOf(page);
    await page.keyboard.press('Enter');
    for (const item of await judge(opener, opener.name)) {
      if (pressed.has(`row ${item}`)) continue;
      pressed.add(`row ${item}`);
      await button.focus();
      const again = await openerOf(page);
      await page.keyboard.press('Enter');
      await page.locator(`${MENU} [role="menuitem"]`).filter({ hasText: item }).first().focus();
      await page.keyboard.press('Enter');
      await judge(again, item);
    }
  }
}

const isElsewhere = (page: Page, address: string) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search !== address;
};

test('the focus returns from a dialog to its drawer and from a drawer to its row, also when the palette opened the drawer', async () => {
  await asOwner(async (page) => {
    await page.goto('/teamList/index?status=operating');
    const row = page.locator('main tr[data-row]').first();
    await row.locator('a').first().focus();
    const id = await row.getAttribute('data-row');
    const code = (await row.locator('code').first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('tab').first().waitFor();
    const more = drawer.getByRole('button', { name: new RegExp(`^${common.more}`) });
    await more.focus();
    const opener = await focused(page);
    await page.keyboard.press('Enter');
    await page.locator(`${MENU} [role="menuitem"]`).first().press('Enter');
    await page.locator('.ant-modal').waitFor();
    await close(page, 'Escape');
    assert.equal(await focusedAfter(page, opener), opener);
    await close(page, 'Escape');
    assert.equal(rowOf(await focusedAfter(page, `row ${id}`)), `row ${id}`);

    await page.goto('/teamList/index');
    await page.locator('main tr[data-row]').first().waitFor();
    await until('the palette is open', async () => {
      await page.keyboard.press('Control+k');
      return page.getByRole('combobox', { name: palette.placeholder }).isVisible();
    });
    await page.keyboard.type(code);
    await page.getByRole('option').filter({ hasText: code }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/open=/);
    await page.getByRole('dialog').getByText(code).first().waitFor();
    await close(page, 'Escape');
    const now = await focusedAfter(page, `row ${id}`);
    const isShown = (await page.locator(`main tr[data-row="${id}"]`).count()) > 0;
    assert.match(now, isShown ? new RegExp(`^row ${id} `) : /^row \d+ A /);
  });
});

test('after a confirmed pause the focus stays in the row, or moves to the next row when the filter removes the row', async () => {
  await asOwner(async (page) => {
    const pause = async (address: string) => {
      await page.goto(address);
      const rows = page.locator('main tr[data-row]');
      await rows.first().waitFor();
      const ids = await rows.evaluateAll((nodes) => nodes.map((node) => node.dataset.row ?? ''));
      await rows
        .first()
        .getByRole('button', { name: new RegExp(`^${common.more}`) })
        .press('Enter');
      await page.getByRole('menuitem', { name: '暂停营业' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.locator('textarea, input[type="text"]').first().fill('检查焦点的去处');
      await dialog.locator('.ant-modal-footer .ant-btn-primary').press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      return ids;
    };
    const { code } = await server.query((db) =>
      db
        .selectFrom('team')
        .select('code')
        .where('status', '=', 'operating')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    );
    const [kept] = await pause(`/teamList/index?keyword=${code}`);
    await page.locator(`main tr[data-row="${kept}"]`).getByText('暂停', { exact: true }).waitFor();
    assert.equal(rowOf(await focusedAfter(page, `row ${kept}`)), `row ${kept}`);
    const [gone, next] = await pause('/teamList/index?status=operating&sort=code');
    await page.locator(`main tr[data-row="${gone}"]`).waitFor({ state: 'detached' });
    assert.equal(rowOf(await focusedAfter(page, `row ${next}`)), `row ${next}`);
  });
});
