import type { MessageKey } from '@/app/i18n/i18n';
import { PAGE_ROUTES, type PageRoute, PUBLIC_ROUTES } from '../../config/routes';

/** An entry of the menu: a group with its pages, or a page. */
export interface MenuEntry {
  readonly path: string;
  readonly title: MessageKey;
  readonly icon: PageRoute['icon'];
  readonly pages: readonly MenuEntry[];
}

type Can = (rule: number) => boolean;

/** The routes from the top level to the page of an address; empty for an address without a page. */
export function chainOf(pathname: string, table: readonly PageRoute[] = PAGE_ROUTES): readonly PageRoute[] {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  for (const route of table) {
    if (route.path === path) return [route];
    const below = chainOf(path, route.pages ?? []);
    if (below.length > 0) return [route, ...below];
  }
  return [];
}

const flat = (table: readonly PageRoute[]): readonly PageRoute[] =>
  table.flatMap((route) => [route, ...flat(route.pages ?? [])]);

const comparable = (path: string): string => path.replace(/\/+$/, '').toLowerCase();

const WRITTEN = new Map([...flat(PAGE_ROUTES), ...PUBLIC_ROUTES].map(({ path }) => [comparable(path), path]));

/**
 * The canonical address of a page, independent of letter case, encoding and trailing slashes. The router ignores these differences, but
 * the permission rules of the pages do not. An address without a page is returned unchanged.
 */
export function writtenPath(pathname: string): string {
  try {
    return WRITTEN.get(comparable(decodeURIComponent(pathname))) ?? pathname;
  } catch {
    // An address that cannot be decoded has no page.
    return pathname;
  }
}

/** Whether the router has a page, or a redirect, for an address. */
export function hasPage(pathname: string): boolean {
  return pathname === '/' || chainOf(pathname).length > 0 || PUBLIC_ROUTES.some(({ path }) => path === pathname);
}

/** The menu of a user: visible pages that the user may open, in their groups; groups without pages are left out. */
export function menuOf(can: Can, table: readonly PageRoute[] = PAGE_ROUTES): readonly MenuEntry[] {
  return table.flatMap((route) => {
    if (route.hideInMenu) return [];
    const pages = menuOf(can, route.pages ?? []);
    // A group is shown when one of its pages is; a page needs its own rule.
    if (route.redirect === undefined ? !can(route.rule_id) : pages.length === 0) return [];
    return [{ path: route.path, title: `menu.${route.name}` as const, icon: route.icon, pages }];
  });
}

/** Target of a group for this user: its redirect when they may open it, otherwise their first page in it. */
export function landingOf(entry: MenuEntry): string {
  const redirect = PAGE_ROUTES.find((route) => route.path === entry.path)?.redirect;
  const first = entry.pages.find((page) => page.path === redirect) ?? entry.pages[0];
  return first?.path ?? entry.path;
}

/** History state of the redirect from `/`, which happens before the user's rights are known. */
export const FROM_ROOT = { fromRoot: true } as const;

/** Target of an address without a page of its own (`/`, a group, another spelling); any other address is its own target. */
export function landingPath(pathname: string): string {
  const path = pathname === '/' ? (PAGE_ROUTES[0]?.path ?? '/') : writtenPath(pathname);
  return PAGE_ROUTES.find((route) => route.path === path)?.redirect ?? path;
}

/** Text key of an address's page title (SPEC §2: set from the matched route). Visitors get the title of the 404 page too. */
export function titleKeyOf(pathname: string): MessageKey {
  const open = PUBLIC_ROUTES.find(({ path }) => path === pathname);
  if (open) return `login.${open.title}`;
  const page = chainOf(pathname).at(-1);
  return page ? `menu.${page.name}` : 'common.notFoundTitle';
}

/** The menu page to mark for an address: the page itself; for a page outside the menu, the page it names or whose path it extends. */
export function menuPathOf(pathname: string): string {
  const chain = chainOf(pathname);
  const page = chain.at(-1);
  if (!page?.hideInMenu) return page?.path ?? pathname;
  const group = chain.find((route) => route.redirect !== undefined);
  const above = (group?.pages ?? []).find((one) => !one.hideInMenu && page.path.startsWith(`${one.path}/`));
  return page.marks ?? above?.path ?? page.path;
}
