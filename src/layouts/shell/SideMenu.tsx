import { useT } from '@/app/i18n/i18n';
import type { MenuEntry } from '../pageTable';
import { EntryFace, MenuLink } from './entries';
import styles from './index.css';

/** The menu at the side; folded it keeps its icons, with the names as hints. */
export function SideMenu({
  entries,
  current,
  label,
  collapsed,
  onCollapse,
  over,
  stays,
  below,
}: {
  readonly entries: readonly MenuEntry[];
  /** Addresses from the group to the page that is open. */
  readonly current: readonly string[];
  readonly label: string;
  readonly collapsed: boolean;
  readonly onCollapse: (collapsed: boolean) => void;
  /** Lies over the page, as on a narrow screen. */
  readonly over: boolean;
  /** Stays where it is while the page scrolls. */
  readonly stays: boolean;
  /** A header stays above it. */
  readonly below: boolean;
}) {
  const t = useT();
  if (over && collapsed) return null;
  const folded = collapsed && !over;
  const link = (entry: MenuEntry, inner: boolean) => {
    const title = t(entry.title);
    return (
      <li key={entry.path} title={folded ? title : undefined}>
        <MenuLink
          entry={entry}
          current={current.includes(entry.path)}
          className={`${styles.item} ${inner ? styles.inner : ''}`}
        >
          <EntryFace entry={entry} title={title} />
        </MenuLink>
      </li>
    );
  };
  return (
    <>
      {over && (
        <button
          type="button"
          className={styles.veil}
          aria-label={t('shell.collapse')}
          onClick={() => onCollapse(true)}
        />
      )}
      <aside className={`${styles.side} ${folded ? styles.folded : ''} ${over ? styles.over : ''}`}>
        <div className={`${styles.column} ${stays ? styles.stuck : ''} ${below ? styles.below : ''}`}>
          <nav aria-label={label} className={styles.entries}>
            <ul>
              {entries.map((entry) =>
                entry.pages.length === 0 || folded ? (
                  link(entry, false)
                ) : (
                  <li key={entry.path}>
                    <div className={styles.group}>
                      <EntryFace entry={entry} title={t(entry.title)} />
                    </div>
                    <ul>{entry.pages.map((page) => link(page, true))}</ul>
                  </li>
                ),
              )}
            </ul>
          </nav>
          {!over && (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!folded}
              aria-label={t(folded ? 'shell.expand' : 'shell.collapse')}
              onClick={() => onCollapse(!collapsed)}
            >
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </button>
          )}
        </div>
      </aside>
    </>
  );
}
