import type { MenuDataItem } from '@ant-design/pro-components/es/layout';
import { history, Link } from '@umijs/max';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useMemo } from 'react';
import type { Translate } from '@/app/i18n/i18n';
import { preloadPage } from '@/app/preload';
import { MenuIcon } from './menuIcons';
import { chainOf, landingOf, type MenuEntry, menuPathOf } from './pageTable';

/** Menu key of a group. A group and a page may share an address, so their keys differ. */
export const groupKey = (path: string) => `group:${path}`;

/** Path of the group whose pages the side bar shows; undefined: the address belongs to no group. */
export const groupOf = (pathname: string): string | undefined => chainOf(menuPathOf(pathname))[0]?.path;

/** Keys of the marked menu entries of an address: its group, then its page. */
function markedKeysOf(pathname: string): readonly string[] {
  const [group, ...pages] = chainOf(menuPathOf(pathname)).map(({ path }) => path);
  if (group === undefined) return [];
  return [groupKey(group), ...(pages.length > 0 ? pages : [group])];
}

const MarkedKeys = createContext<readonly string[]>([]);

/** Provides the open page to the menu entries. They mark themselves, so the menus need not render again for another page. */
export function MarkedEntries({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const keys = useMemo(() => markedKeysOf(pathname), [pathname]);
  return <MarkedKeys value={keys}>{children}</MarkedKeys>;
}

/** Opens the page of an entry at Enter: the arrow keys focus the entry, not its link. */
function open(to: string, { domEvent }: { readonly domEvent: MouseEvent | KeyboardEvent }): void {
  if (!(domEvent.target as Element).closest('a')) history.push(to);
}

/**
 * Converts the menu to the data of ProLayout.
 *
 * @param split groups are in the header and their pages in the side bar: a page without a group then becomes a group of its own, so that
 *   every page has a side bar
 */
export function menuDataOf(menu: readonly MenuEntry[], t: Translate, split: boolean): MenuDataItem[] {
  const item = (entry: MenuEntry): MenuDataItem => ({
    path: entry.path,
    key: entry.path,
    name: t(entry.title),
    icon: entry.icon && <MenuIcon name={entry.icon} />,
    // The library's own tooltip costs a listener and two states per entry; the link has a `title` instead.
    disabledTooltip: true,
    onTitleClick: (event: Parameters<typeof open>[1]) => open(landingOf(entry), event),
  });
  return menu.map((entry) => {
    const pages = entry.pages.length > 0 ? entry.pages : split ? [entry] : [];
    const children = pages.map(item);
    // The title of an entry with pages is not a link.
    return children.length > 0
      ? { ...item(entry), key: groupKey(entry.path), children }
      : { ...item(entry), key: entry.path };
  });
}

/** A link of the menu: preloads its page's code when it is hovered or focused. */
export function MenuLink({
  to,
  entry,
  title,
  children,
}: {
  readonly to: string;
  /** Key of the menu entry. */
  readonly entry: string;
  /** Set when the link shows only its icon. */
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

/** The title of an entry with pages. */
export function MenuTitle({ entry, children }: { readonly entry: string; readonly children: ReactNode }) {
  return <span data-marked={use(MarkedKeys).includes(entry) || undefined}>{children}</span>;
}
