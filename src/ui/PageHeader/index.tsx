import { QuestionCircleOutlined } from '@ant-design/icons';
import { useLocation } from '@umijs/max';
import type { ReactNode } from 'react';
import { openHelp } from '@/app/commands/help';
import { type Label, useT } from '@/app/i18n/i18n';
import { AsOf } from '../AsOf';
import styles from './index.css';

export interface PageHeaderProps {
  readonly title: Label;
  /** Beside the title: a status, a code. */
  readonly beside?: ReactNode;
  /** The one primary action, at the right. */
  readonly primary?: ReactNode;
  /** Secondary actions, before it. */
  readonly extra?: ReactNode;
  /** Moment of the data on the page; undefined while they are on their way. */
  readonly asOf?: string | undefined;
  /** Heads the part of a page inside a tab, which shows the title already. */
  readonly section?: boolean;
}

/** Title of a page with its actions (DESIGN "Frame"); the breadcrumb above it belongs to the layout. */
export function PageHeader(props: PageHeaderProps) {
  const { title, beside, primary, extra, section = false } = props;
  const t = useT();
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      {section ? <h2 data-visually-hidden="">{t(title)}</h2> : <h1 className={styles.title}>{t(title)}</h1>}
      {section ? null : (
        <button
          type="button"
          data-button=""
          className={styles.help}
          aria-haspopup="dialog"
          aria-label={t('manual.helpOf', { page: t(title) })}
          title={t('manual.help')}
          onClick={() => openHelp(pathname)}
        >
          <QuestionCircleOutlined aria-hidden />
        </button>
      )}
      {beside}
      {'asOf' in props ? <AsOf at={props.asOf} label="list.asOf" /> : null}
      {/* A page that has actions keeps their row also while they are not known yet. */}
      {'extra' in props || 'primary' in props ? (
        <div className={styles.actions}>
          {extra}
          {primary}
        </div>
      ) : null}
    </header>
  );
}
