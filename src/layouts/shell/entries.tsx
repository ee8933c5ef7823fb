import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import { preloadPage } from '@/app/preload';
import { MenuIcon } from '../menuIcons';
import { landingOf, type MenuEntry } from '../pageTable';
import styles from './index.css';

/** A link of the menu: its page's code starts to come when the pointer or the focus arrives. */
export function MenuLink({
  entry,
  current,
  className,
  children,
}: {
  readonly entry: MenuEntry;
  readonly current: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const to = landingOf(entry);
  const prepare = () => preloadPage(to);
  return (
    <Link
      to={to}
      className={className}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {children}
    </Link>
  );
}

/** Icon and name of an entry (which may begin with the mark of `isolated`); without an icon of its own the first letter stands for it where only the icon has room. */
export function EntryFace({ entry, title }: { readonly entry: MenuEntry; readonly title: string }) {
  return (
    <>
      {entry.icon ? (
        <MenuIcon name={entry.icon} />
      ) : (
        <span className={styles.letter} data-letter={title.replace('\u2066', '').slice(0, 1)} aria-hidden="true" />
      )}
      <span className={styles.name}>{title}</span>
    </>
  );
}
