import type { ReactNode } from 'react';
import styles from './index.css';

interface MessageItemProps {
  readonly title: ReactNode;
  /** Two lines are shown; the full text is the title. */
  readonly content: string;
  /** Text for screen readers while the message is unread; null: it is read. */
  readonly unread: string | null;
  /** Shown below the content: time and state. */
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
