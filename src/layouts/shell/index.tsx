import { Link } from '@umijs/max';
import { type ReactNode, useEffect, useState } from 'react';
import { isNarrow, watchNarrow } from '@/app/appearance/appearance';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import type { SettingsState } from '@/models/state';
import { chainOf, type MenuEntry, menuPathOf } from '../pageTable';
import { MenuLink } from './entries';
import { GroupBar } from './GroupBar';
import styles from './index.css';
import { SideMenu } from './SideMenu';

export interface ShellProps {
  /** What the person may open, in the order of the route table. */
  readonly menu: readonly MenuEntry[];
  readonly pathname: string;
  readonly options: Pick<
    SettingsState,
    'layout' | 'splitMenus' | 'contentWidth' | 'fixedHeader' | 'fixSiderbar' | 'autoHideHeader'
  >;
  readonly collapsed: boolean;
  readonly onCollapse: (collapsed: boolean) => void;
  readonly siteName: string;
  readonly logo: string;
  /** At the far end of the header. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** True while the reader scrolls down; false at the top and as soon as he scrolls up. */
function useScrollsDown(watched: boolean): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    if (!watched) return setDown(false);
    let last = window.scrollY;
    const follow = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < 8 && scrollY > 0) return;
      setDown(scrollY > last && scrollY > 52);
      last = scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [watched]);
  return down;
}

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(isNarrow);
  useEffect(() => watchNarrow(setNarrow), []);
  return narrow;
}

/**
 * The frame of the console (SPEC §2): groups in the header with the group's pages at the side (mixed), everything at the side, or
 * everything on top. On a narrow screen the whole menu lies over the page when it is unfolded.
 */
export function Shell({
  menu,
  pathname,
  options,
  collapsed,
  onCollapse,
  siteName,
  logo,
  actions,
  children,
}: ShellProps) {
  const t = useT();
  const narrow = useNarrow();
  const away = useScrollsDown(options.fixedHeader && options.autoHideHeader);
  const path = chainOf(menuPathOf(pathname));
  const group = menu.find((entry) => entry.path === path[0]?.path);
  const mode = narrow ? 'side' : options.layout;
  const split = mode === 'mix' && options.splitMenus;
  const beside = mode === 'top' ? [] : split ? (group?.pages ?? []) : menu;
  const groupsOnTop = mode === 'top' || split;
  const current = path.map((route) => route.path);
  const width = options.contentWidth === 'Fixed' ? styles.measured : '';
  return (
    <div className={styles.shell} data-narrow={narrow || undefined}>
      <header className={`${styles.header} ${options.fixedHeader ? styles.stays : ''} ${away ? styles.away : ''}`}>
        {narrow && (
          <button
            type="button"
            className={styles.burger}
            aria-expanded={!collapsed}
            aria-label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
            onClick={() => onCollapse(!collapsed)}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        )}
        <Link to="/" className={styles.brand}>
          <img src={serverAddress(logo)} alt="" width={28} height={28} />
          <span>{siteName}</span>
        </Link>
        {groupsOnTop ? (
          <GroupBar menu={menu} current={group?.path} label={t('shell.mainMenu')} />
        ) : (
          <span className={styles.gap} />
        )}
        <div className={styles.actions}>{actions}</div>
      </header>
      {mode === 'top' && group && group.pages.length > 1 && (
        <nav className={styles.second} aria-label={t(group.title)}>
          {group.pages.map((page) => (
            <MenuLink key={page.path} entry={page} current={current.includes(page.path)} className={styles.tab}>
              {t(page.title)}
            </MenuLink>
          ))}
        </nav>
      )}
      <div className={styles.body}>
        {beside.length > 0 && (
          <SideMenu
            entries={beside}
            current={current}
            label={split && group ? t(group.title) : t('shell.mainMenu')}
            collapsed={collapsed}
            onCollapse={onCollapse}
            over={narrow}
            stays={options.fixSiderbar}
            below={options.fixedHeader && !away}
          />
        )}
        <main className={`${styles.main} ${width}`}>{children}</main>
      </div>
    </div>
  );
}
