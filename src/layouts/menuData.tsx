import type { MenuDataItem } from '@ant-design/pro-components/es/layout';
import { history, Link } from '@umijs/max';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useMemo } from 'react';
import type { Translate } from '@/app/i18n/i18n';
import { preloadPage } from '@/app/preload';
import { MenuIcon } from './menuIcons';
import { chainOf, landingOf, type MenuEntry, menuPathOf } from './pageTable';

/** Returns the menu key of a group. A group and a page can have the same path, so their keys differ. */
export const groupKey = (path: string) => `group:${path}`;

/** Returns the path of the group of a page, or the path of a page without a group. @returns `undefined` if there is no page */
export const groupOf = (pathname: string): string | undefined => chainOf(menuPathOf(pathname))[0]?.path;

/** Returns the keys of the menu entries to highlight for an open page: first the group, then the page. */
function markedKeysOf(pathname: string): readonly string[] {
  const [group, ...pages] = chainOf(menuPathOf(pathname)).map(({ path }) => path);
  if (group === undefined) return [];
  return [groupKey(group), ...(pages.length > 0 ? pages : [group])];
}

const MarkedKeys = createContext<readonly string[]>([]);

/**
 * Provides the keys of the highlighted entries to all menu entries. Each entry compares its own key with these keys, so a page change does
 * not render the menus again.
 */
export function MarkedEntries({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const keys = useMemo(() => markedKeysOf(pathname), [pathname]);
  return <MarkedKeys value={keys}>{children}</MarkedKeys>;
}

/**
 * Opens the page of an entry if the user clicks beside the link of the entry or presses Enter. Arrow keys focus the entry and not the link
 * inside.
 */
function open(to: string, { domEvent }: { readonly domEvent: MouseEvent | KeyboardEvent }): void {
  if (!(domEvent.target as Element).closest('a')) history.push(to);
}

/**
 * Converts the menu to the data of ProLayout.
 *
 * @param split whether groups are in the header and their pages in the side bar; a page without a group then becomes its own group, so
 *   that every page has a side bar
 */
export function menuDataOf(menu: readonly MenuEntry[], t: Translate, split: boolean): MenuDataItem[] {
  const item = (entry: MenuEntry): MenuDataItem => ({
    path: entry.path,
    key: entry.path,
    name: t(entry.title),
    icon: entry.icon && <MenuIcon name={entry.icon} />,
    // The library's tooltip needs a listener and two states for each entry. Our link has a `title` attribute instead.
    disabledTooltip: true,
    onTitleClick: (event: Parameters<typeof open>[1]) => open(landingOf(entry), event),
  });
  return menu.map((entry) => {
    const pages = entry.pages.length > 0 ? entry.pages : split ? [entry] : [];
    const children = pages.map(item);
    // An entry with pages gets a group key, because one of its pages can have the same path.
    return children.length > 0
      ? { ...item(entry), key: groupKey(entry.path), children }
      : { ...item(entry), key: entry.path };
  });
}

/** Renders a link of the menu. Hovering or focusing it preloads the code of its page. */
export function MenuLink({
  to,
  entry,
  title,
  children,
}: {
  readonly to: string;
  /** Key of the menu entry. */
  readonly entry: string;
  /** Tooltip. Set only when the folded menu shows icons without names. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}) {
  const isMarked = use(MarkedKeys).includes(entry);
  const prepare = () => preloadPage(to);
  return (
    <Link to={to} title={title} aria-current={isMarked ? 'page' : undefined} onPointerEnter={prepare} onFocus={prepare}>
      {children}
    </Link>
  );
}

/** Renders the title of a menu entry that has pages. */
export function MenuTitle({ entry, children }: { readonly entry: string; readonly children: ReactNode }) {
  return <span data-marked={use(MarkedKeys).includes(entry) || undefined}>{children}</span>;
}
