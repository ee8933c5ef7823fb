import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { enter, inWindow, launchBrowser } from '../support/browser';
import { type Console, startConsole } from '../support/console';

/**
 * Budgets of what a browser has to fetch, in KiB of scripts on the wire, compressed with gzip, headers included, from an
 * empty cache until the page can be used. They stand here; docs/performance.md has the measured figures.
 */
const SIGN_IN_KIB = 190;
const WORKBENCH_KIB = 520;

let server: Console;
let browser: Browser;
before(async () => {
  [server, browser] = await Promise.all([startConsole(), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Counts the scripts of a page; `until` fulfils when the page can be used. */
async function scripts(page: Page, path: string, until: (page: Page) => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  const isScript = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) isScript.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (isScript.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'commit' });
  await until(page);
  return bytes / 1024;
}

test(`the sign-in page needs at most ${SIGN_IN_KIB} KiB of scripts, and no component library`, async () => {
  await inWindow(browser, server, async (page) => {
    const size = await scripts(page, '/user/login', () => page.locator('#account').waitFor());
    assert.ok(size > 20, `only ${size} KiB were seen`);
    assert.ok(size <= SIGN_IN_KIB, `${size.toFixed(0)} KiB`);
  });
});

test(`the workbench, cold, needs at most ${WORKBENCH_KIB} KiB of scripts`, async () => {
  await inWindow(browser, server, async (page, visitor) => {
    await enter(visitor, await server.telOf('operations'));
    const size = await scripts(page, '/dashboard/index', async () => {
      await page.locator('main canvas').first().waitFor();
      await page.waitForLoadState('load');
    });
    assert.ok(size > 100, `only ${size} KiB were seen`);
    assert.ok(size <= WORKBENCH_KIB, `${size.toFixed(0)} KiB`);
  });
});
