import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import words from 'antd/locale/pt_BR.js';
import { common as commonEn } from '../../contract/locales/en-US/common';
import { common as commonPt } from '../../contract/locales/pt-BR/common';
import { common as commonZh } from '../../contract/locales/zh-CN/common';
import { common as commonTw } from '../../contract/locales/zh-TW/common';
import { formatMessage } from '../../contract/message';
import { LOCALES } from '../../contract/text';
import { enter, shot } from '../support/browser';
import { clippingFaults, LISTEN, strangeWords } from '../support/clipping';
import { setUpConsole } from '../support/journey';
import { controlNetwork, waitUntilIdle } from '../support/networkConditions';
import { BUILT_PAGES, isRecordPage, openView, PAGE_VIEWS, type PageView, PUBLIC_VIEWS } from '../support/pageCatalogue';
import { openTab, unselectedTabs } from '../support/pageTabs';
import { buildPseudoLocale, pseudo } from '../support/pseudoLocale';
import { shareOfToday } from '../support/seed';

/** Tests pages in the pseudo-locale. Each text is 40 % longer than in English or as long as its longest translation. */

const WIDTHS = [1440, 1100] as const;
const HEIGHT = 900;
const COMMON = { 'zh-CN': commonZh, 'zh-TW': commonTw, 'en-US': commonEn, 'pt-BR': commonPt };

/** Built pages that have no entry in `PAGE_VIEWS` and show no single record. */
const OTHERS: readonly PageView[] = BUILT_PAGES.filter(
  ({ path }) => !isRecordPage(path) && !PAGE_VIEWS.some((place) => place.path === path),
).map(({ path, name }) => ({ name, path, ready: 'main h1' }));

/** Views of the frame's overlays. */
const FRAME: readonly PageView[] = [
  { name: 'palette', press: 'Control+k', shown: '[role="listbox"] [role="option"]' },
  { name: 'keys', press: '?', shown: '[role="dialog"] kbd' },
].map(({ name, press, shown }) => ({
  name,
  path: '/teamList/index',
  ready: 'main tbody code',
  open: async (page: Page) => {
    await page.keyboard.press(press);
    await page.locator(shown).first().waitFor();
  },
}));

/** Views without a tab in their URL. The test finds the tabs of a page itself. */
const INSIDE = [...PAGE_VIEWS.filter(({ path }) => !/[?&](tab|part)=/.test(path)), ...OTHERS, ...FRAME];

function textsIn(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : [];
}
/**
 * Words that are in no catalogue. antd has texts in each language, and two English texts on arrow buttons that the Tab key skips.
 * The browser provides the names of countries. The name of a language is always in that language. Units, `HH:mm` and PEM headers are
 * the same in all four languages.
 */
const KNOWN = [
  ...textsIn(words),
  ...['Increase Value', 'Decrease Value'],
  'China',
  ...['简体中文', '繁體中文', 'English', 'Português'],
  ...['HH:mm', 'km²', 'KB', 'MB', 'GB'],
  ...['-----BEGIN CERTIFICATE-----', '-----BEGIN PRIVATE KEY-----', '-----BEGIN PUBLIC KEY-----'],
];

const said = pseudo(LOCALES.map((locale) => COMMON[locale].notFound));
// We use a section of the text, without the isolate character and the bracket before it.
const notFound = said.slice(2, 24);
let remove = async () => {};
const server = setUpConsole(async () => {
  const built = await buildPseudoLocale();
  remove = built.remove;
  return { folder: built.folder, still: true };
});
test.afterAll(() => remove());

test(`the longest texts are not clipped and do not overlap at ${WIDTHS.join(' and ')} px, and all come from a catalogue`, async () => {
  const faults = new Set<string>();
  // We use Portuguese, because its numbers and dates are the longest.
  await server.visit({ locale: 'pt-BR' }, async (page, visitor) => {
    await page.addInitScript(LISTEN);
    await controlNetwork(page);
    // A figure's change depends on the time of day, so the test replaces every change with the widest value.
    await page.route(/\/api\/dashboard\.Index\/get(Overview|Money)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"changeBp":-?\d+/g, '"changeBp":12345678'),
      });
    });
    const judge = async (name: string) => {
      // Overlays have the same width in both window sizes, so one size is enough.
      const isOver = await page.getByRole('dialog').last().isVisible();
      for (const width of isOver ? WIDTHS.slice(0, 1) : WIDTHS) {
        if (width !== WIDTHS[0]) await page.setViewportSize({ width, height: HEIGHT });
        await waitUntilIdle(page);
        for (const fault of await clippingFaults(page)) faults.add(`${name}, ${width}: ${fault}`);
        await shot(page, `pseudo-${width}-${name.replaceAll(/\W+/g, '-')}`);
      }
      for (const fault of await strangeWords(page, KNOWN)) faults.add(`${name}: ${fault}`);
      await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
    };
    for (const place of PUBLIC_VIEWS) {
      await openView(page, place, 'outside');
      await judge(place.name);
    }
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/nowhere');
    for (const place of shareOfToday(INSIDE, 1)) {
      await openView(page, place, 'inside', { notFound });
      await judge(place.name);
      const drawer = page.getByRole('dialog').last();
      if (await drawer.isVisible()) {
        const tabs = drawer.getByRole('tab');
        for (let at = 1; at < (await tabs.count()); at += 1) {
          await tabs.nth(at).click();
          await judge(`${place.name}, tab ${at + 1}`);
        }
      } else if (place.open === undefined && !place.path.includes('?')) {
        for (const key of await unselectedTabs(page)) {
          await openTab(page, key);
          await judge(`${place.name}, ${key}`);
        }
      }
    }
  });
  assert.deepEqual([...faults], []);
});

test('a right-to-left name keeps its place in a sentence: the text after it is on its right', async () => {
  const [before, after] = ['站点 ', ' 12 单已暂停'];
  const name = 'مطعم النخيل';
  const sentence = formatMessage(`${before}{name}${after}`, 'zh-CN', { name });
  await server.visit(async (page) => {
    await page.goto('/user/login');
    const edges = (text: string) =>
      page.evaluate<{ name: number; number: number }>(`(() => {
          const line = document.body.appendChild(document.createElement('p'));
          line.style.whiteSpace = 'nowrap';
        line.textContent = ${JSON.stringify(text)};
          const range = document.createRange();
          const place = (from, to) => {
            range.setStart(line.firstChild, from);
            range.setEnd(line.firstChild, to);
            return range.getBoundingClientRect();
          };
          const name = line.textContent.indexOf('م');
          const number = line.textContent.indexOf('12');
          return { name: place(name, name + 4).right, number: place(number, number + 2).left };
        })()`);
    const drawn = await edges(sentence);
    assert.ok(drawn.number >= drawn.name, JSON.stringify(drawn));
    // Without the isolate characters the order is wrong. This proves that the test can detect the failure.
    const bare = await edges(sentence.replaceAll(/[\u2068\u2069]/g, ''));
    assert.ok(bare.number < bare.name, JSON.stringify(bare));
  });
});

test('the checks report a literal, a clipped text, overlapping texts and a text outside its frame', async () => {
  await server.visit(async (page) => {
    await page.addInitScript(LISTEN);
    await page.goto('/user/login');
    await page.locator('#account').waitFor();
    await page.evaluate(`for (const style of [
        { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' },
        { width: '40px', border: '1px solid', whiteSpace: 'nowrap' },
        { position: 'absolute', top: '0', left: '0' },
        { position: 'absolute', top: '4px', left: '4px' },
      ]) {
        const line = document.body.appendChild(document.createElement('p'));
        Object.assign(line.style, style);
        line.textContent = 'Plain words';
      }`);
    const told = [...(await clippingFaults(page)), ...(await strangeWords(page, KNOWN))].join('\n');
    for (const fault of [/is cut by/, /reaches \d+ px out of/, /lies on/, /is in no catalogue/])
      assert.match(told, fault);
  });
});
