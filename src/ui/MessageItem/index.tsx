import type { ReactNode } from 'react';
import styles from './index.css';

interface MessageItemProps {
  readonly title: ReactNode;
  /** Two lines of it are shown; the whole is its title. */
  readonly content: string;
  /** Said to a screen reader while it is unread; null: it is read. */
  readonly unread: string | null;
  /** Below: its time and what it asks for. */
  readonly children: ReactNode;
  readonly onOpen: () => void;
}

/** A message in the bell: notices and announcements. */
export function MessageItem({ title, content, unread, children, onOpen }: MessageItemProps) {
  return (
    <button type="button" className={styles.item} data-unread={unread !== null} onClick={onOpen}>
      <span className={styles.title}>
        {title}
        {unread === null ? null : <span data-visually-hidden="">{unread}</span>}
      </span>
      <span className={styles.content} title={content}>
        {content}
      </span>
      {children}
    </button>
  );
}
