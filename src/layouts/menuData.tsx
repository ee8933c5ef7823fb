import type { MenuDataItem } from '@ant-design/pro-components/es/layout';
import { history, Link } from '@umijs/max';
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useMemo } from 'react';
import type { Translate } from '@/app/i18n/i18n';
import { preloadPage } from '@/app/preload';
import { MenuIcon } from './menuIcons';
import { chainOf, landingOf, type MenuEntry, menuPathOf } from './pageTable';

/** A group and a page may have one address; their keys differ. */
export const groupKey = (path: string) => `group:${path}`;

/** Path of the group whose pages stand at the side; undefined: the address belongs to none. */
export const groupOf = (pathname: string): string | undefined => chainOf(menuPathOf(pathname))[0]?.path;

/** Keys of the menu entries that are marked for an address: its group, then its page. */
function markedKeysOf(pathname: string): readonly string[] {
  const [group, ...pages] = chainOf(menuPathOf(pathname)).map(({ path }) => path);
  if (group === undefined) return [];
  return [groupKey(group), ...(pages.length > 0 ? pages : [group])];
}

const MarkedKeys = createContext<readonly string[]>([]);

/** Tells the menu entries inside which page is open. They mark themselves, so the menus need not be rendered again for another page. */
export function MarkedEntries({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const keys = useMemo(() => markedKeysOf(pathname), [pathname]);
  return <MarkedKeys value={keys}>{children}</MarkedKeys>;
}

/** The arrow keys focus an entry of the menu, not the link in it: Enter on the entry opens its page. */
function open(to: string, { domEvent }: { readonly domEvent: MouseEvent | KeyboardEvent }): void {
  if (!(domEvent.target as Element).closest('a')) history.push(to);
}

/**
 * The menu as ProLayout reads it.
 *
 * @param split the pages of a group stand apart from the groups: a page without a group is then the only one of its own, so that every
 *   page has a side bar
 */
export function menuDataOf(menu: readonly MenuEntry[], t: Translate, split: boolean): MenuDataItem[] {
  const item = (entry: MenuEntry): MenuDataItem => ({
    path: entry.path,
    key: entry.path,
    name: t(entry.title),
    icon: entry.icon && <MenuIcon name={entry.icon} />,
    // The library's own hint costs a listener and two states for each entry; the link has a title instead.
    disabledTooltip: true,
    onTitleClick: (event: Parameters<typeof open>[1]) => open(landingOf(entry), event),
  });
  return menu.map((entry) => {
    const pages = entry.pages.length > 0 ? entry.pages : split ? [entry] : [];
    const children = pages.map(item);
    // A title that opens its pages leads nowhere itself.
    return children.length > 0
      ? { ...item(entry), key: groupKey(entry.path), children }
      : { ...item(entry), key: entry.path };
  });
}

/** A link of the menu: its page's code starts to come when the pointer or the focus arrives. */
export function MenuLink({
  to,
  entry,
  title,
  children,
}: {
  readonly to: string;
  /** Key of the menu entry. */
  readonly entry: string;
  /** Where the link shows its icon only. */
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

/** The title of an entry that opens its pages. */
export function MenuTitle({ entry, children }: { readonly entry: string; readonly children: ReactNode }) {
  return <span data-marked={use(MarkedKeys).includes(entry) || undefined}>{children}</span>;
}
