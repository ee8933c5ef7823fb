import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { LOCALES, type Locale } from '../../contract/text';
import { common as en } from '../../src/locales/en-US/common';
import { login as loginEn } from '../../src/locales/en-US/login';
import { menu as menuEn } from '../../src/locales/en-US/menu';
import { login as loginPt } from '../../src/locales/pt-BR/login';
import { menu as menuPt } from '../../src/locales/pt-BR/menu';
import { login as loginZh } from '../../src/locales/zh-CN/login';
import { menu as menuZh } from '../../src/locales/zh-CN/menu';
import { login as loginTw } from '../../src/locales/zh-TW/login';
import { menu as menuTw } from '../../src/locales/zh-TW/menu';
import { accessibilityFaults, inWindow, launchBrowser, settleOwner, shot, signInByForm } from '../support/browser';
import { type Console, startConsole } from '../support/console';

/** Every page that exists: accessible in light and dark, in four languages, and with nothing in its console. */

const TEXTS: Readonly<Record<Locale, { login: Record<string, string>; menu: Record<string, string> }>> = {
  'zh-CN': { login: loginZh, menu: menuZh },
  'en-US': { login: loginEn, menu: menuEn },
  'pt-BR': { login: loginPt, menu: menuPt },
  'zh-TW': { login: loginTw, menu: menuTw },
};

interface Place {
  readonly name: string;
  readonly path: string;
  /** Shown once the page has its data. */
  readonly ready: string;
  /** What to do before it is looked at. */
  readonly open?: (page: Page) => Promise<void>;
}
const row = 'main tbody code';
const PUBLIC: readonly Place[] = [
  { name: 'sign-in', path: '/user/login', ready: '#account' },
  {
    name: 'sign-in by phone',
    path: '/user/login',
    ready: '#account',
    open: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'forgotten password', path: '/user/forget', ready: '#tel' },
];
const PLACES: readonly Place[] = [
  { name: 'workbench', path: '/dashboard/index', ready: 'main canvas' },
  { name: 'stations', path: '/teamList/index', ready: row },
  { name: 'stations on the map', path: '/teamList/index?view=map', ready: '.leaflet-container path' },
  {
    name: 'station in the drawer',
    path: '/teamList/index',
    ready: row,
    open: async (page) => {
      await page
        .locator('main tbody tr')
        .first()
        .getByRole('button')
        .or(page.locator('main tbody tr').first().getByRole('link'))
        .first()
        .click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    },
  },
  { name: 'new station', path: '/teamList/addTeam', ready: 'main form .leaflet-container' },
  {
    name: 'new station, area',
    path: '/teamList/addTeam?step=2',
    ready: 'main form .leaflet-container, main form button',
  },
  { name: 'new station, hours', path: '/teamList/addTeam?step=3', ready: 'main form input' },
  { name: 'new station, fees', path: '/teamList/addTeam?step=4', ready: 'main form input' },
  { name: 'new station, contact', path: '/teamList/addTeam?step=5', ready: 'main form input' },
  { name: 'new station, administrator', path: '/teamList/addTeam?step=6', ready: 'main form input' },
  { name: 'operation', path: '/teamList/teamOperation', ready: 'main [role="switch"]' },
  {
    name: 'operation of one station',
    path: '/teamList/teamOperation',
    ready: 'main [role="switch"]',
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.locator('main textarea').waitFor();
    },
  },
  { name: 'site settings', path: '/site/index', ready: 'main form input' },
  { name: 'identities', path: '/rightsManagement/identity', ready: 'main tbody td button' },
  {
    name: 'identity in the drawer',
    path: '/rightsManagement/identity',
    ready: 'main tbody a',
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
      await page.getByRole('dialog').locator('fieldset').first().waitFor();
    },
  },
  { name: 'new identity', path: '/rightsManagement/identity?new=1', ready: 'main form fieldset fieldset input' },
  {
    name: 'X-ray of a person',
    path: '/rightsManagement/identity?explain=person:',
    ready: 'main li button',
    open: async (page) => {
      await page.locator('main li button').nth(1).click();
      await page.locator('main fieldset').nth(2).waitFor();
    },
  },
  {
    name: 'identities compared',
    path: '/rightsManagement/identity?compare=,',
    ready: 'main [role="combobox"]',
    open: async (page) => {
      for (const at of [0, 1]) {
        await page.locator('main button[role="combobox"]').nth(at).click();
        await page
          .getByRole('option')
          .nth(at + 1)
          .click();
      }
      await page.locator('main table').waitFor();
    },
  },
  { name: 'staff', path: '/rightsManagement/staff', ready: row },
  {
    name: 'person in the drawer',
    path: '/rightsManagement/staff',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    },
  },
  { name: 'new person', path: '/rightsManagement/staff?form=new', ready: '[role=dialog] form input' },
  {
    name: 'departments',
    path: '/rightsManagement/staff',
    ready: row,
    open: async (page) => {
      await page
        .locator('main header button')
        .filter({ has: page.locator('.anticon-apartment') })
        .click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'import of people',
    path: '/rightsManagement/staff',
    ready: row,
    open: async (page) => {
      await page
        .locator('main header button')
        .filter({ has: page.locator('.anticon-import') })
        .click();
      await page.getByRole('dialog').getByRole('switch').waitFor();
    },
  },
  { name: 'operation records', path: '/rightsManagement/staff/employeeOperationRecords', ready: 'main tbody tr time' },
  {
    name: 'record in the drawer',
    path: '/rightsManagement/staff/employeeOperationRecords',
    ready: 'main tbody tr time',
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
    },
  },
  { name: 'own account', path: '/dashboard/accountInfo', ready: 'main form input:not([type="file"])' },
  {
    name: 'own account, security',
    path: '/dashboard/accountInfo?tab=security',
    ready: 'main [role="tabpanel"] button',
  },
  { name: 'own account, binding', path: '/dashboard/accountInfo?tab=binding', ready: 'main [role="tabpanel"]' },
  { name: 'sign-ins', path: '/dashboard/accountInfo?tab=history', ready: 'main tbody tr' },
  { name: 'accounts', path: '/dashboard/accountManage', ready: 'main tbody tr td button' },
  { name: 'notices', path: '/dashboard/noticeManage', ready: 'main tbody tr td button' },
  { name: 'approvals', path: '/dashboard/noticeManage?tab=approvals', ready: 'main [role="tabpanel"] p' },
  { name: 'notice rules', path: '/dashboard/noticeManage?tab=rules', ready: 'main tbody tr' },
  { name: 'not found', path: '/nowhere', ready: 'main h1, h1' },
];

let server: Console;
let browser: Browser;
before(async () => {
  [server, browser] = await Promise.all([startConsole(), launchBrowser()]);
  await settleOwner(browser, server);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function openPlace(page: Page, { path, ready, open }: Place): Promise<void> {
  // A stream never comes to rest; without it the bell asks by itself.
  await page.route('**/api/dashboard.Notice/stream', (route) => route.fulfill({ json: { code: 42901 } }));
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await open?.(page);
  await page.waitForLoadState('networkidle');
}

for (const scheme of ['light', 'dark'] as const) {
  test(`no page has a serious or critical accessibility fault in ${scheme} colours`, async () => {
    const faults: string[] = [];
    await inWindow(browser, server, async (page, { context }) => {
      await context.addInitScript(`localStorage.setItem('multistation-look', '{"scheme":"${scheme}"}')`);
      const look = async (place: Place) => {
        await openPlace(page, place);
        await shot(page, `${scheme}-${place.name}`);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${place.name}: ${fault}`));
      };
      for (const place of PUBLIC) await look(place);
      await signInByForm(page, server.owner.account, server.owner.password);
      await page.waitForURL('**/dashboard/index');
      for (const place of PLACES) await look(place);
    });
    assert.deepEqual(faults, []);
  });
}

for (const locale of LOCALES) {
  test(`sign-in and every page speak ${locale}`, async () => {
    const { login, menu } = TEXTS[locale];
    await inWindow(browser, { baseURL: server.baseURL, locale }, async (page) => {
      await page.goto('/user/login');
      await page.getByRole('tab', { name: login.tabPassword }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), locale);
      await signInByForm(page, server.owner.account, server.owner.password);
      for (const [path, name] of [
        ['/dashboard/index', 'dashboardIndex'],
        ['/teamList/index', 'teamListIndex'],
        ['/teamList/addTeam', 'addTeam'],
        ['/teamList/teamOperation', 'teamOperation'],
        ['/site/index', 'siteIndex'],
        ['/rightsManagement/identity', 'identity'],
        ['/rightsManagement/staff', 'staff'],
        ['/rightsManagement/staff/employeeOperationRecords', 'operationRecords'],
      ] as const) {
        await page.waitForURL('**/dashboard/index');
        await page.goto(path);
        await page.locator('main h1').waitFor();
        assert.ok((await page.title()).startsWith(menu[name] ?? '?'), `${path} is titled ${await page.title()}`);
        const text = await page.locator('body').textContent();
        // A text that nobody wrote shows its key.
        assert.doesNotMatch(
          text ?? '',
          /\b(team|wizard|operation|list|form|site|dashboard|common|shell|menu|area|identity|notice|staff|record)\.[a-z]\w+/,
        );
        if (locale === 'en-US' || locale === 'pt-BR') await assertLatin(page);
        await page.goto('/dashboard/index');
      }
    });
  });
}

test('the language is chosen on the page, kept, and goes before the browser language', async () => {
  await inWindow(browser, { baseURL: server.baseURL, locale: 'zh-CN' }, async (page) => {
    await page.goto('/user/login');
    await page.getByRole('combobox', { name: loginZh.language }).selectOption('en-US');
    await page.getByRole('tab', { name: loginEn.tabPassword }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: loginEn.tabPassword }).waitFor();
    assert.equal(await page.evaluate(`localStorage.getItem('umi_locale')`), 'en-US');
    await page.goto('/user/nowhere');
    await page.getByRole('heading', { name: en.notFound }).waitFor();
  });
});

/** Labels and buttons of the frame and of forms hold no Chinese; names of places and stations are data. */
async function assertLatin(page: Page): Promise<void> {
  const words = await page.locator('main h1, main label, main legend, main th, nav').allTextContents();
  const chinese = words.filter((word) => /\p{Script=Han}/u.test(word));
  assert.deepEqual(chinese, [], `Chinese words at ${page.url()}`);
}
