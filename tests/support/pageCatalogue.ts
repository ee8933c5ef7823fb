import type { Page, Request } from '@playwright/test';
import { PAGE_ROUTES, type PageRoute } from '../../config/routes';
import { common } from '../../contract/locales/zh-CN/common';
import type { menu } from '../../contract/locales/zh-CN/menu';
import { until } from './browser';

/** Pages of the console from the route table, and their views: tabs, drawers, dialogs and other sections. */

/** A page of the route table. */
export interface BuiltPage {
  readonly path: string;
  readonly rule: number;
  readonly name: keyof typeof menu;
  readonly inMenu: boolean;
}

/** Record pages. Each has the list to which it redirects when its URL names no record. */
export const RECORD_PAGES = {
  '/financial/teamFunding/detail': '/financial/teamFunding',
  '/userManage/userList/userDetails': '/userManage/userList',
  '/safetyModule/siteSafety/detail': '/safetyModule/siteSafety/index',
} as const;
export const isRecordPage = (path: string): path is keyof typeof RECORD_PAGES => path in RECORD_PAGES;

/** Pages of the route table, without redirects. */
export const BUILT_PAGES: readonly BuiltPage[] = (function built(routes: readonly PageRoute[]): BuiltPage[] {
  return routes.flatMap((route) => [
    ...(route.redirect ? [] : [{ path: route.path, rule: route.rule_id, name: route.name, inMenu: !route.hideInMenu }]),
    ...built(route.pages ?? []),
  ]);
})(PAGE_ROUTES);

/** A URL path inside the frame that has no page. A page that is opened from here mounts again. */
export const UNKNOWN_PATH = '/dashboard/nowhere';

/** Navigates like a link, without a reload. Does not wait for data. */
export async function pushTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
  );
}

/** A page, or an overlay or section of a page. Some views need steps to open, others only a URL. */
export interface PageView {
  readonly name: string;
  readonly path: string;
  /** Selector of an element that is shown when the page has its data. */
  readonly ready: string;
  /** Steps that open the view on its page. */
  readonly open?: (page: Page) => Promise<void>;
}
const row = 'main tbody code';
/** Selector of a row, for lists whose records have no visible number. */
const record = 'main tr[data-row]';
/** Views without a session. */
export const PUBLIC_VIEWS: readonly PageView[] = [
  { name: 'sign-in', path: '/user/login', ready: '#account' },
  {
    name: 'sign-in by phone',
    path: '/user/login',
    ready: '#account',
    open: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'forgotten password', path: '/user/forget', ready: '#tel' },
];
/** Views of the signed-in owner, with the demo's data. */
export const PAGE_VIEWS: readonly PageView[] = [
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
  { name: 'users', path: '/userManage/userList', ready: row },
  {
    name: 'user detail',
    path: '/userManage/userList',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody tr').first().getByRole('link').first().click();
      await page.waitForURL(/userDetails/);
      await page.locator('main [role="tabpanel"] dl').first().waitFor();
    },
  },
  { name: 'notice tasks', path: '/userManage/serviceNotice', ready: record },
  { name: 'new notice task', path: '/userManage/serviceNotice?form=new', ready: '[role=dialog] form input' },
  {
    name: 'notice templates',
    path: '/userManage/serviceNotice?part=templates',
    ready: 'main tbody td a, main tbody td button',
  },
  {
    name: 'new notice template',
    path: '/userManage/serviceNotice?part=templates&form=new',
    ready: '[role=dialog] form input',
  },
  { name: 'station funds', path: '/financial/teamFunding', ready: row },
  { name: 'adjustments', path: '/financial/teamFunding?tab=adjusts', ready: 'main [role="tabpanel"] button' },
  {
    name: 'fund detail',
    path: '/financial/teamFunding',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody tr').nth(1).getByRole('link').first().click();
      await page.waitForURL(/teamFunding\/detail/);
      await page.locator('main tbody td button').first().waitFor();
    },
  },
  {
    name: 'transaction of a station',
    path: '/financial/teamFunding',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody tr').nth(1).getByRole('link').first().click();
      await page.waitForURL(/teamFunding\/detail/);
      await page.locator('main tbody td button').first().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'bills', path: '/financial/bill', ready: row },
  {
    name: 'bill in the drawer',
    path: '/financial/bill',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
      await page.getByRole('dialog').locator('table').waitFor();
    },
  },
  { name: 'monthly statements', path: '/financial/bill?part=statements', ready: record },
  { name: 'bill management', path: '/financial/information', ready: 'main article a' },
  { name: 'bill summary', path: '/financial/information?part=summary', ready: 'main tbody a' },
  { name: 'movements of money', path: '/financial/information?part=movements', ready: row },
  { name: 'trial balance', path: '/financial/information?part=trial', ready: 'main tbody a' },
  { name: 'daily closing', path: '/financial/information?part=days', ready: 'main tbody a' },
  { name: 'withdrawal applications', path: '/financial/apply', ready: row },
  { name: 'fee rules', path: '/financial/costManagement', ready: record },
  { name: 'fee plans', path: '/financial/costManagement?part=plans', ready: record },
  { name: 'statements', path: '/financial/merchantIdFunds', ready: record },
  { name: 'reconciliation differences', path: '/financial/merchantIdFunds?part=items', ready: record },
  {
    name: 'merchant number transfers',
    path: '/financial/merchantIdFunds?part=transfers',
    ready: 'main tr[data-row], main [data-empty]',
  },
  { name: 'merchant numbers', path: '/financial/merchantIdFunds?part=numbers', ready: record },
  { name: 'food losses', path: '/foodLossManagement/index', ready: row },
  {
    name: 'figures of food losses',
    path: '/foodLossManagement/index?part=figures',
    // On the first day of a month there may be no food losses yet.
    ready: 'main section, main [data-empty]',
  },
  { name: 'report of a food loss', path: '/foodLossManagement/index?form=new', ready: '[role=dialog] form input' },
  { name: 'rider fund audit', path: '/fundAudit/index', ready: row },
  { name: 'new rider entry', path: '/fundAudit/index?form=new', ready: '[role=dialog] form input' },
  { name: 'policies', path: '/safetyModule/insureData', ready: row },
  { name: 'claims', path: '/safetyModule/insureData?part=claims', ready: row },
  { name: 'insurance products', path: '/safetyModule/insureData?part=products', ready: record },
  { name: 'premiums by month', path: '/safetyModule/insureData?part=recon', ready: record },
  { name: 'charts of premiums', path: '/safetyModule/insureData?view=charts', ready: 'main canvas' },
  { name: 'franchise applications', path: '/franchisee/applicationList', ready: row },
  { name: 'franchisees', path: '/franchisee/franchiseeList', ready: row },
  { name: 'franchise funnel', path: '/franchisee/applicationList?view=funnel', ready: 'main canvas' },
  {
    name: 'new franchise lead',
    path: '/franchisee/applicationList?form=new',
    ready: '[role=dialog] form input',
  },
  { name: 'builder of the application page', path: '/franchisee/pageConfiguration', ready: 'main [aria-pressed=true]' },
  { name: 'versions of the application page', path: '/franchisee/pageConfiguration?tab=versions', ready: 'main table' },
  { name: 'channel codes', path: '/franchisee/pageConfiguration?tab=channels', ready: 'main canvas' },
  {
    name: 'new channel code',
    path: '/franchisee/pageConfiguration?tab=channels&form=new',
    ready: '[role=dialog] form input',
  },
  { name: 'riders', path: '/safetyModule/riderManage', ready: row },
  { name: 'articles', path: '/information/index', ready: record },
  { name: 'article in the editor', path: '/information/index?form=new', ready: '[role=dialog] [role=toolbar]' },
  {
    name: 'preview of an article',
    path: '/information/index',
    ready: record,
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
      await page.getByRole('dialog').getByRole('figure').waitFor();
    },
  },
  { name: 'article categories', path: '/information/index?part=categories', ready: record },
  { name: 'banners', path: '/information/index?part=banners', ready: record },
  { name: 'new banner', path: '/information/index?part=banners&form=new', ready: '[role=dialog] form input' },
  { name: 'agreements', path: '/information/index?part=agreements', ready: record },
  { name: 'announcements', path: '/announcementCenter/announcementCenter', ready: record },
  {
    name: 'new announcement',
    path: '/announcementCenter/announcementCenter?form=new',
    ready: '[role=dialog] [role=toolbar]',
  },
  { name: 'inspections', path: '/safetyModule/siteSafety/index', ready: row },
  { name: 'incidents', path: '/safetyModule/siteSafety/index?part=incidents', ready: row },
  { name: 'checklists', path: '/safetyModule/siteSafety/index?part=checklists', ready: record },
  { name: 'safety scores', path: '/safetyModule/siteSafety/index?part=scores', ready: record },
  {
    name: 'inspection',
    path: '/safetyModule/siteSafety/index?state=passed',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody tr').first().getByRole('link').first().click();
      await page.waitForURL(/siteSafety\/detail/);
      await page.locator('main dl').first().waitFor();
    },
  },
  {
    name: 'incident',
    path: '/safetyModule/siteSafety/index?part=incidents',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody tr').first().getByRole('link').first().click();
      await page.waitForURL(/siteSafety\/detail/);
      await page.locator('main dl').first().waitFor();
    },
  },
  { name: 'enquiries', path: '/enquiryManagement/index', ready: row },
  { name: 'charts of enquiries', path: '/enquiryManagement/index?view=charts', ready: 'main canvas' },
  {
    name: 'enquiry in the drawer',
    path: '/enquiryManagement/index?state=converted',
    ready: row,
    open: async (page) => {
      await page.locator('main tbody a').first().click();
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
      await page.getByRole('dialog').getByRole('table').first().waitFor();
    },
  },
  { name: 'price rules', path: '/enquiryManagement/index?part=rules', ready: 'main tbody td a, main tbody td button' },
  { name: 'new price rule', path: '/enquiryManagement/index?part=rules&form=new', ready: '[role=dialog] form input' },
  {
    name: 'calculator of enquiries',
    path: '/enquiryManagement/index?part=rules&form=try',
    ready: '[role=dialog] form input',
  },
  {
    name: 'menu of the account',
    path: '/configCenter/configServiceNumber?tab=serviceMenu',
    ready: 'main [role="tabpanel"] button',
  },
  {
    name: 'app versions',
    path: '/configCenter/configureTheApp?tab=versions',
    ready: 'main thead th, main [data-empty]',
  },
  {
    name: 'new app version',
    path: '/configCenter/configureTheApp?tab=versions&form=new',
    ready: '[role=dialog] form input',
  },
  {
    name: 'withdrawal configuration',
    path: '/financial/configure',
    ready: 'main aside[aria-labelledby] input',
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
  { name: 'approvals', path: '/dashboard/noticeManage?tab=approvals', ready: row },
  { name: 'notice rules', path: '/dashboard/noticeManage?tab=rules', ready: 'main tbody tr' },
  { name: 'not found', path: '/nowhere', ready: 'main h1, h1' },
];

/**
 * Script that refuses the event stream, so that the page becomes idle. The bell polls instead. The script runs inside the page, because
 * the browser does not cache requests that Playwright routes.
 */
export const WITHOUT_STREAM = `{
  const { fetch } = window;
  const full = () => new Response('{"code":42901}', { headers: { 'content-type': 'application/json' } });
  window.fetch = async (to, ...rest) => (String(to.url ?? to).includes('Notice/stream') ? full() : fetch(to, ...rest));
}`;

/** Milliseconds without a pending request after which a view is loaded. Playwright's own `networkidle` waits for half a second. */
const QUIET_MS = 150;

/** Watches the window's requests. @returns a function that waits until no request is pending */
export function idleWaiter(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  page.on('request', (request) => open.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    // The overloads of `on` accept one event name and no union of names.
    page.on(event as 'requestfinished', (request) => {
      open.delete(request);
      last = performance.now();
    });
  }
  return () => until('nothing is fetched', async () => open.size === 0 && performance.now() - last > QUIET_MS);
}

/** Navigates to a URL without a page, so that the next page mounts again. */
export async function leavePage(page: Page, notFound: string = common.notFound): Promise<void> {
  await pushTo(page, UNKNOWN_PATH);
  await page.locator('main').getByRole('heading', { name: notFound }).waitFor();
}

/**
 * Opens a view and waits for its data. `outside` loads a new document. `inside` first visits a URL without a page, so that the page mounts
 * again, and then navigates like a link.
 */
export async function openView(
  page: Page,
  { path, ready, open }: PageView,
  from: 'outside' | 'inside',
  { notFound }: { readonly notFound: string } = common,
) {
  if (from === 'outside') await page.goto(path);
  else {
    await leavePage(page, notFound);
    await pushTo(page, path);
  }
  await page.locator(ready).first().waitFor();
  await open?.(page);
}
