import type { Data, Input, ReadAddress } from '@contract/index';
import { USER } from '@contract/user.states';
import { type ReactNode, useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RangePicker } from '@/ui/RangePicker';
import type { OpenRange } from '@/ui/RangePicker/useRange';
import styles from './index.css';

/** Addresses of the tabs. They return the newest rows, and whether there are more. */
export type TabAddress = {
  [A in ReadAddress]: Data<A> extends { list: readonly object[]; more: boolean } ? A : never;
}[ReadAddress];

interface TabProps<A extends TabAddress> {
  readonly address: A;
  readonly input: Input<A>;
  readonly empty: Label;
  /** The page that `input` asks for, of a tab with pages. Without it the tab shows the newest rows only. */
  readonly paging?: Paging;
  readonly children: (list: Data<A>['list']) => ReactNode;
}

interface Paging {
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Filter by days and page of a tab. Other days begin at the first page. */
export function usePart() {
  const t = useT();
  const [page, onPage] = useState(1);
  const [days, setDays] = useState<OpenRange>({ from: null, to: null });
  const change = (range: OpenRange) => {
    setDays(range);
    onPage(1);
  };
  const { from, to } = days;
  return {
    paging: { page, onPage },
    input: { page, ...(from && { from }), ...(to && { to }) },
    field: <RangePicker isOpen isFilter label={t('user.time')} value={days} onChange={change} />,
  };
}

function Pages({ page, onPage, more }: Paging & { readonly more: boolean }) {
  const t = useT();
  if (page === 1 && !more) return null;
  return (
    <nav className={styles.bar} aria-label={t('list.paging')}>
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('list.previous')}
      </Button>
      <span>{t('list.page', { n: page })}</span>
      <Button disabled={!more} onClick={() => onPage(page + 1)}>
        {t('list.next')}
      </Button>
    </nav>
  );
}

/** One tab of the user's page with its states: loading, failed, empty, rows, and a note if there are more rows. */
export function Tab<A extends TabAddress>({ address, input, empty, paging, children }: TabProps<A>) {
  const t = useT();
  const query = useData(address, input, { keepPrevious: true });
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={(data) => data.list.length === 0}
      empty={
        <EmptyState text={t(empty)} action={<Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>} />
      }
    >
      {(data) => (
        <>
          {children(data.list as Data<A>['list'])}
          {paging ? <Pages {...paging} more={data.more} /> : null}
          {!paging && data.more ? <p className={styles.more}>{t('user.moreRows', { n: USER.tabRows })}</p> : null}
        </>
      )}
    </QueryBoundary>
  );
}
