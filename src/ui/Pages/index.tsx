import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import styles from './index.css';

export interface PagesProps {
  /** From 1. */
  readonly page: number;
  /** There are rows after this page. */
  readonly more: boolean;
  readonly onPage: (page: number) => void;
}

/** Buttons to newer and older rows of a table that is no ListPage; nothing if one page holds all rows. */
export function Pages({ page, more, onPage }: PagesProps) {
  const t = useT();
  if (page === 1 && !more) return null;
  return (
    <nav className={styles.pages} aria-label={t('list.paging')}>
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('list.newer')}
      </Button>
      <span>{t('list.page', { n: page })}</span>
      <Button size="small" disabled={!more} onClick={() => onPage(page + 1)}>
        {t('list.older')}
      </Button>
    </nav>
  );
}
