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
  /** Path of the group whose pages the side bar shows. */
  readonly group: string | undefined;
  readonly siteName: string;
  readonly logo: string;
  /** The page. */
  readonly children: ReactNode;
}

/** Pixels. */
const SIDER = 208;
const DRAWER = 256;
/** Constant options of ProLayout. */
const FIXED = {
  // Our style sheet fixes header and side bar: ProLayout would fix its header whenever it contains groups.
  fixedHeader: false,
  fixSiderbar: false,
  pageTitleRender: false,
  logo: false,
  // Groups are headings with their pages below.
  menu: { locale: false, type: 'group', collapsedWidth: 56 },
  // The entries mark themselves (menuData.tsx), so ProLayout must not match the address.
  location: { pathname: '' },
  openKeys: false,
  breakpoint: false,
  ErrorBoundary: false,
} as const;

/** Labels the menu dialog of a narrow screen, which ProLayout opens without a name. */
function nameDialog(nav: HTMLElement | null): void {
  nav?.closest('[role="dialog"]')?.setAttribute('aria-label', nav.getAttribute('aria-label') ?? '');
}

/** Renders its content again only when one of the values in `by` changes. Components inside still render for their own state. */
const Kept = memo(
  ({ children }: { readonly by: readonly unknown[]; readonly children: ReactNode }) => children,
  (before, after) => after.by.every((value, at) => value === before.by[at]),
);

/** The button that folds the menu, or opens it on a narrow screen. */
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

/** How the menu is divided between header and side bar: by the settings, but the same for all settings on a narrow screen. */
function useSpread() {
  const settings = useSelector((state: RootState) => state.settings);
  const narrow = useNarrow();
  return {
    narrow,
    // ProLayout's side layout has no header. With `mix`, the header's options and our actions are the same in all layouts. On a narrow
    // screen all layouts look the same, and only `mix` lists the pages below their groups.
    layout: settings.layout === 'top' && !narrow ? 'top' : 'mix',
    split: settings.layout === 'mix' && settings.splitMenus && !narrow,
  } as const;
}

/** Class names of the frame: the behaviour of header, side bar and page by the settings. */
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

/** The menu as data for ProLayout; `split`: groups in the header, the pages of the open group in the side bar. */
function useMenu(menu: readonly MenuEntry[], path: string | undefined, split: boolean) {
  const t = useT();
  const route = useMemo(() => ({ path: '/', children: menuDataOf(menu, t, split) }), [menu, t, split]);
  const landings = useMemo(() => new Map(menu.map((entry) => [entry.path, landingOf(entry)])), [menu]);
  const group = split ? menu.find((entry) => entry.path === path) : undefined;
  const selected = useMemo(() => (group ? [groupKey(group.path)] : []), [group]);
  return { route, landings, group, selected };
}

/**
 * ProLayout with our menu, links, actions and options (SPEC §2). Rendering it takes tens of milliseconds. It is therefore rendered only
 * when an option or the group in the side bar changes, not for every page.
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
  // All inputs of the header except the current link: the links mark themselves.
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
        // ProLayout detects a narrow screen later than we do, and would show a second title until then.
        headerTitleRender={() => (narrow ? null : brand)}
        headerRender={(_, header) => (
          <Kept by={headerState}>
            <div className={styles.bar}>
              {narrow && (
                <>
                  <MenuToggle collapsed={collapsed} onFold={fold} className={styles.burger}>
                    {BURGER}
                  </MenuToggle>
                  {brand}
                </>
              )}
              {header}
            </div>
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
        // We mark the current entry ourselves: the library would render each entry again at every click.
        menuProps={{ overflowedIndicator: t('shell.moreGroups'), tabIndex: -1, inlineIndent: 12, selectable: false }}
        actionsRender={() => actions}
      >
        {props.children}
      </ProLayout>
    </FrameTheme>
  );
});
