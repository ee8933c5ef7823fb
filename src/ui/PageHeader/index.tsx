import { QuestionCircleOutlined } from '@ant-design/icons';
import { useLocation } from '@umijs/max';
import type { ReactNode } from 'react';
import { openHelp } from '@/app/commands/help';
import { type Label, useT } from '@/app/i18n/i18n';
import { AsOf } from '../AsOf';
import styles from './index.css';

export interface PageHeaderProps {
  readonly title: Label;
  /** Content beside the title: a state or a code. */
  readonly beside?: ReactNode;
  /** The primary action at the end of the row. */
  readonly primary?: ReactNode;
  /** Secondary actions before the primary action. */
  readonly extra?: ReactNode;
  /** Time of the data ("as of"). `undefined` while the data loads. */
  readonly asOf?: string | undefined;
  /** `true` for the header of a section inside a tab. The tab's label is already the title. */
  readonly section?: boolean;
}

/** Renders a page's title with its actions (DESIGN "Frame"). The layout renders the breadcrumb above. */
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
      {/* A page that passes `extra` or `primary` reserves the row, even while the actions load and the value is `undefined`. */}
      {'extra' in props || 'primary' in props ? (
        <div className={styles.actions}>
          {extra}
          {primary}
        </div>
      ) : null}
    </header>
  );
}
