import { RULES, type Rule } from '@contract/permissions';
import { LOCALES } from '@contract/text';
import { PAGE_ROUTES, type PageRoute, toUmiRoutes } from '../../config/routes';
import { chainOf, landingOf, menuOf, menuPathOf, titleKeyOf, writtenPath } from './pageTable';

const all = (table: readonly PageRoute[]): readonly PageRoute[] =>
  table.flatMap((route) => [route, ...all(route.pages ?? [])]);
const everything = all(PAGE_ROUTES);
const anybody = () => true;
const rules: readonly Rule[] = RULES;

/** Paths of SPEC §2 in the order of the specification. */
const SPEC_PATHS = `
/dashboard /dashboard/index /dashboard/accountInfo /dashboard/accountManage /dashboard/noticeManage
/teamList /teamList/index /teamList/addTeam /teamList/teamOperation
/userManage /userManage/userList /userManage/userList/userDetails /userManage/serviceNotice
/financial /financial/information /financial/bill /financial/teamFunding /financial/teamFunding/detail /financial/configure
/financial/apply /financial/costManagement /financial/merchantIdFunds
/franchisee /franchisee/applicationList /franchisee/franchiseeList /franchisee/pageConfiguration
/site/index
/safetyModule /safetyModule/insureData /safetyModule/siteSafety/index /safetyModule/siteSafety/detail /safetyModule/riderManage
/foodLossManagement/index /fundAudit/index /enquiryManagement/index
/configCenter /configCenter/oemConfigs /configCenter/paymentConfig /configCenter/configHourToReach /configCenter/configureApplet
/configCenter/configServiceNumber /configCenter/configureAlipayMiniProgram /configCenter/configureDyApplet /configCenter/configureTheApp
/rightsManagement /rightsManagement/identity /rightsManagement/staff /rightsManagement/staff/employeeOperationRecords
/information/index /announcementCenter/announcementCenter /exportTask/exportList`
  .trim()
  .split(/\s+/);

test('the table holds every route of the specification', () => {
  expect(everything.map((route) => route.path).sort()).toEqual([...SPEC_PATHS].sort());
});

test('the menu groups have the order of the specification', () => {
  expect(PAGE_ROUTES.map((route) => route.path)).toEqual([
    '/dashboard',
    '/teamList',
    '/userManage',
    '/financial',
    '/franchisee',
    '/site/index',
    '/safetyModule',
    '/foodLossManagement/index',
    '/fundAudit/index',
    '/enquiryManagement/index',
    '/configCenter',
    '/rightsManagement',
    '/information/index',
    '/announcementCenter/announcementCenter',
    '/exportTask/exportList',
  ]);
});

test('the fixed rule ids are those of the specification', () => {
  const rule = (path: string) => everything.find((route) => route.path === path)?.rule_id;
  expect(rule('/enquiryManagement/index')).toBe(106);
  expect(rule('/configCenter/configHourToReach')).toBe(107);
  expect(rule('/configCenter/configureTheApp')).toBe(108);
  expect(rule('/configCenter/configureAlipayMiniProgram')).toBe(109);
  expect(rule('/information/index')).toBe(110);
});

test('the route table and the rights tree have the same addresses', () => {
  for (const { path, rule_id } of everything) {
    expect({ path, rule_id }).toEqual({
      path: rules.find((rule) => rule.id === rule_id)?.route,
      rule_id,
    });
  }
});

test.each(LOCALES)('the menu and the rights tree have the same names of pages in %s', async (locale) => {
  const { menu } = (await import(`@contract/locales/${locale}/menu`)) as { menu: Record<string, string> };
  for (const { name, rule_id } of everything) {
    expect({ name, text: menu[name] }).toEqual({ name, text: rules.find((rule) => rule.id === rule_id)?.text[locale] });
  }
});

test('hidden pages are in no menu', () => {
  expect(menuOf(anybody).map((entry) => entry.path)).toEqual([
    '/dashboard',
    '/teamList',
    '/userManage',
    '/financial',
    '/franchisee',
    '/site/index',
    '/safetyModule',
    '/foodLossManagement/index',
    '/fundAudit/index',
    '/enquiryManagement/index',
    '/configCenter',
    '/rightsManagement',
    '/information/index',
    '/announcementCenter/announcementCenter',
    '/exportTask/exportList',
  ]);
  expect(menuOf(anybody)[1]?.pages.map((page) => page.path)).toEqual(['/teamList/index', '/teamList/teamOperation']);
});

test('the menu shows the pages that the user may open, and a group leads to the first of them', () => {
  expect(menuOf(() => false)).toEqual([]);
  const [only] = menuOf((rule) => rule === 13);
  expect(only?.pages.map((page) => page.path)).toEqual(['/teamList/teamOperation']);
  expect(only && landingOf(only)).toBe('/teamList/teamOperation');
});

test('the title and the breadcrumbs come from the matched route', () => {
  expect(titleKeyOf('/teamList/index')).toBe('menu.teamListIndex');
  expect(titleKeyOf('/teamList/index/')).toBe('menu.teamListIndex');
  expect(titleKeyOf('/user/login')).toBe('login.signInTitle');
  expect(titleKeyOf('/nowhere')).toBe('common.notFoundTitle');
  expect(chainOf('/teamList/addTeam').map((route) => route.path)).toEqual(['/teamList', '/teamList/addTeam']);
  expect(menuPathOf('/teamList/addTeam')).toBe('/teamList/index');
  expect(menuPathOf('/financial/teamFunding/detail')).toBe('/financial/teamFunding');
  expect(menuPathOf('/dashboard/accountInfo')).toBe('/dashboard/accountInfo');
});

test('every entry of the menu has an icon', () => {
  expect(everything.filter(({ icon }) => icon === undefined).map(({ path }) => path)).toEqual([]);
});

test.each([
  ['/RightsManagement/Staff', '/rightsManagement/staff'],
  ['/SITE/index', '/site/index'],
  ['/fundaudit/index/', '/fundAudit/index'],
  ['/DASHBOARD/accountManage', '/dashboard/accountManage'],
  ['/rightsManagement/st%61ff', '/rightsManagement/staff'],
  ['/rightsManagement%2Fstaff//', '/rightsManagement/staff'],
  ['/TEAMLIST', '/teamList'],
  ['/USER/Login', '/user/login'],
])('%s is the page of %s', (address, written) => {
  expect(writtenPath(address)).toBe(written);
  expect(writtenPath(written)).toBe(written);
});

test.each(['/', '/nowhere', '/%E0%A4%A', '//rightsManagement/staff'])(
  '%s is not rewritten to the address of a page',
  (address) => {
    expect(writtenPath(address)).toBe(address);
  },
);

interface Router {
  readonly path: string;
  readonly component?: string;
  readonly redirect?: string;
  readonly routes?: readonly Router[];
}

test('every page of the router is below the security layout, and unknown paths show the 404 page', () => {
  const [open, closed] = toUmiRoutes(PAGE_ROUTES) as readonly Router[];
  expect(open?.component).toBe('@/layouts/UserLayout');
  expect(closed?.component).toBe('@/layouts/SecurityLayout');
  const pages = closed?.routes?.[0]?.routes ?? [];
  expect(pages[0]).toEqual({ path: '/', redirect: '/dashboard' });
  expect(pages.at(-1)).toEqual({ path: '/*', component: './404' });
  expect(pages).toContainEqual({ path: '/dashboard', redirect: '/dashboard/index' });
  expect(pages).toContainEqual({ path: '/teamList/addTeam', component: './teamList/addTeam' });
});

test('a letter leads to one page only, and only to pages of the menu', () => {
  const lettered = everything.filter((route) => route.hotkey !== undefined);
  expect(new Set(lettered.map((route) => route.hotkey)).size).toBe(lettered.length);
  expect(lettered.every((route) => /^[a-z]$/.test(route.hotkey ?? '') && !route.hideInMenu && !route.redirect)).toBe(
    true,
  );
});
