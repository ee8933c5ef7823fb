import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import { common as commonEn } from '../../contract/locales/en-US/common';
import { login as loginEn } from '../../contract/locales/en-US/login';
import { menu as menuEn } from '../../contract/locales/en-US/menu';
import { common as commonPt } from '../../contract/locales/pt-BR/common';
import { login as loginPt } from '../../contract/locales/pt-BR/login';
import { menu as menuPt } from '../../contract/locales/pt-BR/menu';
import { common as commonZh } from '../../contract/locales/zh-CN/common';
import { login as loginZh } from '../../contract/locales/zh-CN/login';
import { menu as menuZh } from '../../contract/locales/zh-CN/menu';
import { common as commonTw } from '../../contract/locales/zh-TW/common';
import { login as loginTw } from '../../contract/locales/zh-TW/login';
import { menu as menuTw } from '../../contract/locales/zh-TW/menu';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../contract/text';
import { accessibilityFaults, enter, shot, signInByForm } from '../support/browser';
import { setUpConsole } from '../support/journey';
import {
  BUILT_PAGES,
  idleWaiter,
  isRecordPage,
  leavePage,
  openView,
  PAGE_VIEWS,
  type PageView,
  PUBLIC_VIEWS,
  pushTo,
  UNKNOWN_PATH,
  WITHOUT_STREAM,
} from '../support/pageCatalogue';
import { reflowFaults } from '../support/reflow';
import { shareOfToday } from '../support/seed';

/**
 * Every page that exists: accessible however it looks, in four languages, and with nothing in its console. Each day sees each view in
 * one of its looks, and in three days in all of them.
 */

type Words = Readonly<Record<string, string>>;
const TEXTS: Readonly<Record<Locale, { common: { readonly notFound: string }; login: Words; menu: Words }>> = {
  'zh-CN': { common: commonZh, login: loginZh, menu: menuZh },
  'en-US': { common: commonEn, login: loginEn, menu: menuEn },
  'pt-BR': { common: commonPt, login: loginPt, menu: menuPt },
  'zh-TW': { common: commonTw, login: loginTw, menu: menuTw },
};

/** Parts of pages that have words of their own. */
const TABS = [
  { path: '/dashboard/accountInfo?tab=security', name: 'accountInfo' },
  { path: '/dashboard/accountInfo?tab=binding', name: 'accountInfo' },
  { path: '/dashboard/accountInfo?tab=history', name: 'accountInfo' },
  { path: '/dashboard/noticeManage?tab=approvals', name: 'noticeManage' },
  { path: '/dashboard/noticeManage?tab=rules', name: 'noticeManage' },
  { path: '/financial/information?part=summary', name: 'information' },
  { path: '/financial/information?part=invoice', name: 'information' },
] as const;
/** The key of a text, as shown where the text is missing. */
const AREAS = readdirSync('contract/locales/zh-CN').map((name) => name.replace('.ts', ''));
const KEY = new RegExp(`\\b(${AREAS.join('|')})\\.[a-z]\\w+`);

/**
 * Colours fade into each other; halfway they are neither the one nor the other. What is inherited fades from parent to child, a frame each,
 * so that a fade that ended may have begun another one. What turns for ever, or goes with the
 * scrolling, is not waited for.
 */
const COLOURS_AT_REST = `(async () => {
  for (let calm = 0; calm < 3; ) {
    const fading = document.getAnimations().filter((one) => one.timeline === document.timeline && one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((one) => one.finished));
    await new Promise((done) => requestAnimationFrame(done));
    calm = fading.length === 0 ? calm + 1 : 0;
  }
})()`;

/**
 * Lets colours change at once, or as the page has it. With little movement they fade for a moment only, but from parent to child, and
 * each of these steps draws the whole page: the colours at its end are the same. What opens and closes waits for the end of its fading.
 */
const COLOURS_AT_ONCE = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important }');
  window.colours = (atOnce) => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== sheet), ...(atOnce ? [sheet] : [])];
  };
}`;

const server = setUpConsole();

const COLOURS = ['color-contrast', 'link-in-text-block'];
/** What other sizes and colours can break. */
const COMPACT = [...COLOURS, 'target-size', 'scrollable-region-focusable'];
/**
 * Ways to look at an open page, one after the other: each step draws the whole page again, so only one thing changes at a time. In other
 * colours only the rules about colours can fail.
 */
const LOOKS = [
  { name: 'light', scheme: 'light', width: 1440, rules: {} },
  { name: 'dark', scheme: 'dark', width: 1440, rules: { only: COLOURS } },
  // On the same day the view is enlarged, and 320 px wide.
  { name: 'narrow', scheme: 'dark', width: 390, rules: {} },
] as const;
const HEIGHT = 900;

/** Sizes and colours of these come from parts that all views are made of: the first view of each page shows them. */
const FIRST_VIEWS = PAGE_VIEWS.filter(({ path }, at) => {
  const pageOf = (address: string) => address.split('?')[0];
  return PAGE_VIEWS.findIndex((one) => pageOf(one.path) === pageOf(path)) === at;
});

test('no page has an accessibility fault in light or dark colours or on a telephone; enlarged to 200 % and 320 px wide it needs no sideways scrolling and hides, clips and covers nothing', async () => {
  const faults: string[] = [];
  await server.visit(async (page, { context }) => {
    await context.addInitScript(
      `localStorage.setItem('multistation-look', '{"scheme":"system"}');${WITHOUT_STREAM}${COLOURS_AT_ONCE}`,
    );
    const rest = idleWaiter(page);
    const looksAt = (place: PageView) =>
      LOOKS.filter((_look, turn) => PUBLIC_VIEWS.includes(place) || shareOfToday(PAGE_VIEWS, turn).includes(place));
    const look = async (place: PageView) => {
      const isPublic = PUBLIC_VIEWS.includes(place);
      const looks = looksAt(place);
      for (const { name, scheme, width, rules } of looks) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        // Signed-in people see the colours change; before that they are read once.
        if (name === looks[0]?.name || isPublic) await openView(page, place, isPublic ? 'outside' : 'inside');
        await page.mouse.move(0, 0);
        if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: HEIGHT });
        await rest();
        await page.evaluate('colours(true)');
        await page.locator(`html[data-theme="${scheme}"]`).waitFor();
        await page.evaluate(COLOURS_AT_REST);
        await shot(page, `${name}-${place.name}`);
        // What takes another form on a telephone is shown by the first view of a page; its others differ in sizes and colours.
        const isFirst = isPublic || FIRST_VIEWS.includes(place);
        const asked = name === 'narrow' && !isFirst ? { only: COMPACT } : rules;
        faults.push(...(await accessibilityFaults(page, asked)).map((fault) => `${place.name}, ${name}: ${fault}`));
      }
      // The next place opens with its movements.
      const leave = () => Promise.all([page.evaluate('colours(false)'), isPublic || leavePage(page)]);
      if (looks.some(({ name }) => name === 'narrow'))
        faults.push(...(await reflowFaults(page, place.name, { leave })));
      else await leave();
      await page.setViewportSize({ width: LOOKS[0].width, height: HEIGHT });
    };
    for (const place of PUBLIC_VIEWS) await look(place);
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    for (const place of PAGE_VIEWS) await look(place);
  });
  assert.deepEqual(faults, []);
});

test('no page has an accessibility fault while it is compact and in the colours of the colour-weak', async () => {
  const faults: string[] = [];
  await server.visit(async (page, visitor) => {
    await visitor.context.addInitScript(
      `localStorage.setItem('multistation-look', '{"compact":true,"colorWeak":true}');${WITHOUT_STREAM}`,
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const rest = idleWaiter(page);
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(UNKNOWN_PATH);
    await page.locator('html.colorWeak[data-density="compact"]').waitFor();
    for (const place of shareOfToday(FIRST_VIEWS, 1)) {
      await openView(page, place, 'inside');
      // What was pressed last may lie where this page explains something.
      await page.mouse.move(0, 0);
      await rest();
      await page.evaluate(COLOURS_AT_REST);
      await shot(page, `compact-${place.name}`);
      faults.push(...(await accessibilityFaults(page, { only: COMPACT })).map((fault) => `${place.name}: ${fault}`));
    }
  });
  assert.deepEqual(faults, []);
});

// Every word of every page comes from a catalogue (pseudo-locale.test.ts): a quarter of the pages shows that this one is asked.
for (const [turn, locale] of LOCALES.entries()) {
  test(`sign-in and a quarter of the pages speak ${locale}`, async () => {
    const { common, login, menu } = TEXTS[locale];
    await server.visit({ locale }, async (page) => {
      await page.goto('/user/login');
      await page.getByRole('tab', { name: login.tabPassword }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), locale);
      await signInByForm(page, server.owner.account, server.owner.password);
      await page.waitForURL('**/dashboard/index');
      const pages = [...BUILT_PAGES.filter(({ path }) => !isRecordPage(path)), ...TABS];
      for (const { path, name } of pages.filter((_page, at) => at % LOCALES.length === turn)) {
        await pushTo(page, UNKNOWN_PATH);
        await page.locator('main').getByRole('heading', { name: common.notFound }).waitFor();
        await pushTo(page, path);
        await page.locator('main h1').filter({ hasNotText: common.notFound }).first().waitFor();
        await page.locator('main').locator('label, th, h2, dt, [role="tabpanel"] p, [data-empty]').first().waitFor();
        assert.ok((await page.title()).startsWith(menu[name] ?? '?'), `${path} is titled ${await page.title()}`);
        const text = await page.locator('body').textContent();
        // A missing text shows its key.
        assert.doesNotMatch(text ?? '', KEY);
        if (locale === 'en-US' || locale === 'pt-BR') await assertLatin(page);
      }
    });
  });
}

test('the language is chosen on the page, kept, and goes before the browser language', async () => {
  await server.visit({ locale: 'zh-CN' }, async (page) => {
    await page.goto('/user/login');
    await page.getByRole('combobox', { name: loginZh.language }).selectOption('en-US');
    await page.getByRole('tab', { name: loginEn.tabPassword }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: loginEn.tabPassword }).waitFor();
    assert.equal(await page.evaluate(`localStorage.getItem('umi_locale')`), 'en-US');
    await page.goto('/user/nowhere');
    await page.getByRole('heading', { name: commonEn.notFound }).waitFor();
  });
});

/** Labels and buttons of the frame and of forms hold no Chinese; names of places and stations are data, languages write their own names. */
async function assertLatin(page: Page): Promise<void> {
  const words = await page.locator('main h1, main label, main legend, main th, nav').allTextContents();
  const names: readonly string[] = Object.values(LANGUAGE_NAMES);
  const chinese = words.filter((word) => /\p{Script=Han}/u.test(word) && !names.includes(word));
  assert.deepEqual(chinese, [], `Chinese words at ${page.url()}`);
}
