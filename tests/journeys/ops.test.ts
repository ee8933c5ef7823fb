import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { health } from '../../contract/locales/zh-CN/health';
import { menu } from '../../contract/locales/zh-CN/menu';
import { report } from '../../contract/locales/zh-CN/report';
import { shell } from '../../contract/locales/zh-CN/shell';
import { accessibilityFaults, openUserMenu, shot, signInByForm, until } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests the operation of the console: page views, system health, reported problems (docs/decisions/0016). */

const server = setUpConsole();

const SETTINGS = `window.MULTISTATION_SETTINGS = { apiBase: '', analytics: true, vitalsSample: 1 };`;

test('every page view is reported once, only by its address, and no page waits for the report', async () => {
  await server.visit(async (page) => {
    const views: { path: string; from: string }[] = [];
    const vitals: { path: string; values: { metric: string }[] }[] = [];
    await page.route('**/config.js', (route) => route.fulfill({ body: SETTINGS, contentType: 'text/javascript' }));
    // This route never responds. A page that waits for the response would stay empty.
    await page.route('**/api/site.Monitor/pageView', (route) => {
      views.push(route.request().postDataJSON());
    });
    await page.route('**/api/site.Monitor/pageVitals', (route) => {
      vitals.push(route.request().postDataJSON());
      return route.fulfill({ json: { code: 100, msg: '', data: {}, requestId: 'a1' } });
    });
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    await until('the workbench is reported', async () => views.length === 1);
    await page.getByRole('link', { name: menu.teamList }).first().click();
    await page.getByRole('heading', { name: menu.teamListIndex, level: 1 }).waitFor();
    await page.locator('tbody a').first().click();
    await page.getByRole('dialog').waitFor();
    await until('the list is reported', async () => views.length === 2);
    assert.deepEqual(
      views.map(({ path, from }) => [path, from]),
      [
        ['/dashboard/index', '/user/login'],
        ['/teamList/index', '/dashboard/index'],
      ],
      'an open drawer is no other page, and its id is not told',
    );
    // Simulate a switch to another browser tab.
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    await until('the measures come when the page is hidden', async () => vitals.length > 0);
    const metrics = vitals.flatMap(({ values }) => values.map(({ metric }) => metric));
    assert.ok(metrics.includes('LCP') && metrics.includes('TTFB'), metrics.join());
    assert.ok(vitals.every(({ path }) => ['/dashboard/index', '/teamList/index'].includes(path)));
  });
});

test('the owner sees the system health in words, with the remedy for each missing part', async () => {
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    await page.goto('/site/index');
    await page.getByRole('tab', { name: health.title }).click();
    const backup = page.locator('[data-check=backup]');
    await backup.getByText(health.level_bad).waitFor();
    assert.match((await backup.textContent()) ?? '', /npm run backup/);
    await page.getByRole('table', { name: health.jobs }).waitFor();
    await shot(page, 'health');
    assert.deepEqual(await accessibilityFaults(page), []);
  });
});

test('a problem report contains a masked screenshot that the user has previewed, and the owner sees it with its API calls', async () => {
  const WORDS = '筛选之后列表一直是空的';
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    await page.goto('/rightsManagement/staff?keyword=13800000000');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await openUserMenu(page, shell);
    await page.getByRole('menuitem', { name: report.open }).click();
    const dialog = page.getByRole('dialog', { name: report.title });
    await dialog.getByText('/rightsManagement/staff?keyword=•').waitFor();
    const preview = dialog.getByRole('img', { name: report.pictureAlt });
    await preview.waitFor();
    const size = await preview.evaluate((image) => [
      (image as HTMLImageElement).naturalWidth,
      (image as HTMLImageElement).naturalHeight,
    ]);
    assert.deepEqual(size, [1440, 900]);
    await shot(page, 'report');
    assert.deepEqual(await accessibilityFaults(page), []);
    await dialog.getByRole('textbox', { name: report.what }).fill(WORDS);
    await dialog.getByRole('button', { name: report.send }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.goto('/site/index?tab=problems');
    await page
      .getByRole('link', { name: WORDS })
      .or(page.getByRole('button', { name: WORDS }))
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    const picture = drawer.getByRole('img', { name: health.picture });
    await picture.waitFor();
    await until('the picture is shown', () =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth === 1440),
    );
    await shot(page, 'problem');
    await drawer.getByRole('tab', { name: health.tabCalls }).click();
    await drawer.getByText('rights.Staff/getList').first().waitFor();
  });
});
