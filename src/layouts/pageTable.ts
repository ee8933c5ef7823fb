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

/** The routes from the top to the page of an address; empty for an address that has no page. */
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
 * The address of a page as the table writes it, whatever the letter case, the encoding and the slashes at the end: the router compares
 * without regard to these, the rules of the pages do not. An address without a page stays as it is.
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

/** The menu of a person: what is not hidden, and allowed; a group without pages goes too. */
export function menuOf(can: Can, table: readonly PageRoute[] = PAGE_ROUTES): readonly MenuEntry[] {
  return table.flatMap((route) => {
    if (route.hideInMenu) return [];
    const pages = menuOf(can, route.pages ?? []);
    // A group shows as soon as one of its pages does; a page needs its own rule.
    if (route.redirect === undefined ? !can(route.rule_id) : pages.length === 0) return [];
    return [{ path: route.path, title: `menu.${route.name}` as const, icon: route.icon, pages }];
  });
}

/** Where a group leads this person: its redirect when they may see it, else their first page in it. */
export function landingOf(entry: MenuEntry): string {
  const redirect = PAGE_ROUTES.find((route) => route.path === entry.path)?.redirect;
  const first = entry.pages.find((page) => page.path === redirect) ?? entry.pages[0];
  return first?.path ?? entry.path;
}

/** Left with the visit to which `/` leads, before it is known what this person may open. */
export const FROM_ROOT = { fromRoot: true } as const;

/** Where an address without a page of its own leads (`/`, a group, another spelling); any other address leads to itself. */
export function landingPath(pathname: string): string {
  const path = pathname === '/' ? (PAGE_ROUTES[0]?.path ?? '/') : writtenPath(pathname);
  return PAGE_ROUTES.find((route) => route.path === path)?.redirect ?? path;
}

/** Text key of the page title of an address (SPEC §2: set from the matched route). A visitor reads the one of the 404 page too. */
export function titleKeyOf(pathname: string): MessageKey {
  const open = PUBLIC_ROUTES.find(({ path }) => path === pathname);
  if (open) return `login.${open.title}`;
  const page = chainOf(pathname).at(-1);
  return page ? `menu.${page.name}` : 'common.notFoundTitle';
}

/** The page of the menu that is marked for an address: itself; for a page that no menu shows, the one that it names or whose address it continues. */
export function menuPathOf(pathname: string): string {
  const chain = chainOf(pathname);
  const page = chain.at(-1);
  if (!page?.hideInMenu) return page?.path ?? pathname;
  const group = chain.find((route) => route.redirect !== undefined);
  const above = (group?.pages ?? []).find((one) => !one.hideInMenu && page.path.startsWith(`${one.path}/`));
  return page.marks ?? above?.path ?? page.path;
}
