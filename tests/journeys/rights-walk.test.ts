import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { common } from '../../contract/locales/zh-CN/common';
import { dashboard } from '../../contract/locales/zh-CN/dashboard';
import { list } from '../../contract/locales/zh-CN/list';
import { menu } from '../../contract/locales/zh-CN/menu';
import { RULES, withParents } from '../../contract/permissions';
import { enter } from '../support/browser';
import { type Crawl, crawl, goTo, settled, watchCalls } from '../support/crawler';
import { setUpConsole } from '../support/journey';
import { BUILT_PAGES, type BuiltPage } from '../support/pageCatalogue';
import { type Caller, hire, makeIdentity, ownerOf } from '../support/people';
import { shareOfToday } from '../support/seed';

/**
 * Tests that pages show exactly what a user may see and do. The built pages are tested with users of very different permissions.
 * Pages are read from the route table and permissions from the contract, so new pages are tested automatically. Each user opens all
 * pages. Users other than the owner press each kind of control on a sixth of the pages. This sixth changes daily.
 */

const HOME = '/dashboard/index';
/** Pages for a single action that has its own permission, with the permission id. */
const ALSO: Readonly<Record<string, number>> = { '/teamList/addTeam': 1101 };

/** Users and the permission ids of their only identity. The permissions of parent menus are added automatically. */
const PEOPLE = {
  nobody: { name: '只有首页', rules: [2] },
  reader: { name: '只看站点', rules: [2, 11, 13] },
  writer: { name: '开站录入', rules: [12, 1101] },
  clerk: { name: '站点操作', rules: [2, 11, 1102, 1104, 1106, 1107, 13, 1301] },
  personnel: { name: '只管员工', rules: [82, 8202, 8206] },
  granter: { name: '只看身份', rules: [2, 3, 81] },
  noticer: { name: '只看通知', rules: [5] },
} as const;
/** Permission ids of a user with one station. */
const LOCAL_RULES = [2, 3, 4, 5, 11, 1102, 1106, 1107, 12, 13, 1301, 1302, 81, 82, 83];

const server = setUpConsole({ still: true }, async () => {
  owner = await ownerOf(server);
  const { list: stations } = await owner.done('team.Team/getList', { limit: 100 });
  const [first] = stations.filter(({ status }) => status === 'operating');
  assert.ok(first);
  own = first;
  foreign = stations
    .filter(({ id }) => id !== own.id)
    .flatMap(({ name, code }) => [name, code])
    .filter((word) => word && !own.name.includes(word));
  assert.ok(foreign.length >= 6);
  for (const [key, { name, rules }] of Object.entries(PEOPLE)) tels.set(key, await personWith(name, rules));
});
let owner: Caller;
let own: { readonly id: number; readonly name: string; readonly code: string };
/** Names and codes of stations outside the data scope of the user with one station. */
let foreign: readonly string[];

const rulesOf = ({ access }: Endpoint): readonly number[] => (typeof access === 'object' ? [access.rule].flat() : []);

const pressedToday = new Set(shareOfToday(BUILT_PAGES, 2).map(({ path }) => path));

/** Combinations of page and permissions that were crawled. A page's buttons depend only on the permissions below the page's permission. */
const crawled = new Set<string>();
const offerOf = (path: string, rules: ReadonlySet<number>) => {
  const page = BUILT_PAGES.find((one) => one.path === path);
  return `${path} ${[...rules].filter((rule) => Math.floor(rule / 100) === page?.rule).join()}`;
};

const tels = new Map<string, string>();
let hired = 0;
/** Creates an identity and an account with that identity. With `scope`, the identity sees only these stations. @returns the phone number */
async function personWith(name: string, rules: readonly number[], scope?: { kind: 'teams'; ids: number[] }) {
  hired += 1;
  const seen = scope ? { dataScope: scope, fieldRules: ['amount' as const] } : {};
  const identity = await makeIdentity(owner, name, rules, seen);
  const tel = `1990000${String(hired).padStart(4, '0')}`;
  await hire(owner, { account: `crawler${hired}`, name, tel }, [identity]);
  return tel;
}

/** Returns the page's HTML instead of its text, because invisible attributes may also contain names. */
const wholeText = (page: Page) => page.content();

/**
 * Opens all built pages as one user, and asserts that only the permitted ones are shown and in the menu.
 *
 * @param look called on every permitted page after its data has loaded; it returns `true` if the page must be opened again
 */
async function crawlPages(
  page: Page,
  rules: ReadonlySet<number>,
  look: (crawler: Crawl, path: string) => Promise<boolean>,
) {
  const may = ({ rule, path }: BuiltPage) => rules.has(rule) && rules.has(ALSO[path] ?? rule);
  const open = BUILT_PAGES.filter(may);
  const crawler = watchCalls(page);
  const start = open.find(({ path }) => path === HOME)?.path ?? open[0]?.path;
  assert.ok(start);
  await page.goto(start);
  await page.locator('main h1').waitFor();
  await settled(crawler);

  const seen = new Set<string>();
  for (const one of BUILT_PAGES) {
    const { path, name } = one;
    await goTo(crawler, path);
    const title = await page.locator('main h1').first().textContent();
    if (!may(one)) {
      assert.equal(title, common.forbidden, `${path} is shown to ${[...rules].join()}`);
      assert.deepEqual(await page.locator('main table, main form').count(), 0, path);
    } else {
      assert.notEqual(title, common.forbidden, `${path} (${menu[name]}) is closed`);
      const hasPressed = await look(crawler, path);
      // A press may have led to another page, or opened a dialog over the menu.
      if (hasPressed) await goTo(crawler, path);
    }
    for (const href of await page
      .locator('header nav a, aside nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      seen.add(href.split('?')[0] ?? '');
    }
  }
  const expected = open.filter(({ inMenu }) => inMenu).map(({ path }) => path);
  assert.deepEqual([...seen].sort(), [...expected].sort(), 'the menu is not what the rights are');
  assert.deepEqual(crawler.denied(), [], 'a page asked for what its reader may not have');
}

/** Asserts that each link to a built page leads to a page that the user may open. */
async function assertLinks({ page }: Crawl, rules: ReadonlySet<number>) {
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const href of new Set(hrefs.map((one) => one.split(/[?#]/)[0] ?? ''))) {
    const target = BUILT_PAGES.find(({ path }) => path === href);
    if (target) assert.ok(rules.has(target.rule), `${page.url()} leads to ${href}`);
  }
}

function assertCalls(crawler: Crawl, rules: ReadonlySet<number>) {
  for (const address of crawler.asked()) {
    const endpoint = (endpoints as Readonly<Record<string, Endpoint>>)[address];
    const needed = endpoint ? rulesOf(endpoint) : [];
    assert.ok(needed.length === 0 || needed.some((rule) => rules.has(rule)), `${address} was offered`);
  }
}

test.describe('users of the head office', () => {
  for (const [key, { rules: granted }] of Object.entries(PEOPLE)) {
    test(`${key}: menu, pages, links, buttons and calls are exactly what rules ${granted.join(', ')} allow`, async () => {
      const rules: ReadonlySet<number> = new Set(withParents(granted));
      const tel = tels.get(key) ?? '';
      await server.visit(async (page, visitor) => {
        await enter(visitor, tel);
        await crawlPages(page, rules, async (crawler, path) => {
          if (path === HOME) await assertShortcuts(page, rules);
          await assertLinks(crawler, rules);
          const offer = offerOf(path, rules);
          const isPressed = !crawled.has(offer) && pressedToday.has(path);
          if (isPressed) {
            crawled.add(offer);
            await crawl(crawler, path, () => assertLinks(crawler, rules));
          }
          assertCalls(crawler, rules);
          return isPressed;
        });
      });
    });
  }
});

/** Asserts that the list of shortcuts to pages contains exactly the pages of the menu, except the workbench. */
async function assertShortcuts(page: Page, rules: ReadonlySet<number>) {
  await page.getByRole('button', { name: dashboard.quickLinksEdit }).click();
  const form = page.getByRole('form', { name: dashboard.quickLinks });
  const offered = await form
    .getByRole('checkbox')
    .evaluateAll((boxes) =>
      boxes.map((box) => (box.closest('label')?.textContent ?? box.getAttribute('aria-label') ?? '').trim()),
    );
  const expected = BUILT_PAGES.filter(({ inMenu, rule, path }) => inMenu && path !== HOME && rules.has(rule));
  assert.deepEqual(offered.sort(), expected.map((one) => menu[one.name]).sort());
  await page.keyboard.press('Escape');
}

test.describe('users with one station and users with all stations', () => {
  test('a user with one station sees no other station in rows, choices, totals, figures, search results or attributes', async () => {
    const rules: ReadonlySet<number> = new Set(withParents(LOCAL_RULES));
    const tel = await personWith('一个站点', LOCAL_RULES, { kind: 'teams', ids: [own.id] });
    const assertOwn = async (page: Page) => {
      const text = await wholeText(page);
      assert.deepEqual(
        foreign.filter((word) => text.includes(word)),
        [],
        `foreign stations at ${page.url()}`,
      );
    };
    const figures = async (page: Page) => (await page.locator('main ul:has(strong)').allTextContents()).join('\n');
    const keyFigures = async (page: Page) => {
      // Figures from the ledger need a separate permission, so we compare only the key figures.
      const cards = page.getByRole('region', { name: dashboard.keyFigures }).locator('article[aria-label]');
      // We skip the number of online riders, because it changes every minute.
      const lines = await cards.evaluateAll((nodes) =>
        nodes.map((node) => `${node.getAttribute('aria-label')}: ${node.children[1]?.textContent}`),
      );
      return lines.filter((line) => !line.startsWith(dashboard.onlineRiderCount)).join('\n');
    };
    // The owner, who has all stations, must get the same figures with a filter for this station.
    const asked: Readonly<Record<string, string>> = {
      [HOME]: `teams=${own.id}`,
      '/teamList/index': `keyword=${own.code}`,
      '/teamList/teamOperation': `keyword=${own.code}`,
    };
    const read = async (crawler: Crawl, address: string, path: string) => {
      await crawler.page.goto(address);
      const sign =
        path === HOME ? crawler.page.locator('main canvas') : crawler.page.locator('main').getByText(own.name);
      await sign.first().waitFor();
      await settled(crawler);
      return path === HOME ? keyFigures(crawler.page) : figures(crawler.page);
    };
    /** Compares the user's figures with the owner's. Reads again, at most twice, if the owner's figures changed meanwhile. */
    const assertTold = async (owners: Crawl, crawler: Crawl, path: string) => {
      for (let round = 1; ; round += 1) {
        const before = await read(owners, `${path}?${asked[path]}`, path);
        const shown = await read(crawler, path, path);
        const after = await read(owners, `${path}?${asked[path]}`, path);
        if (before !== after && round < 3) continue;
        assert.notEqual(before, '', `${path} has no figures`);
        return assert.equal(shown, before, path);
      }
    };
    await server.visit(async (ownersPage, ownersVisitor) => {
      await enter(ownersVisitor, await server.telOf(server.owner.account));
      const owners = watchCalls(ownersPage);
      await server.visit(async (page, visitor) => {
        await enter(visitor, tel);
        await crawlPages(page, rules, async (crawler, path) => {
          await assertOwn(page);
          if (path in asked) await assertTold(owners, crawler, path);
          if (path in asked && path !== HOME) {
            assert.equal(await page.locator('main tbody tr').count(), 1, path);
            const keyword = page.locator('main search input[type="text"]:not([role="combobox"])').first();
            for (const word of foreign.slice(0, 2)) {
              await keyword.fill(word);
              await keyword.press('Enter');
              await settled(crawler);
              await page.getByText(list.noMatch).waitFor();
              assert.equal(await page.locator('main tbody tr').count(), 0, `${word} was found`);
            }
            await goTo(crawler, path);
          }
          if (pressedToday.has(path)) {
            await crawl(crawler, path, async () => {
              await assertLinks(crawler, rules);
              await assertOwn(page);
            });
          }
          assertCalls(crawler, rules);
          return pressedToday.has(path);
        });
      });
    });
  });

  test('the owner finds every built page in the menu or by its address, and nothing is refused', async () => {
    const rules: ReadonlySet<number> = new Set(RULES.map(({ id }) => id));
    await server.visit(async (page, visitor) => {
      await enter(visitor, await server.telOf(server.owner.account));
      await crawlPages(page, rules, async (crawler, path) => {
        if (path === HOME) await assertShortcuts(page, rules);
        await assertLinks(crawler, rules);
        return path === HOME;
      });
    });
  });
});
