import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { bill as billEn } from '../../contract/locales/en-US/bill';
import { date as dateEn } from '../../contract/locales/en-US/date';
import { list as listEn } from '../../contract/locales/en-US/list';
import { bill } from '../../contract/locales/zh-CN/bill';
import { date } from '../../contract/locales/zh-CN/date';
import { list } from '../../contract/locales/zh-CN/list';
import { accessibilityFaults, enter, shot } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests a range of days as a list filter: presets, typed days, and closing the calendar. The URL stores the range. */

const server = setUpConsole({ still: true }, async () => {
  tel = await server.telOf('finance');
});
let tel: string;

/** Returns today's date in the platform's time zone (UTC+8). */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

interface Words {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}
const ends = (page: Page, { label, from, to }: Words) => ({
  from: page.getByRole('combobox', { name: from.replace('{label}', label) }),
  to: page.getByRole('combobox', { name: to.replace('{label}', label) }),
});
const chosen = (page: Page) => {
  const query = new URL(page.url()).searchParams;
  return [query.get('atFrom'), query.get('atTo')];
};

test('a preset filters the bills; the address keeps it over a reload, and the range can be cleared', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/financial/bill');
    const fields = ends(page, { label: bill.at, from: list.from, to: list.to });
    await fields.from.click();
    await page.locator('[aria-current="date"]').waitFor();
    await shot(page, 'dates-zh-CN');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('button', { name: date.thisMonth }).click();
    await page.waitForURL(/atFrom=/);
    const range = [`${today().slice(0, 8)}01`, today()];
    assert.deepEqual(chosen(page), range);
    await page.reload();
    assert.deepEqual([await fields.from.inputValue(), await fields.to.inputValue()], range);
    await page.getByRole('button', { name: `${list.clear} ${bill.at}` }).click();
    await page.waitForURL((url) => !url.search.includes('atFrom'));
  });
});

test('a range can be typed; an invalid text shows an error at the field, and Escape closes only the calendar', async () => {
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/financial/bill');
    const fields = ends(page, { label: billEn.at, from: listEn.from, to: listEn.to });
    // The test types immediately, while the calendar's code may still be loading.
    await fields.from.click();
    await page.keyboard.type('2026/1/2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2026-13-01');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: dateEn.unreadable.split('{')[0] ?? '' })
      .waitFor();
    assert.deepEqual(chosen(page), [null, null]);
    await fields.to.fill('2026-01-31');
    await page.keyboard.press('Enter');
    await page.waitForURL(/atTo=/);
    assert.deepEqual(chosen(page), ['2026-01-02', '2026-01-31']);
    await page.reload();
    assert.equal(await fields.from.inputValue(), '2026-01-02');

    await fields.to.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: billEn.at });
    await calendar.getByRole('button', { name: /, 2026-01-31$/ }).waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    assert.equal(await fields.to.evaluate((field) => field === document.activeElement), true);
  });
});
