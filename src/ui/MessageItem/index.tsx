import type { ReactNode } from 'react';
import styles from './index.css';

interface MessageItemProps {
  readonly title: ReactNode;
  /** Text of the message. Two lines are visible, and the tooltip contains the full text. */
  readonly content: string;
  /** Text for screen readers while the message is unread. `null` means that the message is read. */
  readonly unread: string | null;
  /** Content below the text: time and state. */
  readonly children: ReactNode;
  readonly onOpen: () => void;
}

/** Renders one message of the bell: a notice or an announcement. */
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
