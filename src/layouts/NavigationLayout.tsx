import { ProLayout } from '@ant-design/pro-components/es/layout/ProLayout';
import { Link, useSelector } from '@umijs/max';
import { memo, type ReactNode, useMemo } from 'react';
import { useNarrow } from '@/app/appearance/appearance';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import type { RootState } from '@/models/state';
import { FrameTheme } from '@/ui/library/frame/FrameTheme';
import { Bell } from './Bell';
import styles from './frame.css';
import { groupKey, MenuLink, MenuTitle, menuDataOf } from './menuData';
import { PaletteButton } from './PaletteButton';
import { landingOf, type MenuEntry } from './pageTable';
import { UserMenu } from './UserMenu';
import { useFolding } from './useFolding';
import { useScrollsDown } from './useScrollsDown';

interface NavigationLayoutProps {
  readonly menu: readonly MenuEntry[];
  /** Path of the group whose pages are in the side bar, or of a page without a group. `undefined` means that there is no page. */
  readonly group: string | undefined;
  readonly siteName: string;
  readonly logo: string;
  readonly children: ReactNode;
}

/** Widths in pixels: of the side bar, and of the menu drawer on a narrow screen. */
const SIDER = 208;
const DRAWER = 256;
/** Options of ProLayout that never change. */
const FIXED = {
  // Our style sheet sets the position of the header and the side bar, because ProLayout always gives a header with groups the position
  // `fixed`.
  fixedHeader: false,
  fixSiderbar: false,
  pageTitleRender: false,
  logo: false,
  // Show each group as a heading with its pages below.
  menu: { locale: false, type: 'group', collapsedWidth: 56 },
  // Each menu entry highlights itself when its page is open (menuData.tsx), so ProLayout must not compare them with the URL.
  location: { pathname: '' },
  openKeys: false,
  breakpoint: false,
  ErrorBoundary: false,
} as const;

/** Adds an accessible name to the menu dialog on narrow screens. ProLayout opens this dialog without a name. */
function nameDialog(nav: HTMLElement | null): void {
  nav?.closest('[role="dialog"]')?.setAttribute('aria-label', nav.getAttribute('aria-label') ?? '');
}

/** Skips rendering its content unless a value in `by` changes. Components inside still react to their own state. */
const Kept = memo(
  ({ children }: { readonly by: readonly unknown[]; readonly children: ReactNode }) => children,
  (before, after) => after.by.every((value, at) => value === before.by[at]),
);

/** Renders the button that folds and unfolds the menu. On a narrow screen, it opens the menu. */
function MenuToggle({
  collapsed,
  onFold,
  className,
  children,
}: {
  readonly collapsed: boolean;
  readonly onFold: (collapsed: boolean) => void;
  readonly className: string | undefined;
  /** Icon of the button. */
  readonly children: ReactNode;
}) {
  const t = useT();
  return (
    <button
      type="button"
      aria-expanded={!collapsed}
      aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
      onClick={() => onFold(!collapsed)}
      className={className}
    >
      {children}
    </button>
  );
}

const FOLD = (
  <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
    <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
);
const BURGER = (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.5" />
  </svg>
);

function Brand({ logo, siteName }: { readonly logo: string; readonly siteName: string }) {
  return (
    <Link to="/" className={styles.brand}>
      <img src={serverAddress(logo)} alt="" width={28} height={28} />
      <span>{siteName}</span>
    </Link>
  );
}

/** Determines how the menu is divided between header and side bar. On a narrow screen the settings have no effect. */
function useSpread() {
  const settings = useSelector((state: RootState) => state.settings);
  const narrow = useNarrow();
  return {
    narrow,
    // We use `mix` because the side layout of ProLayout has no header. With `mix`, header options and actions are equal in all layouts.
    // On a narrow screen, only `mix` lists the pages below their groups.
    layout: settings.layout === 'top' && !narrow ? 'top' : 'mix',
    split: settings.layout === 'mix' && settings.splitMenus && !narrow,
  } as const;
}

/** Returns the class names of the frame. The user's settings determine how header, side bar and page behave. */
function useFrameMarks(): string {
  const settings = useSelector((state: RootState) => state.settings);
  const { fixedHeader, fixSiderbar, contentWidth, autoHideHeader } = settings;
  const away = useScrollsDown(fixedHeader && autoHideHeader);
  return [
    styles.frame,
    fixedHeader && styles.headerStays,
    away && styles.headerAway,
    fixSiderbar && styles.siderStays,
    contentWidth === 'Fixed' && styles.measured,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Converts the menu for ProLayout. @param split whether groups are in the header and the open group's pages in the side bar */
function useMenu(menu: readonly MenuEntry[], path: string | undefined, split: boolean) {
  const t = useT();
  const route = useMemo(() => ({ path: '/', children: menuDataOf(menu, t, split) }), [menu, t, split]);
  const landings = useMemo(() => new Map(menu.map((entry) => [entry.path, landingOf(entry)])), [menu]);
  const group = split ? menu.find((entry) => entry.path === path) : undefined;
  const selected = useMemo(() => (group ? [groupKey(group.path)] : []), [group]);
  return { route, landings, group, selected };
}

/** Renders the header. On a narrow screen it begins with the menu button and the `brand`, which is `null` on a wide screen. */
function HeaderBar({ brand, children, ...toggle }: HeaderBarProps) {
  return (
    <div className={styles.bar}>
      {brand && (
        <>
          <MenuToggle {...toggle} className={styles.burger}>
            {BURGER}
          </MenuToggle>
          {brand}
        </>
      )}
      {children}
    </div>
  );
}

interface HeaderBarProps {
  readonly collapsed: boolean;
  readonly onFold: (collapsed: boolean) => void;
  readonly brand: ReactNode;
  readonly children: ReactNode;
}

/**
 * Renders ProLayout with our menu, links, actions and options (SPEC §2). One rendering takes tens of milliseconds. `memo` therefore
 * limits rendering to changes of an option or of the group in the side bar. A page change does not render the layout again.
 */
export const NavigationLayout = memo(function NavigationLayout(props: NavigationLayoutProps) {
  const { menu, siteName, logo } = props;
  const t = useT();
  const contentWidth = useSelector((state: RootState) => state.settings.contentWidth);
  const { narrow, layout, split } = useSpread();
  const [collapsed, fold] = useFolding();
  const marks = useFrameMarks();
  const { route, landings, group, selected } = useMenu(menu, props.group, split);
  const brand = useMemo(() => <Brand logo={logo} siteName={siteName} />, [logo, siteName]);
  const actions = useMemo(
    () => (
      <>
        <PaletteButton menu={menu} />
        <Bell />
        <UserMenu />
      </>
    ),
    [menu],
  );
  // All values that the header depends on. The current page is not among them, because the links of the menu read it from a context.
  const headerState = [route, layout, contentWidth, narrow, collapsed, brand, actions];
  return (
    <FrameTheme>
      <ProLayout
        {...FIXED}
        className={marks}
        layout={layout}
        splitMenus={split}
        contentWidth={contentWidth}
        title={siteName}
        route={route}
        selectedKeys={selected}
        siderWidth={narrow ? DRAWER : SIDER}
        collapsed={collapsed}
        onCollapse={fold}
        collapsedButtonRender={() =>
          narrow ? null : (
            <MenuToggle collapsed={collapsed} onFold={fold} className={styles.fold}>
              {FOLD}
            </MenuToggle>
          )
        }
        // ProLayout detects a narrow screen later than we do. Until then it would show a second title.
        headerTitleRender={() => (narrow ? null : brand)}
        headerRender={(_, header) => (
          <Kept by={headerState}>
            <HeaderBar collapsed={collapsed} onFold={fold} brand={narrow ? brand : null}>
              {header}
            </HeaderBar>
          </Kept>
        )}
        headerContentRender={(_, groups) => groups && <nav aria-label={t('shell.mainMenu')}>{groups}</nav>}
        menuHeaderRender={narrow ? false : undefined}
        menuContentRender={(_, entries) => (
          <nav ref={nameDialog} aria-label={t(group?.title ?? 'shell.mainMenu')}>
            {entries}
          </nav>
        )}
        menuItemRender={({ path = '/', key = '', name }, entry) => (
          <MenuLink to={landings.get(path) ?? path} entry={key} title={collapsed && !narrow ? name : undefined}>
            {entry}
          </MenuLink>
        )}
        subMenuItemRender={({ key = '' }, title) => <MenuTitle entry={key}>{title}</MenuTitle>}
        // If the library highlighted the selected entry, it would render every entry again at each click. Our entries therefore highlight
        // the current page (menuData.tsx).
        menuProps={{ overflowedIndicator: t('shell.moreGroups'), tabIndex: -1, inlineIndent: 12, selectable: false }}
        actionsRender={() => actions}
      >
        {props.children}
      </ProLayout>
    </FrameTheme>
  );
});
