import type { IconName } from './iconNames';

/** A page or a group of pages (SPEC §2, DOMAIN §2). */
interface RouteOf<Name extends string> {
  /** Absolute URL path. */
  readonly path: string;
  /** The text with the key `menu.<name>` is the label in the menu, the last breadcrumb and the page title. */
  readonly name: Name;
  readonly icon?: IconName;
  readonly authority: readonly ['admin'];
  /**
   * The id of the permission to open the page. A group is in the menu if one of its pages is in the menu. The server checks each call
   * separately.
   */
  readonly rule_id: number;
  /** Path of the group's first page. Only groups have this field. */
  readonly redirect?: string;
  /** `true` means that the menu does not list the page. Other pages link to it. */
  readonly hideInMenu?: true;
  /** Path of the menu entry to highlight for a hidden page. Default: the page whose path is a prefix of this page's path. */
  readonly marks?: string;
  /** One letter. Typing `g` and then this letter opens the page. */
  readonly hotkey?: string;
  readonly pages?: readonly RouteOf<Name>[];
}

const authority = ['admin'] as const;

/** Pages that users can open without signing in, inside the user layout. The page title is the text with the key `login.<title>`. */
export const PUBLIC_ROUTES = [
  { path: '/user/login', title: 'signInTitle' },
  { path: '/user/forget', title: 'forgetTitle' },
] as const satisfies readonly { path: string; title: string }[];

const ROUTES = [
  {
    path: '/dashboard',
    name: 'dashboard',
    icon: 'dashboard',
    authority,
    rule_id: 1,
    redirect: '/dashboard/index',
    pages: [
      { path: '/dashboard/index', name: 'dashboardIndex', hotkey: 'h', icon: 'home', authority, rule_id: 2 },
      {
        path: '/dashboard/accountInfo',
        name: 'accountInfo',
        icon: 'user',
        authority,
        rule_id: 3,
        hideInMenu: true,
      },
      { path: '/dashboard/accountManage', name: 'accountManage', hotkey: 'a', icon: 'idcard', authority, rule_id: 4 },
      { path: '/dashboard/noticeManage', name: 'noticeManage', hotkey: 'n', icon: 'bell', authority, rule_id: 5 },
    ],
  },
  {
    path: '/teamList',
    name: 'teamList',
    icon: 'cluster',
    authority,
    rule_id: 10,
    redirect: '/teamList/index',
    pages: [
      { path: '/teamList/index', name: 'teamListIndex', hotkey: 's', icon: 'list', authority, rule_id: 11 },
      {
        path: '/teamList/addTeam',
        name: 'addTeam',
        icon: 'plus',
        authority,
        rule_id: 12,
        hideInMenu: true,
        marks: '/teamList/index',
      },
      { path: '/teamList/teamOperation', name: 'teamOperation', hotkey: 'o', icon: 'switches', authority, rule_id: 13 },
    ],
  },
  {
    path: '/userManage',
    name: 'userManage',
    icon: 'team',
    authority,
    rule_id: 20,
    redirect: '/userManage/userList',
    pages: [
      {
        path: '/userManage/userList',
        name: 'userList',
        hotkey: 'u',
        icon: 'users',
        authority,
        rule_id: 21,
      },
      {
        path: '/userManage/userList/userDetails',
        name: 'userDetails',
        icon: 'user',
        authority,
        rule_id: 22,
        hideInMenu: true,
      },
      {
        path: '/userManage/serviceNotice',
        name: 'serviceNotice',
        hotkey: 'v',
        icon: 'message',
        authority,
        rule_id: 23,
      },
    ],
  },
  {
    path: '/financial',
    name: 'financial',
    icon: 'money',
    authority,
    rule_id: 30,
    redirect: '/financial/information',
    pages: [
      { path: '/financial/information', name: 'information', hotkey: 'b', icon: 'receipt', authority, rule_id: 31 },
      { path: '/financial/bill', name: 'bill', hotkey: 'd', icon: 'calendar', authority, rule_id: 32 },
      { path: '/financial/teamFunding', name: 'teamFunding', hotkey: 'f', icon: 'wallet', authority, rule_id: 33 },
      {
        path: '/financial/teamFunding/detail',
        name: 'teamFundingDetail',
        icon: 'wallet',
        authority,
        rule_id: 34,
        hideInMenu: true,
      },
      { path: '/financial/configure', name: 'configure', icon: 'setting', authority, rule_id: 35 },
      { path: '/financial/apply', name: 'apply', hotkey: 'w', icon: 'withdraw', authority, rule_id: 36 },
      {
        path: '/financial/costManagement',
        name: 'costManagement',
        hotkey: 'c',
        icon: 'percent',
        authority,
        rule_id: 37,
      },
      {
        path: '/financial/merchantIdFunds',
        name: 'merchantIdFunds',
        hotkey: 'm',
        icon: 'scales',
        authority,
        rule_id: 38,
      },
    ],
  },
  {
    path: '/franchisee',
    name: 'franchisee',
    icon: 'shop',
    authority,
    rule_id: 40,
    redirect: '/franchisee/applicationList',
    pages: [
      {
        path: '/franchisee/applicationList',
        name: 'applicationList',
        icon: 'inbox',
        authority,
        rule_id: 41,
      },
      {
        path: '/franchisee/franchiseeList',
        name: 'franchiseeList',
        icon: 'shop',
        authority,
        rule_id: 42,
      },
      {
        path: '/franchisee/pageConfiguration',
        name: 'pageConfiguration',
        icon: 'layout',
        authority,
        rule_id: 43,
      },
    ],
  },
  { path: '/site/index', name: 'siteIndex', hotkey: 't', icon: 'setting', authority, rule_id: 45 },
  {
    path: '/safetyModule',
    name: 'safetyModule',
    icon: 'safety',
    authority,
    rule_id: 50,
    redirect: '/safetyModule/insureData',
    pages: [
      { path: '/safetyModule/insureData', name: 'insureData', icon: 'umbrella', authority, rule_id: 51 },
      {
        path: '/safetyModule/siteSafety/index',
        name: 'siteSafety',
        hotkey: 'y',
        icon: 'safety',
        authority,
        rule_id: 52,
      },
      {
        path: '/safetyModule/siteSafety/detail',
        name: 'siteSafetyDetail',
        icon: 'safety',
        authority,
        rule_id: 53,
        hideInMenu: true,
      },
      {
        path: '/safetyModule/riderManage',
        name: 'riderManage',
        hotkey: 'r',
        icon: 'bike',
        authority,
        rule_id: 54,
      },
    ],
  },
  {
    path: '/foodLossManagement/index',
    name: 'foodLoss',
    hotkey: 'l',
    icon: 'alert',
    authority,
    rule_id: 60,
  },
  { path: '/fundAudit/index', name: 'fundAudit', icon: 'audit', authority, rule_id: 65 },
  { path: '/enquiryManagement/index', name: 'enquiry', icon: 'search', authority, rule_id: 106 },
  {
    path: '/configCenter',
    name: 'configCenter',
    icon: 'tool',
    authority,
    rule_id: 70,
    redirect: '/configCenter/paymentConfig',
    pages: [
      { path: '/configCenter/oemConfigs', name: 'oemConfigs', icon: 'brand', authority, rule_id: 71 },
      { path: '/configCenter/paymentConfig', name: 'paymentConfig', icon: 'card', authority, rule_id: 72 },
      {
        path: '/configCenter/configHourToReach',
        name: 'hourToReach',
        icon: 'clock',
        authority,
        rule_id: 107,
      },
      { path: '/configCenter/configureApplet', name: 'applet', icon: 'grid', authority, rule_id: 73 },
      {
        path: '/configCenter/configServiceNumber',
        name: 'serviceNumber',
        icon: 'message',
        authority,
        rule_id: 74,
      },
      {
        path: '/configCenter/configureAlipayMiniProgram',
        name: 'alipayMini',
        icon: 'grid',
        authority,
        rule_id: 109,
      },
      {
        path: '/configCenter/configureDyApplet',
        name: 'dyApplet',
        icon: 'video',
        authority,
        rule_id: 75,
      },
      { path: '/configCenter/configureTheApp', name: 'theApp', icon: 'phone', authority, rule_id: 108 },
    ],
  },
  {
    path: '/rightsManagement',
    name: 'rightsManagement',
    icon: 'lock',
    authority,
    rule_id: 80,
    redirect: '/rightsManagement/identity',
    pages: [
      { path: '/rightsManagement/identity', name: 'identity', hotkey: 'i', icon: 'key', authority, rule_id: 81 },
      { path: '/rightsManagement/staff', name: 'staff', hotkey: 'p', icon: 'users', authority, rule_id: 82 },
      {
        path: '/rightsManagement/staff/employeeOperationRecords',
        name: 'operationRecords',
        icon: 'records',
        authority,
        rule_id: 83,
        hideInMenu: true,
      },
    ],
  },
  { path: '/information/index', name: 'informationIndex', icon: 'read', authority, rule_id: 110 },
  {
    path: '/announcementCenter/announcementCenter',
    name: 'announcements',
    icon: 'sound',
    authority,
    rule_id: 90,
  },
  {
    path: '/exportTask/exportList',
    name: 'exportList',
    hotkey: 'e',
    icon: 'export',
    authority,
    rule_id: 95,
  },
] as const satisfies readonly RouteOf<string>[];

type NamesIn<R> = R extends { readonly name: infer N extends string }
  ? N | (R extends { readonly pages: readonly (infer P)[] } ? NamesIn<P> : never)
  : never;
/** The names of all pages and groups, as a type. `menu.<name>` is the text key (contract/locales). */
type PageName = NamesIn<(typeof ROUTES)[number]>;
export type PageRoute = RouteOf<PageName>;

/** All pages behind the sign-in, in menu order (SPEC §1). A group contains its pages. */
export const PAGE_ROUTES: readonly PageRoute[] = ROUTES;

/** A route in the format of umi's router. */
interface UmiRoute {
  readonly path: string;
  readonly component?: string;
  readonly redirect?: string;
  readonly routes?: readonly UmiRoute[];
}

/** Returns the path of a page's file, relative to `src/pages`: `/teamList/index` → `./teamList/index`. */
const pageFile = (path: string) => `.${path}`;

/** Converts one entry of the page table to router entries. A group redirects only if the target page is in the group. */
function umiPages(route: PageRoute): UmiRoute[] {
  const pages = (route.pages ?? []).flatMap(umiPages);
  if (route.redirect === undefined) return [{ path: route.path, component: pageFile(route.path) }, ...pages];
  return pages.some((page) => page.path === route.redirect)
    ? [{ path: route.path, redirect: route.redirect }, ...pages]
    : pages;
}

/**
 * Builds the router of the console (SPEC §2). Public pages use the user layout. All other pages use the basic layout behind the security
 * layout. The root redirects to the workbench, and `/user` redirects to the sign-in page. Any unknown path shows the 404 page.
 */
export function toUmiRoutes(table: readonly PageRoute[]): UmiRoute[] {
  return [
    {
      path: '/user',
      component: '@/layouts/UserLayout',
      routes: [
        ...PUBLIC_ROUTES.map(({ path }) => ({ path, component: pageFile(path) })),
        { path: '/user', redirect: '/user/login' },
        { path: '/user/*', component: './404' },
      ],
    },
    {
      path: '/',
      component: '@/layouts/SecurityLayout',
      routes: [
        {
          path: '/',
          component: '@/layouts/BasicLayout',
          routes: [
            { path: '/', redirect: '/dashboard' },
            ...table.flatMap(umiPages),
            { path: '/*', component: './404' },
          ],
        },
      ],
    },
  ];
}
