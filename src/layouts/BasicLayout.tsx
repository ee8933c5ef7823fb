import { IconProvider } from '@ant-design/icons';
import type { CurrentUser } from '@contract/site';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { applyAppearance, isNarrow, resolveAppearance, watchSystemScheme } from '@/app/appearance/appearance';
import { now } from '@/app/clock';
import { needsPageTexts, useLocale, useT, useTexts } from '@/app/i18n/i18n';
import { type Platform, PlatformProvider } from '@/app/platform';
import { preloadPage } from '@/app/preload';
import { queryClient } from '@/app/request/queryClient';
import type { RootState } from '@/models/state';
import { useCurrentUser } from '@/models/useCurrentUser';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { Forbidden, NotFound } from '@/ui/Exception';
import { ReportHost } from '@/ui/ProblemReport/Host';
import type { Appearance } from '../../config/theme';
import { AnnouncementHost } from './AnnouncementHost';
import { Background } from './Background';
import './print.css';
import content from './basic.css';
import { Crumbs } from './Crumbs';
import { HelpHost } from './HelpHost';
import { ModelRegions } from './ModelRegions';
import { groupOf, MarkedEntries } from './menuData';
import { NavigationLayout } from './NavigationLayout';
import { chainOf, type FROM_ROOT, landingOf, type MenuEntry, menuOf, titleKeyOf } from './pageTable';
import { Watermark } from './Watermark';

/** The component is loaded lazily, because only the 403 page lists the users who have access. */
const WhoCan = lazy(() => import('@/ui/WhoCan').then((module) => ({ default: module.WhoCan })));
/** The settings panel of SPEC §2. It exists only in development builds. */
const SettingsPanel = process.env.NODE_ENV === 'development' ? lazy(() => import('./SettingsPanel')) : null;

/** Returns the chosen appearance and applies it. The hook also follows changes of the operating system's colour scheme. */
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

/** Renders the page when its texts are loaded. */
function PageWithTexts() {
  return useTexts('pages') ? <Outlet /> : null;
}

/** Renders a page with its breadcrumbs. Users without permission see the 403 page. Errors of the page do not affect the frame. */
function Page({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const { pathname, state } = useLocation();
  const permission = useSelector((state: RootState) => state.user.permission);
  const page = chainOf(pathname).at(-1);
  // A path that is not in the route table has no permission id. It shows the 404 page, even if the router finds a page.
  const allowed = !page || page.redirect !== undefined || permission.includes(page.rule_id);
  const first = menu[0];
  // The user opened `/` and did not choose the workbench. Without permission for it, show the first page of the menu.
  if (!allowed && first && (state as Partial<typeof FROM_ROOT> | null)?.fromRoot) {
    return <Navigate to={landingOf(first)} replace />;
  }
  return (
    // This is a `div`, because the surrounding layout renders the landmark `main`.
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

/** Reloads the data of the page when the user's permissions change, because rows contain their permitted actions. */
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
    // On a narrow screen the open menu covers the page, so close the menu.
    if (isNarrow()) dispatch({ type: 'global/changeLayoutCollapsed', payload: true });
  }, [pathname, t, user.siteName, dispatch]);

  const locale = useLocale();
  useEffect(() => {
    // After the first page is shown, load the code of the other pages. Switching pages is then faster.
    const pages = menu.flatMap((entry) => (entry.pages.length > 0 ? entry.pages : [entry]));
    const timer = setTimeout(() => {
      for (const page of pages) preloadPage(page.path);
      // Load the texts of antd, so that the first dialog immediately has the user's language.
      void import('@/ui/library/words').then(({ loadWords }) => loadWords(locale)).catch(() => undefined);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [menu, locale]);

  const page = useMemo(() => <Page menu={menu} />, [menu]);
  // Defer the group, so that React renders the page before the menu.
  const group = useDeferredValue(groupOf(pathname));
  return (
    <PlatformProvider value={platform}>
      <a className={content.skip} href="#content">
        {t('shell.skip')}
      </a>
      <MarkedEntries pathname={pathname}>
        <NavigationLayout
          menu={menu}
          group={group}
          siteName={user.siteName}
          logo={(look.scheme === 'dark' ? user.logoDark : user.logoLight) || '/logo.svg'}
        >
          {page}
        </NavigationLayout>
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
 * This option stops icons from adding styles. global.css contains these styles. Without the option, each new icon searches all style
 * elements of the page to find whether it must add its styles.
 */
const ICONS = { zeroRuntime: true } as const;

/**
 * Renders the frame of the pages behind the sign-in (SPEC §2). By default, the frame has mixed navigation, a yellow colour and a fluid
 * width, and follows the colour scheme of the operating system.
 */
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
