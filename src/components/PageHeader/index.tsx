import type { ReactNode } from 'react';
import { usePlatform } from '../platform';
import { type Label, useLocale, useSay } from '../say';
import { clockText } from '../TimeText/format';
import styles from './index.css';

export interface PageHeaderProps {
  /** null: the part stands inside a page that has its title. */
  readonly title: Label | null;
  /** Beside the title: a status, a code. */
  readonly beside?: ReactNode;
  /** The one primary action, at the right. */
  readonly primary?: ReactNode;
  /** Secondary actions, before it. */
  readonly extra?: ReactNode;
  /** Moment of the data on the page. */
  readonly asOf?: string | undefined;
}

/** Title of a page with its actions (DESIGN "Frame"); the breadcrumb above it belongs to the layout. */
export function PageHeader({ title, beside, primary, extra, asOf }: PageHeaderProps) {
  const say = useSay();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  return (
    <header className={styles.header}>
      {title === null ? null : <h1 className={styles.title}>{say(title)}</h1>}
      {beside}
      <span className={styles.asOf}>{asOf ? say('list.asOf', { time: clockText(asOf, locale, timeZone) }) : ''}</span>
      <div className={styles.actions}>
        {extra}
        {primary}
      </div>
    </header>
  );
}
