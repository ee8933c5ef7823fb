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
 * Tests that pages are accessible in each look, show the chosen language, and log nothing to the browser console. The public views are
 * tested in all looks every day. Of the other views, half are tested each day, each in one look, so six days cover all looks.
 */

type Words = Readonly<Record<string, string>>;
const TEXTS: Readonly<Record<Locale, { common: { readonly notFound: string }; login: Words; menu: Words }>> = {
  'zh-CN': { common: commonZh, login: loginZh, menu: menuZh },
  'en-US': { common: commonEn, login: loginEn, menu: menuEn },
  'pt-BR': { common: commonPt, login: loginPt, menu: menuPt },
  'zh-TW': { common: commonTw, login: loginTw, menu: menuTw },
};

/** Tabs with their own texts. */
const TABS = [
  { path: '/dashboard/accountInfo?tab=security', name: 'accountInfo' },
  { path: '/dashboard/accountInfo?tab=binding', name: 'accountInfo' },
  { path: '/dashboard/accountInfo?tab=history', name: 'accountInfo' },
  { path: '/dashboard/noticeManage?tab=approvals', name: 'noticeManage' },
  { path: '/dashboard/noticeManage?tab=rules', name: 'noticeManage' },
  { path: '/financial/information?part=summary', name: 'information' },
  { path: '/financial/information?part=invoice', name: 'information' },
] as const;
/** Names of the text catalogues. {@link KEY} matches the key of a text, which a page shows if the text is missing. */
const AREAS = readdirSync('contract/locales/zh-CN').map((name) => name.replace('.ts', ''));
const KEY = new RegExp(`\\b(${AREAS.join('|')})\\.[a-z]\\w+`);

/**
 * Script: waits for the end of colour transitions, because colours during a transition would fail the contrast rules. Inherited colours
 * start a new transition in each child, so three frames without a transition are required. Endless and scroll-driven animations are
 * ignored.
 */
const COLOURS_AT_REST = `(async () => {
  for (let calm = 0; calm < 3; ) {
    const fading = document.getAnimations().filter((one) => one.timeline === document.timeline && one.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((one) => one.finished));
    await new Promise((done) => requestAnimationFrame(done));
    calm = fading.length === 0 ? calm + 1 : 0;
  }
})()`;

const server = setUpConsole();

const COLOURS = ['color-contrast', 'link-in-text-block'];
/** axe rules that another size or other colours can break. */
const COMPACT = [...COLOURS, 'target-size', 'scrollable-region-focusable'];
/**
 * Looks of an open page, tested one after the other. Each step redraws the whole page, so it changes only one property. Another
 * colour scheme can break only the axe rules about colours.
 */
const LOOKS = [
  { name: 'light', scheme: 'light', width: 1440, rules: {} },
  { name: 'dark', scheme: 'dark', width: 1440, rules: { only: COLOURS } },
  // When this look is due, the view is also tested at 200 % zoom and 320 px width.
  { name: 'narrow', scheme: 'dark', width: 390, rules: {} },
] as const;
const HEIGHT = 900;

/** The first view of each page. Views of a page share their frame and most components, so some checks use only this view. */
const FIRST_VIEWS = PAGE_VIEWS.filter(({ path }, at) => {
  const pageOf = (address: string) => address.split('?')[0];
  return PAGE_VIEWS.findIndex((one) => pageOf(one.path) === pageOf(path)) === at;
});

test('pages are accessible in light, dark and phone looks; at 200 % and 320 px nothing is hidden, clipped or covered', async () => {
  const faults: string[] = [];
  await server.visit(async (page, { context }) => {
    await context.addInitScript(`localStorage.setItem('multistation-look', '{"scheme":"system"}');${WITHOUT_STREAM}`);
    const rest = idleWaiter(page);
    const looksAt = (place: PageView) =>
      LOOKS.filter((_look, turn) => PUBLIC_VIEWS.includes(place) || shareOfToday(PAGE_VIEWS, turn).includes(place));
    const look = async (place: PageView) => {
      const isPublic = PUBLIC_VIEWS.includes(place);
      const looks = looksAt(place);
      for (const { name, scheme, width, rules } of looks) {
        await page.emulateMedia({ colorScheme: scheme });
        // Pages behind the sign-in adapt to a change of the colour scheme. Public pages read it once, so they are opened again.
        if (name === looks[0]?.name || isPublic) await openView(page, place, isPublic ? 'outside' : 'inside');
        await page.mouse.move(0, 0);
        if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: HEIGHT });
        await rest();
        await page.locator(`html[data-theme="${scheme}"]`).waitFor();
        await page.evaluate(COLOURS_AT_REST);
        await shot(page, `${name}-${place.name}`);
        // The first view of a page covers the layout on a phone. The other views need only the axe rules about sizes and colours.
        const isFirst = isPublic || FIRST_VIEWS.includes(place);
        const asked = name === 'narrow' && !isFirst ? { only: COMPACT } : rules;
        faults.push(...(await accessibilityFaults(page, asked)).map((fault) => `${place.name}, ${name}: ${fault}`));
      }
      const leave = async () => isPublic || leavePage(page);
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

test('no page has an accessibility fault in compact density with the colour-weak palette', async () => {
  const faults: string[] = [];
  await server.visit(async (page, visitor) => {
    await visitor.context.addInitScript(
      `localStorage.setItem('multistation-look', '{"compact":true,"colorWeak":true}');${WITHOUT_STREAM}`,
    );
    const rest = idleWaiter(page);
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(UNKNOWN_PATH);
    await page.locator('html.colorWeak[data-density="compact"]').waitFor();
    for (const place of shareOfToday(FIRST_VIEWS, 1)) {
      await openView(page, place, 'inside');
      // The pointer may be over an element with a tooltip.
      await page.mouse.move(0, 0);
      await rest();
      await page.evaluate(COLOURS_AT_REST);
      await shot(page, `compact-${place.name}`);
      faults.push(...(await accessibilityFaults(page, { only: COMPACT })).map((fault) => `${place.name}: ${fault}`));
    }
  });
  assert.deepEqual(faults, []);
});

// pseudo-locale.test.ts checks that every text is in a catalogue. So a quarter of the pages per language is enough to check its catalogue.
for (const [turn, locale] of LOCALES.entries()) {
  test(`the sign-in page and a quarter of the pages are shown in ${locale}`, async () => {
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
        // If a text is missing, the page shows its key.
        assert.doesNotMatch(text ?? '', KEY);
        if (locale === 'en-US' || locale === 'pt-BR') await assertLatin(page);
      }
    });
  });
}

test('the language chosen on the page is kept and takes precedence over the browser language', async () => {
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

/** Asserts that headings, labels, column titles and navigation contain no Chinese, except the names of languages. */
async function assertLatin(page: Page): Promise<void> {
  const words = await page.locator('main h1, main label, main legend, main th, nav').allTextContents();
  const names: readonly string[] = Object.values(LANGUAGE_NAMES);
  const chinese = words.filter((word) => /\p{Script=Han}/u.test(word) && !names.includes(word));
  assert.deepEqual(chinese, [], `Chinese words at ${page.url()}`);
}
