import type { CurrentUser } from '@contract/site';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import { ConfigProvider, theme } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { Forbidden } from '@/components/Exception';
import { type Platform, PlatformProvider } from '@/components/platform';
import { useLocale, useT } from '@/locales/i18n';
import type { RootState } from '@/models/effects';
import { queryClient } from '@/services/queries';
import { useCurrentUser } from '@/services/session';
import { now } from '@/utils/clock';
import { cspNonce } from '@/utils/csp';
import { applyLook, isNarrow, resolveLook, watchSystemScheme } from '@/utils/look';
import { preloadPage } from '@/utils/preload';
import { antdTokens, type Look } from '../../config/theme';
import { Bell } from './Bell';
import styles from './basic.css';
import { useAntdLocale } from './libraryLocale';
import { chainOf, menuOf, titleKeyOf } from './pageTable';
import { Shell } from './shell';
import { UserMenu } from './UserMenu';
import { Watermark } from './Watermark';

/** Only a refused page asks who can open it. */
const WhoCan = lazy(() => import('@/components/WhoCan').then((module) => ({ default: module.WhoCan })));
/** The settings panel of SPEC §2 exists only in development builds. */
const SettingsPanel = process.env.NODE_ENV === 'development' ? lazy(() => import('./SettingsPanel')) : null;

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm } as const;

/** The chosen look, followed when the operating system changes. */
function useLook(): Look {
  const { scheme, compact, colorWeak } = useSelector((state: RootState) => state.settings);
  const [look, setLook] = useState(() => resolveLook({ scheme, compact, colorWeak }));
  useEffect(() => {
    const follow = () => {
      const next = resolveLook({ scheme, compact, colorWeak });
      applyLook(next);
      setLook(next);
    };
    follow();
    return watchSystemScheme(follow);
  }, [scheme, compact, colorWeak]);
  return look;
}

function Crumbs({ pathname }: { readonly pathname: string }) {
  const t = useT();
  const chain = chainOf(pathname);
  if (chain.length < 2) return null;
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={styles.crumbs}>
        {chain.map((route, index) => (
          <li key={route.path} aria-current={index === chain.length - 1 ? 'page' : undefined}>
            {index === chain.length - 1 ? (
              t(`menu.${route.name}`)
            ) : (
              <Link to={route.redirect ?? route.path}>{t(`menu.${route.name}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A page with its crumbs; the 403 page for whoever lacks its rule; failures stay inside. */
function Page() {
  const { pathname } = useLocation();
  const permission = useSelector((state: RootState) => state.user.permission);
  const page = chainOf(pathname).at(-1);
  const allowed = !page || page.redirect !== undefined || permission.includes(page.rule_id);
  return (
    // The layout draws the landmark `main` around it.
    <div id="content" className={styles.content} tabIndex={-1}>
      <Crumbs pathname={pathname} />
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

function Frame({ look }: { readonly look: Look }) {
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
      can: (rule) => permission.includes(rule),
      reveals: (field) => user.fieldRules.includes(field),
      now,
      look,
    }),
    [user.timeZone, user.id, user.fieldRules, permission, look],
  );
  useFreshRights(user);

  const menu = useMemo(() => menuOf((rule) => permission.includes(rule)), [permission]);
  useEffect(() => {
    document.title = `${t(titleKeyOf(pathname))} - ${user.siteName}`;
    // On a narrow screen the menu covers the page that was just chosen in it.
    if (isNarrow()) dispatch({ type: 'global/changeLayoutCollapsed', payload: true });
  }, [pathname, t, user.siteName, dispatch]);

  useEffect(() => {
    // When the first page stands and nothing else is to do, the other pages' code comes in: switching then costs no wait.
    const pages = menu.flatMap((entry) => (entry.pages.length > 0 ? entry.pages : [entry]));
    const timer = setTimeout(() => {
      for (const page of pages) preloadPage(page.path);
    }, 3_000);
    return () => clearTimeout(timer);
  }, [menu]);

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
            <Bell />
            <UserMenu />
          </>
        }
      >
        <Page />
      </Shell>
      {user.watermark && <Watermark text={`${user.account} ${user.tel.slice(-4)}`} />}
      {SettingsPanel && (
        <Suspense fallback={null}>
          <SettingsPanel />
        </Suspense>
      )}
    </PlatformProvider>
  );
}

/** The frame of every page behind the sign-in (SPEC §2): mixed navigation, light, yellow, fluid. */
export default function BasicLayout() {
  const locale = useLocale();
  const words = useAntdLocale(locale);
  const look = useLook();
  const nonce = useMemo(cspNonce, []);
  const themeConfig = useMemo(
    () => ({
      ...antdTokens(look),
      algorithm: look.compact ? [ALGORITHMS[look.scheme], theme.compactAlgorithm] : ALGORITHMS[look.scheme],
      cssVar: { key: 'console' },
      hashed: false,
    }),
    [look],
  );
  return (
    <ConfigProvider
      locale={words}
      theme={themeConfig}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
    >
      <QueryClientProvider client={queryClient}>
        <Frame look={look} />
      </QueryClientProvider>
    </ConfigProvider>
  );
}
