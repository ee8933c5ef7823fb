import { ProLayout } from '@ant-design/pro-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet, useDispatch, useLocation, useSelector } from '@umijs/max';
import { ConfigProvider, theme } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
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
import { antdTokens, type Look, paletteOf } from '../../config/theme';
import { Bell } from './Bell';
import styles from './basic.css';
import { useAntdLocale } from './libraryLocale';
import { MenuIcon } from './menuIcons';
import { chainOf, landingOf, type MenuEntry, menuOf, menuPathOf, titleKeyOf } from './pageTable';
import { UserMenu } from './UserMenu';
import { Watermark } from './Watermark';

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

interface LayoutItem {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly icon?: ReactNode;
  readonly landing: string;
  readonly children?: LayoutItem[];
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
      <ErrorBoundary resetKey={pathname}>{allowed ? <Outlet /> : <Forbidden />}</ErrorBoundary>
    </div>
  );
}

function Frame({ look }: { readonly look: Look }) {
  const t = useT();
  const dispatch = useDispatch();
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const permission = useSelector((state: RootState) => state.user.permission);
  const collapsed = useSelector((state: RootState) => state.global.collapsed);
  const settings = useSelector((state: RootState) => state.settings);
  const palette = paletteOf(look);
  const platform = useMemo<Platform>(
    () => ({ timeZone: user.timeZone, userId: user.id, can: (rule) => permission.includes(rule), now }),
    [user.timeZone, user.id, permission],
  );

  const menu = useMemo(() => menuOf((rule) => permission.includes(rule)), [permission]);
  const items = useMemo(() => {
    const item = (entry: MenuEntry): LayoutItem => ({
      key: entry.path,
      path: entry.path,
      name: t(entry.title),
      icon: entry.icon && <MenuIcon name={entry.icon} />,
      landing: landingOf(entry),
      ...(entry.pages.length > 0 ? { children: entry.pages.map(item) } : {}),
    });
    return menu.map(item);
  }, [menu, t]);

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
      <ProLayout
        className={settings.fixedHeader ? undefined : styles.rolling}
        title={user.siteName}
        logo={<img src={logo || '/logo.svg'} alt="" width={28} height={28} />}
        layout={settings.layout}
        splitMenus={settings.splitMenus}
        navTheme="light"
        contentWidth={settings.contentWidth}
        fixedHeader={settings.fixedHeader}
        fixSiderbar={settings.fixSiderbar}
        siderWidth={settings.siderWidth}
        colorPrimary={palette.primary}
        collapsed={collapsed}
        onCollapse={(payload) => dispatch({ type: 'global/changeLayoutCollapsed', payload })}
        location={{ pathname: menuPathOf(pathname) }}
        menu={{ locale: false }}
        menuDataRender={() => items}
        menuItemRender={(item, dom) => {
          const to = (item as unknown as LayoutItem).landing;
          return (
            <Link to={to} onPointerEnter={() => preloadPage(to)} onFocus={() => preloadPage(to)}>
              {dom}
            </Link>
          );
        }}
        headerTitleRender={(mark, name) => (
          <Link to="/" className={styles.brand}>
            {mark}
            {name}
          </Link>
        )}
        pageTitleRender={() => document.title}
        breadcrumbRender={false}
        footerRender={false}
        actionsRender={() => [<Bell key="bell" />, <UserMenu key="user" />]}
        token={{
          bgLayout: palette.surface,
          header: {
            colorBgHeader: palette.surfaceRaised,
            colorHeaderTitle: palette.text,
            colorTextMenu: palette.text,
            colorTextMenuSecondary: palette.textSecondary,
            colorTextMenuActive: palette.linkHover,
            colorTextMenuSelected: palette.link,
            colorBgMenuItemHover: palette.hover,
            colorBgMenuItemSelected: palette.attentionBg,
            colorTextRightActionsItem: palette.text,
            heightLayoutHeader: 52,
          },
          sider: {
            colorMenuBackground: palette.surfaceRaised,
            colorTextMenu: palette.text,
            colorTextMenuSecondary: palette.textSecondary,
            colorTextMenuActive: palette.linkHover,
            colorTextMenuSelected: palette.link,
            colorTextMenuItemHover: palette.linkHover,
            colorBgMenuItemHover: palette.hover,
            colorBgMenuItemSelected: palette.attentionBg,
            colorTextCollapsedButton: palette.textSecondary,
            colorTextCollapsedButtonHover: palette.text,
          },
          pageContainer: { paddingBlockPageContainerContent: 0, paddingInlinePageContainerContent: 0 },
        }}
        contentStyle={{ padding: 0 }}
      >
        <Page />
      </ProLayout>
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
