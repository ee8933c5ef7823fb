import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import styles from './index.css';

export interface PagesProps {
  /** Page number. The first page is 1. */
  readonly page: number;
  /** `true` if there are rows after this page. */
  readonly more: boolean;
  readonly onPage: (page: number) => void;
}

/** Renders buttons to newer and older rows, for tables outside of ListPage. Renders nothing if all rows are on one page. */
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
