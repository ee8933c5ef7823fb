import { history } from '@umijs/max';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Menu } from '@/ui/Menu';
import { landingOf, type MenuEntry } from '../pageTable';
import { EntryFace, MenuLink } from './entries';
import styles from './index.css';

/** The groups in the header. Those that find no room wrap into a hidden row; a menu at the end offers them. */
export function GroupBar({
  menu,
  current,
  label,
}: {
  readonly menu: readonly MenuEntry[];
  readonly current: string | undefined;
  readonly label: string;
}) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState(menu.length);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries or another language need another room
  useEffect(() => {
    const row = list.current;
    if (!row || typeof ResizeObserver === 'undefined') return;
    // Called after the first layout as well, so that nothing is measured before the page is drawn.
    const observer = new ResizeObserver(() => {
      const top = (row.children[0] as HTMLElement | undefined)?.offsetTop;
      setRoom([...row.children].filter((child) => (child as HTMLElement).offsetTop === top).length);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [menu, t]);

  const hidden = menu.slice(room);
  return (
    <nav className={styles.groups} aria-label={label}>
      <ul ref={list}>
        {menu.map((entry, index) => (
          <li key={entry.path} data-hidden={index >= room || undefined}>
            <MenuLink entry={entry} current={entry.path === current} className={styles.top}>
              <EntryFace entry={entry} title={t(entry.title)} />
            </MenuLink>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <button
          type="button"
          className={`${styles.top} ${hidden.some((entry) => entry.path === current) ? styles.chosen : ''}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
        >
          {t('shell.moreGroups')}
        </button>
      )}
      {anchor && (
        <Menu
          anchor={anchor}
          label={t('shell.moreGroups')}
          onClose={() => setAnchor(null)}
          items={hidden.map((entry) => ({
            key: entry.path,
            label: t(entry.title),
            onPick: () => history.push(landingOf(entry)),
          }))}
        />
      )}
    </nav>
  );
}
