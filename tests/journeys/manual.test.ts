import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { fund } from '../../contract/locales/zh-CN/fund';
import { list } from '../../contract/locales/zh-CN/list';
import { manual } from '../../contract/locales/zh-CN/manual';
import { menu } from '../../contract/locales/zh-CN/menu';
import { palette } from '../../contract/locales/zh-CN/palette';
import { team } from '../../contract/locales/zh-CN/team';
import { teamLifecycle } from '../../contract/team.states';
import { accessibilityFaults, enter, shot } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests the drawer with a page's section of the manual, the search for actions by pinyin, and printing. */

const server = setUpConsole();
const asOwner = async (visitor: Parameters<typeof enter>[0]) => enter(visitor, await server.telOf('owner'));
const said = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_gap, name: string) => values[name] ?? '');
const PAUSE = teamLifecycle.transition('pause').text['zh-CN'];

/** Checks whether an element has a box in the emulated medium, for example on the printed page. */
const isDrawn = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    return element !== null && element.getClientRects().length > 0;
  }, selector);

test('the question mark of a page opens its section of the manual, without accessibility faults', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index');
    await page.getByRole('button', { name: said(manual.helpOf, { page: team.title }) }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: menu.teamListIndex, level: 3 }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await shot(page, 'manual');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await drawer.getByRole('heading', { name: menu.teamListIndex, level: 3 }).isVisible(), true);
    assert.equal(await isDrawn(page, '#root'), false);
    assert.equal(await drawer.getByRole('button', { name: manual.print }).isVisible(), false);
  });
});

test('the palette finds an action by its pinyin initials, asks for the station and opens the action', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index?status=operating');
    const code = (await page.locator('main tbody tr code').first().textContent()) ?? '';
    await page.goto('/dashboard/index');
    // Wait for the page, because shortcuts work only when it is visible.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: palette.placeholder }).waitFor();
    await page.keyboard.type('ztyy');
    await page.getByRole('option', { name: new RegExp(PAUSE), selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: said(palette.ask, { action: PAUSE, kind: palette.team }) }).waitFor();
    await page.keyboard.type(code);
    await page.getByRole('option', { name: new RegExp(code) }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/teamList\/index\?open=/);
    await page
      .getByRole('dialog')
      .getByText(said(team.pauseText, { names: '' }).trim())
      .waitFor();
  });
});

test('a printed list has all columns and its filters, but neither frame nor buttons', async () => {
  await server.visit({ colorScheme: 'dark' }, async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index?status=operating');
    await page.locator('main tbody tr code').first().waitFor();
    const heads = await page.locator('main thead th[scope=col]').allTextContents();
    await page.emulateMedia({ media: 'print' });
    for (const selector of [
      'header [aria-keyshortcuts]',
      '#root nav ul',
      'main [data-button]',
      'main [role=combobox]',
    ]) {
      assert.equal(await isDrawn(page, selector), false, selector);
    }
    // The printed page shows the active filter as a tag.
    await page.locator('main search li').filter({ hasText: teamLifecycle.states.operating.text['zh-CN'] }).waitFor();
    const onPaper = await page.locator('main thead th[scope=col]:visible').allInnerTexts();
    const wanted = heads.map((head) => head.trim()).filter((head) => head !== '' && head !== list.actions);
    assert.deepEqual(onPaper.map((head) => head.trim().split('\n')[0]).filter(Boolean).length, wanted.length);
    const { box, table, width, group, colour } = await page.evaluate(() => {
      const element = document.querySelector('main table');
      const head = document.querySelector('main thead');
      const cell = document.querySelector('main tbody td');
      return {
        box: element?.parentElement ? getComputedStyle(element.parentElement).overflowX : '',
        table: element?.getBoundingClientRect().right ?? 0,
        width: document.documentElement.clientWidth,
        group: head ? getComputedStyle(head).display : '',
        colour: cell ? [getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor] : [],
      };
    });
    assert.equal(box, 'visible');
    assert.ok(table <= width + 1, `the table ends at ${table} of ${width}`);
    assert.equal(group, 'table-header-group');
    assert.deepEqual(colour, ['rgb(31, 31, 31)', 'rgb(255, 255, 255)']);
  });
});

test('a printed statement has station and period at the top', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/financial/teamFunding');
    const id = await page.locator('main tbody tr[data-row]').first().getAttribute('data-row');
    await page.goto(`/financial/teamFunding/detail?teamId=${id}`);
    const period = page.locator('main [role=status]').filter({ hasText: fund.opening });
    await period.waitFor();
    const station = await page.locator('main h1').innerText();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('heading', { name: station, level: 1 }).isVisible(), true);
    assert.match(await period.innerText(), /\d{4}-\d{2}-\d{2} – \d{4}-\d{2}-\d{2}/);
    assert.equal(await isDrawn(page, 'main [data-button]'), false);
  });
});
