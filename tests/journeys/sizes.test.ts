import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { ASSETS_PATH, TRANSLATE_AT_ONCE } from '../../config/bundle';
import { enter, until } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { Wire } from '../support/wire';

/**
 * Maximum size of the scripts that a browser fetches until the page is usable, starting with an empty cache. KiB on the wire, with gzip
 * and headers. docs/performance.md has the measured figures.
 */
const SIGN_IN_KIB = 176;
const WORKBENCH_KIB = 415;
/**
 * Maximum size of the uncompressed scripts together, in kB, without the manual's files, which are text. The article editor has 500 kB
 * and loads with its form.
 */
const ALL_KB = 7_100;

const server = setUpConsole();

/** Script: records when an element first appears, in milliseconds since 1970. Polling from the test would be too slow. */
const watchFor = (css: string) => `{
  const look = () => {
    const isShown = document.querySelector(${JSON.stringify(css)})?.checkVisibility();
    if (isShown) window.shownAt = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** Measures the scripts that have arrived when the page is loaded and `css` is visible. Prefetches start later. @returns KiB */
async function scripts(page: Page, path: string, css: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const wire = new Wire(session);
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  await page.addInitScript(watchFor(css));
  await page.goto(path);
  await until('it is shown', () => page.evaluate<boolean>('window.shownAt !== undefined'));
  const loaded = "performance.getEntriesByType('navigation')[0].loadEventStart";
  const usable = await page.evaluate<number>(`Math.max(shownAt, performance.timeOrigin + ${loaded})`);
  // This response arrives after all earlier network events.
  await session.send('Network.enable');
  return wire.scriptsUntil(usable);
}

test(`the sign-in page needs at most ${SIGN_IN_KIB} KiB of scripts, and no component library`, async () => {
  await server.visit(async (page) => {
    const size = await scripts(page, '/user/login', '#account');
    assert.ok(size > 20, `only ${size} KiB were seen`);
    assert.ok(size <= SIGN_IN_KIB, `${size.toFixed(0)} KiB`);
  });
});

test(`with an empty cache the workbench needs at most ${WORKBENCH_KIB} KiB of scripts until its trend chart is drawn`, async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('operations'));
    const size = await scripts(page, '/dashboard/index', 'main canvas[style*="display: block"]');
    assert.ok(size > 100, `only ${size} KiB were seen`);
    assert.ok(size <= WORKBENCH_KIB, `${size.toFixed(0)} KiB`);
  });
});

test('with an empty cache the workbench fetches each script once, and only the texts of its own language', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('operations'));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname.slice(ASSETS_PATH.length));
    });
    await page.goto('/dashboard/index');
    await page.locator('main canvas[style*="display: block"]').first().waitFor();
    const madeStyles = await page.evaluate<number>(
      `[...document.querySelectorAll('style')].filter(({ textContent }) => textContent.includes('ant-pro')).length`,
    );
    assert.equal(madeStyles, 0, 'the frame has its look from a file (docs/decisions/0039)');
    const texts = asked.filter((name) => name.startsWith('texts-')).map((name) => name.replace(/\..*/, ''));
    const language = await page.evaluate<string>('document.documentElement.lang');
    assert.deepEqual(texts.toSorted(), [`texts-console-${language}`, `texts-public-${language}`]);
    assert.equal(new Set(asked).size, asked.length, asked.join(' '));
  });
});

/** Reads names and contents of all built scripts. */
function builtScripts(): readonly { readonly name: string; readonly code: string }[] {
  const folder = join('dist', ASSETS_PATH);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(join(folder, name), 'utf8') }));
}

test(`all scripts together have at most ${ALL_KB} kB, because shared code is not copied into each page`, () => {
  const code = builtScripts().filter(({ name }) => !name.startsWith('manual-'));
  const size = code.reduce((sum, one) => sum + one.code.length, 0) / 1_000;
  assert.ok(size > 1_000, `only ${size} kB were found`);
  assert.ok(size <= ALL_KB, `${size.toFixed(0)} kB`);
});

test('the scripts use the syntax of the target browsers: no async function is compiled to a generator', () => {
  const scripts = builtScripts();
  assert.ok(scripts.some(({ code }) => /\basync\b/.test(code)));
  // The file `umi.*` contains the model library, which is published with compiled functions.
  const rewritten = scripts.filter(({ name, code }) => !name.startsWith('umi.') && /regenerator|__async\b/.test(code));
  assert.deepEqual(
    rewritten.map(({ name }) => name),
    [],
  );
});

test('every script has the hint for the browser to compile its functions while the script arrives', () => {
  // `preload_helper` only loads other scripts. It contains no functions to compile in advance.
  const scripts = builtScripts().filter(({ name }) => !name.startsWith('preload_helper.'));
  const silent = scripts.filter(({ code }) => !code.startsWith(`${TRANSLATE_AT_ONCE}\n`));
  assert.ok(scripts.length > 50, `only ${scripts.length} were found`);
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  );
});
