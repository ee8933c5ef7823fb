import type { MessageKey } from '@/app/i18n/i18n';
import { PAGE_ROUTES, type PageRoute, PUBLIC_ROUTES } from '../../config/routes';

/** A menu entry: a group with its pages, or a single page. */
export interface MenuEntry {
  readonly path: string;
  readonly title: MessageKey;
  readonly icon: PageRoute['icon'];
  readonly pages: readonly MenuEntry[];
}

type Can = (rule: number) => boolean;

/** Returns the routes from the top level to the page of a path. The list is empty if there is no page. */
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
 * Returns the canonical path of a page, with the correct letter case and encoding and without trailing slashes. The router ignores these
 * differences, but the permission checks do not. A path without a page is returned unchanged.
 */
export function writtenPath(pathname: string): string {
  try {
    return WRITTEN.get(comparable(decodeURIComponent(pathname))) ?? pathname;
  } catch {
    // A path that cannot be decoded has no page.
    return pathname;
  }
}

/** Returns whether the router has a page or a redirect for a path. */
export function hasPage(pathname: string): boolean {
  return pathname === '/' || chainOf(pathname).length > 0 || PUBLIC_ROUTES.some(({ path }) => path === pathname);
}

/** Returns the menu of a user: the visible pages that the user may open, in their groups. Groups without pages are omitted. */
export function menuOf(can: Can, table: readonly PageRoute[] = PAGE_ROUTES): readonly MenuEntry[] {
  return table.flatMap((route) => {
    if (route.hideInMenu) return [];
    const pages = menuOf(can, route.pages ?? []);
    // A page needs its own permission. A group is shown if at least one of its pages is shown.
    if (route.redirect === undefined ? !can(route.rule_id) : pages.length === 0) return [];
    return [{ path: route.path, title: `menu.${route.name}` as const, icon: route.icon, pages }];
  });
}

/** Returns the path that a group opens: its redirect or, if the user may not open that page, the first page that they may open. */
export function landingOf(entry: MenuEntry): string {
  const redirect = PAGE_ROUTES.find((route) => route.path === entry.path)?.redirect;
  const first = entry.pages.find((page) => page.path === redirect) ?? entry.pages[0];
  return first?.path ?? entry.path;
}

/** History state of the redirect from `/`. The redirect happens before the user's permissions are loaded. */
export const FROM_ROOT = { fromRoot: true } as const;

/** Resolves `/`, groups and other spellings to the path of a page. All other paths are returned unchanged. */
export function landingPath(pathname: string): string {
  const path = pathname === '/' ? (PAGE_ROUTES[0]?.path ?? '/') : writtenPath(pathname);
  return PAGE_ROUTES.find((route) => route.path === path)?.redirect ?? path;
}

/** Returns the text key of a page's title (SPEC §2). A path without a page has the title of the 404 page. */
export function titleKeyOf(pathname: string): MessageKey {
  const open = PUBLIC_ROUTES.find(({ path }) => path === pathname);
  if (open) return `login.${open.title}`;
  const page = chainOf(pathname).at(-1);
  return page ? `menu.${page.name}` : 'common.notFoundTitle';
}

/**
 * Returns the path of the menu entry to highlight for a page. For a page that is not in the menu, it is the path in `marks`, or else the
 * menu page under whose path the page is.
 */
export function menuPathOf(pathname: string): string {
  const chain = chainOf(pathname);
  const page = chain.at(-1);
  if (!page?.hideInMenu) return page?.path ?? pathname;
  const group = chain.find((route) => route.redirect !== undefined);
  const above = (group?.pages ?? []).find((one) => !one.hideInMenu && page.path.startsWith(`${one.path}/`));
  return page.marks ?? above?.path ?? page.path;
}
