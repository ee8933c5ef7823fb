import type { Data } from '@contract/index';
import type { ReactNode } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import styles from './index.css';

/** Shared by the tabs of a franchisee. */

/** Reveals masked data of franchisees. */
export const UNMASK_RULE = 4205;

export type FranchiseeDetail = Data<'franchise.Franchisee/getDetail'>;

export interface Inside {
  readonly franchisee: FranchiseeDetail;
}

export const nothing = (text: string) => <p className={styles.note}>{text}</p>;

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface PagesProps {
  /** From 1. */
  readonly page: number;
  /** Rows in a page. */
  readonly rows: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Buttons to newer and older rows of a table; nothing if one page holds them all. */
export function Pages({ page, rows, total, onPage }: PagesProps) {
  const t = useT();
  if (total <= rows) return null;
  return (
    <p className={styles.note}>
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('record.newer')}
      </Button>{' '}
      <Button size="small" disabled={page * rows >= total} onClick={() => onPage(page + 1)}>
        {t('record.older')}
      </Button>
    </p>
  );
}
