import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { PAGE_SIZES } from '@contract/limits';
import { memo } from 'react';
import { showOverlay } from '@/app/commands/overlay';
import { useLocale, useT } from '@/app/i18n/i18n';
import { formatFigure } from '../Money/format';
import { Select } from '../Select';
import styles from './index.css';
import { lastPage, type PageSize } from './listState';

/** Number of page buttons on each side of the current page. */
const AROUND = 2;

function PagerView({
  page,
  limit,
  total,
  capped,
  onPage,
  onLimit,
}: {
  readonly page: number;
  readonly limit: PageSize;
  readonly total: number;
  /** `true` means that there are more records than `total`. The pager then shows "10,000+". */
  readonly capped: boolean;
  readonly onPage: (page: number) => void;
  readonly onLimit: (limit: PageSize) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const pages = Math.max(1, Math.min(lastPage(limit), Math.ceil(total / limit)));
  const first = Math.max(1, Math.min(page - AROUND, pages - AROUND * 2));
  const near = Array.from({ length: Math.min(AROUND * 2 + 1, pages) }, (_, index) => first + index).filter(
    (at) => at <= pages,
  );
  return (
    <nav className={styles.pager} aria-label={t('list.paging')}>
      <span className={styles.total}>
        {t('list.total', { n: `${formatFigure(total, 'count', locale)}${capped ? '+' : ''}` })}
      </span>
      <button type="button" className={styles.keys} onClick={() => showOverlay('keys')}>
        <kbd>?</kbd>
        {t('keys.title')}
      </button>
      <button
        type="button"
        className={styles.page}
        aria-label={t('list.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <LeftOutlined aria-hidden />
      </button>
      {near.map((at) => (
        <button
          key={at}
          type="button"
          className={styles.page}
          aria-label={t('list.page', { n: at })}
          aria-current={at === page ? 'page' : undefined}
          onClick={() => onPage(at)}
        >
          {at}
        </button>
      ))}
      <button
        type="button"
        className={styles.page}
        aria-label={t('list.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <RightOutlined aria-hidden />
      </button>
      <span className={styles.size}>
        <Select
          label={t('list.pageSize')}
          search={false}
          value={limit}
          options={PAGE_SIZES.map((size) => ({ value: size, label: t('list.perPage', { n: size }) }))}
          onChange={(size) => size !== null && onLimit(size)}
        />
      </span>
    </nav>
  );
}

/** Renders a list's total, page buttons and page size. The buttons reach only the first ten thousand rows (DOMAIN §0.2). */
export const Pager = memo(PagerView);
