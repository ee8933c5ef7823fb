import { IconProvider } from '@ant-design/icons';
import { ProLayout } from '@ant-design/pro-components/es/layout/ProLayout';
import type { CurrentUser } from '@contract/site';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  applyAppearance,
  isNarrow,
  resolveAppearance,
  useNarrow,
  watchSystemScheme,
  watchTight,
} from '@/app/appearance/appearance';
import { now } from '@/app/clock';
import { needsPageTexts, useLocale, useT, useTexts } from '@/app/i18n/i18n';
import { type Platform, PlatformProvider } from '@/app/platform';
import { preloadPage } from '@/app/preload';
import { queryClient } from '@/app/request/queryClient';
import { serverAddress } from '@/app/windowSettings';
import type { RootState } from '@/models/state';
import { useCurrentUser } from '@/models/useCurrentUser';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { Forbidden, NotFound } from '@/ui/Exception';
import { FrameTheme } from '@/ui/library/frame/FrameTheme';
import { ReportHost } from '@/ui/ProblemReport/Host';
import type { Appearance } from '../../config/theme';
import { AnnouncementHost } from './AnnouncementHost';
import { Background } from './Background';
import { Bell } from './Bell';
import './print.css';
import content from './basic.css';
import { Crumbs } from './Crumbs';
import styles from './frame.css';
import { HelpHost } from './HelpHost';
import { ModelRegions } from './ModelRegions';
import { groupKey, groupOf, MarkedEntries, MenuLink, MenuTitle, menuDataOf } from './menuData';
import { PaletteButton } from './PaletteButton';
import { chainOf, type FROM_ROOT, landingOf, type MenuEntry, menuOf, titleKeyOf } from './pageTable';
import { UserMenu } from './UserMenu';
import { Watermark } from './Watermark';

/** Only a refused page asks who can open it. */
const WhoCan = lazy(() => import('@/ui/WhoCan').then((module) => ({ default: module.WhoCan })));
/** The settings panel of SPEC §2 exists only in development builds. */
const SettingsPanel = process.env.NODE_ENV === 'development' ? lazy(() => import('./SettingsPanel')) : null;

/** Pixels. */
const SIDER = 208;
const DRAWER = 256;
const HEADER = 52;
/** Groups as headings, with their pages in sight. */
const MENU = { locale: false, type: 'group', collapsedWidth: 56 } as const;
/** The entries mark themselves (menuData.tsx): ProLayout looks for nothing by the address. */
const NOWHERE = { pathname: '' } as const;

/** The chosen look, followed when the operating system changes. */
function useLook(): Appearance {
  const { scheme, compact, colorWeak, colorPrimary } = useSelector((state: RootState) => state.settings);
  const [look, setLook] = useState(() => resolveAppearance({ scheme, compact, colorWeak }, colorPrimary));
  useEffect(() => {
    const follow = () => {
      const next = resolveAppearance({ scheme, compact, colorWeak }, colorPrimary);
      applyAppearance(next);
      setLook(next);
    };
    follow();
    return watchSystemScheme(follow);
  }, [scheme, compact, colorWeak, colorPrimary]);
  return look;
}

/** The page of the address, once its texts are here. */
function PageWithTexts() {
  return useTexts('pages') ? <Outlet /> : null;
}

/** A page with its breadcrumbs; the 403 page for people without its rule; failures stay inside. */
function Page({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const { pathname, state } = useLocation();
  const permission = useSelector((state: RootState) => state.user.permission);
  const page = chainOf(pathname).at(-1);
  // What the router finds without the table knowing its rule is not drawn.
  const allowed = !page || page.redirect !== undefined || permission.includes(page.rule_id);
  const first = menu[0];
  // A person who only opened the console did not choose the workbench: without its rule they begin on their first page.
  if (!allowed && first && (state as Partial<typeof FROM_ROOT> | null)?.fromRoot) {
    return <Navigate to={landingOf(first)} replace />;
  }
  return (
    // The layout draws the landmark `main` around it.
    <div id="content" className={content.content} tabIndex={-1}>
      <Crumbs pathname={pathname} menu={menu} />
      <ErrorBoundary resetKey={pathname}>
        {!page ? (
          <NotFound />
        ) : allowed ? (
          needsPageTexts(pathname) ? (
            <PageWithTexts />
          ) : (
            <Outlet />
          )
        ) : (
          <Forbidden>
            <Suspense fallback={null}>
              <WhoCan rule={page.rule_id} />
            </Suspense>
          </Forbidden>
        )}
      </ErrorBoundary>
    </div>
  );
}

/** What was read under other rights is read again: rows carry what may be done with them. */
function useFreshRights({ permission, dataScope, fieldRules }: CurrentUser): void {
  const rights = JSON.stringify([permission, dataScope, fieldRules]);
  const seen = useRef(rights);
  useEffect(() => {
    if (seen.current === rights) return;
    seen.current = rights;
    void queryClient.invalidateQueries();
  }, [rights]);
}

/** The menu folds by itself in a window that is too narrow for it and the page, and unfolds again in a wider one unless the user had folded it. */
function useFolding(): readonly [collapsed: boolean, fold: (collapsed: boolean) => void] {
  const dispatch = useDispatch();
  const collapsed = useSelector((state: RootState) => state.global.collapsed);
  const wide = useRef({ collapsed, kept: false });
  wide.current.collapsed = collapsed;
  const fold = useCallback(
    (payload: boolean) => void dispatch({ type: 'global/changeLayoutCollapsed', payload }),
    [dispatch],
  );
  useEffect(
    () =>
      watchTight((tight) => {
        if (tight) wide.current.kept = wide.current.collapsed;
        fold(tight || wide.current.kept);
      }),
    [fold],
  );
  return [collapsed, fold];
}

/** True while the user scrolls down; false at the top and as soon as they scroll up. */
function useScrollsDown(watched: boolean): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    if (!watched) return setDown(false);
    let last = window.scrollY;
    const follow = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < 8 && scrollY > 0) return;
      setDown(scrollY > last && scrollY > HEADER);
      last = scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [watched]);
  return down;
}

/** ProLayout opens its menu as a dialog on a narrow screen and gives it no name. */
function nameDialog(nav: HTMLElement | null): void {
  nav?.closest('[role="dialog"]')?.setAttribute('aria-label', nav.getAttribute('aria-label') ?? '');
}

/** Is rendered again only when one of the values in `by` has changed. Components inside still follow their own state. */
const Kept = memo(
  ({ children }: { readonly by: readonly unknown[]; readonly children: ReactNode }) => children,
  (before, after) => after.by.every((value, at) => value === before.by[at]),
);

/**
 * ProLayout with our menu, links, actions and options (SPEC §2). To draw it costs tens of milliseconds: it is drawn when an option changes,
 * or the group whose pages stand at the side, not with every page.
 */
const Layout = memo(function Layout({
  menu,
  group: path,
  siteName,
  logo,
  children,
}: {
  readonly menu: readonly MenuEntry[];
  readonly group: string | undefined;
  readonly siteName: string;
  readonly logo: string;
  readonly children: ReactNode;
}) {
  const t = useT();
  const settings = useSelector((state: RootState) => state.settings);
  const { fixedHeader, fixSiderbar, contentWidth, autoHideHeader } = settings;
  const narrow = useNarrow();
  const [collapsed, fold] = useFolding();
  const away = useScrollsDown(fixedHeader && autoHideHeader);
  // ProLayout's side layout has no header. With one, its options and our actions stay where they are in the other layouts. On a narrow
  // screen all layouts are one, and only this one lists the pages below their groups.
  const layout = settings.layout === 'top' && !narrow ? 'top' : 'mix';
  const split = settings.layout === 'mix' && settings.splitMenus && !narrow;
  const route = useMemo(() => ({ path: '/', children: menuDataOf(menu, t, split) }), [menu, t, split]);
  const landings = useMemo(() => new Map(menu.map((entry) => [entry.path, landingOf(entry)])), [menu]);
  const group = split ? menu.find((entry) => entry.path === path) : undefined;
  const selected = useMemo(() => (group ? [groupKey(group.path)] : []), [group]);
  const toggle = {
    type: 'button',
    'aria-expanded': !collapsed,
    'aria-label': t(collapsed ? 'shell.expand' : 'shell.collapse'),
    onClick: () => fold(!collapsed),
  } as const;
  const brand = useMemo(
    () => (
      <Link to="/" className={styles.brand}>
        <img src={serverAddress(logo)} alt="" width={28} height={28} />
        <span>{siteName}</span>
      </Link>
    ),
    [logo, siteName],
  );
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
  // Everything that the header shows, except which link is current: the links mark that themselves.
  const headerState = [route, layout, contentWidth, narrow, collapsed, brand, actions];
  const marks = [
    styles.frame,
    fixedHeader && styles.headerStays,
    away && styles.headerAway,
    fixSiderbar && styles.siderStays,
    contentWidth === 'Fixed' && styles.measured,
  ];
  return (
    <FrameTheme>
      <ProLayout
        className={marks.filter(Boolean).join(' ')}
        layout={layout}
        splitMenus={split}
        // Both stay in their places by our style sheet: ProLayout would fix its header wherever groups stand in it.
        fixedHeader={false}
        fixSiderbar={false}
        contentWidth={contentWidth}
        title={siteName}
        pageTitleRender={false}
        logo={false}
        route={route}
        menu={MENU}
        location={NOWHERE}
        selectedKeys={selected}
        openKeys={false}
        siderWidth={narrow ? DRAWER : SIDER}
        breakpoint={false}
        collapsed={collapsed}
        onCollapse={fold}
        collapsedButtonRender={() =>
          narrow ? null : (
            <button {...toggle} className={styles.fold}>
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </button>
          )
        }
        // ProLayout learns of a narrow screen later than we do, and would show a second one until then.
        headerTitleRender={() => (narrow ? null : brand)}
        headerRender={(_, header) => (
          <Kept by={headerState}>
            <div className={styles.bar}>
              {narrow && (
                <>
                  <button {...toggle} className={styles.burger}>
                    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                      <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.5" />
                    </svg>
                  </button>
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
        menuProps={{ overflowedIndicator: t('shell.moreGroups'), tabIndex: -1, inlineIndent: 12 }}
        actionsRender={() => actions}
        ErrorBoundary={false}
      >
        {children}
      </ProLayout>
    </FrameTheme>
  );
});

function Frame({ look }: { readonly look: Appearance }) {
  const t = useT();
  const dispatch = useDispatch();
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const permission = useSelector((state: RootState) => state.user.permission);
  const settings = useSelector((state: RootState) => state.settings);
  const platform = useMemo<Platform>(
    () => ({
      timeZone: user.timeZone,
      userId: user.id,
      supportEmail: user.supportEmail,
      can: (rule) => permission.includes(rule),
      reveals: (field) => user.fieldRules.includes(field),
      now,
      appearance: look,
    }),
    [user.timeZone, user.id, user.supportEmail, user.fieldRules, permission, look],
  );
  useFreshRights(user);

  const menu = useMemo(() => menuOf((rule) => permission.includes(rule)), [permission]);
  useEffect(() => {
    document.title = `${t(titleKeyOf(pathname))} - ${user.siteName}`;
    // On a narrow screen the menu covers the page that was just chosen in it.
    if (isNarrow()) dispatch({ type: 'global/changeLayoutCollapsed', payload: true });
  }, [pathname, t, user.siteName, dispatch]);

  const locale = useLocale();
  useEffect(() => {
    // When the first page is shown and the browser is idle, the other pages' code is loaded: switching then needs no wait.
    const pages = menu.flatMap((entry) => (entry.pages.length > 0 ? entry.pages : [entry]));
    const timer = setTimeout(() => {
      for (const page of pages) preloadPage(page.path);
      // The first dialog then speaks the person's language from its first frame on.
      void import('@/ui/library/words').then(({ loadWords }) => loadWords(locale)).catch(() => undefined);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [menu, locale]);

  const page = useMemo(() => <Page menu={menu} />, [menu]);
  // The page is drawn first, the menu at its side after it.
  const group = useDeferredValue(groupOf(pathname));
  return (
    <PlatformProvider value={platform}>
      <a className={content.skip} href="#content">
        {t('shell.skip')}
      </a>
      <MarkedEntries pathname={pathname}>
        <Layout
          menu={menu}
          group={group}
          siteName={user.siteName}
          logo={(look.scheme === 'dark' ? user.logoDark : user.logoLight) || '/logo.svg'}
        >
          {page}
        </Layout>
      </MarkedEntries>
      {user.watermark && <Watermark text={`${user.account} ${user.tel.slice(-4)}`} />}
      <Background />
      <AnnouncementHost />
      <ReportHost />
      <HelpHost />
      {SettingsPanel && (
        <Suspense fallback={null}>
          <SettingsPanel
            settings={settings}
            onChange={(payload) => dispatch({ type: 'settings/changeSetting', payload })}
          />
        </Suspense>
      )}
    </PlatformProvider>
  );
}

/**
 * The style of icons is in global.css. By default every new icon searches all style blocks of the page for the one that it may
 * have to write.
 */
const ICONS = { zeroRuntime: true } as const;

/** The frame of every page behind the sign-in (SPEC §2): mixed navigation, light, yellow, fluid. */
export default function BasicLayout() {
  const look = useLook();
  return (
    <IconProvider value={ICONS}>
      <QueryClientProvider client={queryClient}>
        <ModelRegions>
          <Frame look={look} />
        </ModelRegions>
      </QueryClientProvider>
    </IconProvider>
  );
}
