import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { enter } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { readingFaults } from '../support/readingOrder';

/** Tests that left-to-right texts in a right-to-left frame keep their order: sentences, names, numbers and amounts. */

const server = setUpConsole();
const PAGES = [
  ['/dashboard/index', 'main canvas'],
  ['/dashboard/noticeManage', 'main tbody tr'],
  ['/financial/information', 'main article'],
  ['/financial/information?part=trial', 'main tbody tr'],
  ['/financial/teamFunding', 'main tbody tr'],
  ['/financial/bill', 'main tbody tr'],
] as const;

test('in a right-to-left frame a leading number stays at the start of its sentence, and a sign before its amount', async () => {
  await server.visit(async (page, visitor) => {
    await page.addInitScript(`localStorage.setItem('umi_locale', 'ar')`);
    await enter(visitor, await server.telOf('owner'));
    const faults: string[] = [];
    for (const [path, css] of PAGES) {
      await page.goto(path);
      await page.locator(css).first().waitFor();
      assert.equal(await page.evaluate('getComputedStyle(document.querySelector("main")).direction'), 'rtl');
      faults.push(...(await readingFaults(page)).map((text) => `${path}: ${text}`));
    }
    assert.deepEqual(faults, []);
    // Remove the CSS rule. The check must then find faults.
    await page.goto('/dashboard/index');
    await page.locator('main article').first().waitFor();
    await page.evaluate(`{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { unicode-bidi: normal !important }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }`);
    assert.notDeepEqual(await readingFaults(page), []);
  });
});
