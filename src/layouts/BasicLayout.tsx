import { IconProvider } from '@ant-design/icons';
import type { CurrentUser } from '@contract/site';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import {
  applyAppearance,
  isNarrow,
  resolveAppearance,
  watchNarrow,
  watchSystemScheme,
} from '@/app/appearance/appearance';
import { now } from '@/app/clock';
import { useLocale, useT } from '@/app/i18n/i18n';
import { type Platform, PlatformProvider } from '@/app/platform';
import { preloadPage } from '@/app/preload';
import { queryClient } from '@/app/request/queryClient';
import type { RootState } from '@/models/state';
import { useCurrentUser } from '@/models/useCurrentUser';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { Forbidden } from '@/ui/Exception';
import { ReportHost } from '@/ui/ProblemReport/Host';
import type { PageRoute } from '../../config/routes';
import type { Appearance } from '../../config/theme';
import { Background } from './Background';
import { Bell } from './Bell';
import './print.css';
import styles from './basic.css';
import { HelpHost } from './HelpHost';
import { PaletteButton } from './PaletteButton';
import { chainOf, type FROM_ROOT, landingOf, type MenuEntry, menuOf, titleKeyOf } from './pageTable';
import { Shell } from './shell';
import { UserMenu } from './UserMenu';
import { Watermark } from './Watermark';

/** Only a refused page asks who can open it. */
const WhoCan = lazy(() => import('@/ui/WhoCan').then((module) => ({ default: module.WhoCan })));
/** The settings panel of SPEC §2 exists only in development builds. */
const SettingsPanel = process.env.NODE_ENV === 'development' ? lazy(() => import('./SettingsPanel')) : null;

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

function Crumbs({ pathname, menu }: { readonly pathname: string; readonly menu: readonly MenuEntry[] }) {
  const t = useT();
  /** A group leads to what this person may open of it; nowhere where that is nothing. */
  const target = (route: PageRoute): string | null => {
    if (route.redirect === undefined) return route.path;
    const entry = menu.find(({ path }) => path === route.path);
    return entry ? landingOf(entry) : null;
  };
  const chain = chainOf(pathname);
  if (chain.length < 2) return null;
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={styles.crumbs}>
        {chain.map((route, index) => {
          const isLast = index === chain.length - 1;
          const to = isLast ? null : target(route);
          const name = t(`menu.${route.name}`);
          return (
            <li key={route.path} aria-current={isLast ? 'page' : undefined}>
              {to === null ? name : <Link to={to}>{name}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A page with its crumbs; the 403 page for whoever lacks its rule; failures stay inside. */
function Page({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const { pathname, state } = useLocation();
  const permission = useSelector((state: RootState) => state.user.permission);
  const page = chainOf(pathname).at(-1);
  const allowed = !page || page.redirect !== undefined || permission.includes(page.rule_id);
  const first = menu[0];
  // Nobody asked for the workbench who only opened the console: without its rule he begins where he may.
  if (!allowed && first && (state as Partial<typeof FROM_ROOT> | null)?.fromRoot) {
    return <Navigate to={landingOf(first)} replace />;
  }
  return (
    // The layout draws the landmark `main` around it.
    <div id="content" className={styles.content} tabIndex={-1}>
      <Crumbs pathname={pathname} menu={menu} />
      <ErrorBoundary resetKey={pathname}>
        {allowed ? (
          <Outlet />
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

function Frame({ look }: { readonly look: Appearance }) {
  const t = useT();
  const dispatch = useDispatch();
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const permission = useSelector((state: RootState) => state.user.permission);
  const collapsed = useSelector((state: RootState) => state.global.collapsed);
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

  // Enlarging a page makes it narrow as well: the menu that stood beside it must not come to lie over it.
  const wide = useRef({ collapsed, kept: false });
  wide.current.collapsed = collapsed;
  useEffect(
    () =>
      watchNarrow((narrow) => {
        if (narrow) wide.current.kept = wide.current.collapsed;
        dispatch({ type: 'global/changeLayoutCollapsed', payload: narrow || wide.current.kept });
      }),
    [dispatch],
  );

  const locale = useLocale();
  useEffect(() => {
    // When the first page stands and nothing else is to do, the other pages' code comes in: switching then costs no wait.
    const pages = menu.flatMap((entry) => (entry.pages.length > 0 ? entry.pages : [entry]));
    const timer = setTimeout(() => {
      for (const page of pages) preloadPage(page.path);
      // The first dialog then speaks the person's language from its first frame on.
      void import('@/ui/library/words').then(({ loadWords }) => loadWords(locale)).catch(() => undefined);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [menu, locale]);

  const logo = look.scheme === 'dark' ? user.logoDark : user.logoLight;
  return (
    <PlatformProvider value={platform}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Shell
        menu={menu}
        pathname={pathname}
        options={settings}
        collapsed={collapsed}
        onCollapse={(payload) => dispatch({ type: 'global/changeLayoutCollapsed', payload })}
        siteName={user.siteName}
        logo={logo || '/logo.svg'}
        actions={
          <>
            <PaletteButton menu={menu} />
            <Bell />
            <UserMenu />
          </>
        }
      >
        <Page menu={menu} />
      </Shell>
      {user.watermark && <Watermark text={`${user.account} ${user.tel.slice(-4)}`} />}
      <Background />
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
 * The look of icons stands in global.css. Left to itself every icon that appears looks through all style blocks of the page for the one
 * that it may have to write.
 */
const ICONS = { zeroRuntime: true } as const;

/** The frame of every page behind the sign-in (SPEC §2): mixed navigation, light, yellow, fluid. */
export default function BasicLayout() {
  const look = useLook();
  return (
    <IconProvider value={ICONS}>
      <QueryClientProvider client={queryClient}>
        <Frame look={look} />
      </QueryClientProvider>
    </IconProvider>
  );
}
