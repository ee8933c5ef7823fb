import type { Data, Input, ReadAddress } from '@contract/index';
import { type ReactNode, useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Pages, type PagesProps } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RangePicker } from '@/ui/RangePicker';
import type { OpenRange } from '@/ui/RangePicker/useRange';
import styles from './index.css';

/** Endpoints of the tabs. Each returns one page of rows, and whether more rows exist. */
export type TabAddress = {
  [A in ReadAddress]: Data<A> extends { list: readonly object[]; more: boolean } ? A : never;
}[ReadAddress];

interface TabProps<A extends TabAddress> {
  readonly address: A;
  readonly input: Input<A>;
  readonly empty: Label;
  /** The page number that `input` requests, and its setter. */
  readonly paging: Paging;
  /** Returns a text above the rows, or `null`. If there are no rows, the text replaces the empty state. */
  readonly note?: (data: Data<A>) => string | null;
  readonly children: (list: Data<A>['list']) => ReactNode;
}

type Paging = Omit<PagesProps, 'more'>;

/** Stores a tab's page number. */
export function usePaging(): Paging {
  const [page, onPage] = useState(1);
  return { page, onPage };
}

/** Stores a tab's day filter and page number. If the days change, the tab returns to page 1. */
export function usePart() {
  const t = useT();
  const paging = usePaging();
  const [days, setDays] = useState<OpenRange>({ from: null, to: null });
  const change = (range: OpenRange) => {
    setDays(range);
    paging.onPage(1);
  };
  const { from, to } = days;
  return {
    paging,
    input: { page: paging.page, ...(from && { from }), ...(to && { to }) },
    field: <RangePicker isOpen isFilter label={t('user.time')} value={days} onChange={change} />,
  };
}

/** Renders one tab of the user's page in each of its states: loading, failed, empty, or rows with page buttons. */
export function Tab<A extends TabAddress>({ address, input, empty, paging, note, children }: TabProps<A>) {
  const t = useT();
  const query = useData(address, input, { keepPrevious: true });
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      // A later page becomes empty when its rows no longer exist. It keeps the page buttons, so that the user can go to an earlier page.
      isEmpty={(data) => data.list.length === 0 && paging.page === 1 && !note?.(data as Data<A>)}
      empty={
        <EmptyState text={t(empty)} action={<Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>} />
      }
    >
      {(data) => (
        <>
          {note?.(data as Data<A>) ? <p className={styles.note}>{note(data as Data<A>)}</p> : null}
          {children(data.list as Data<A>['list'])}
          <Pages {...paging} more={data.more} />
        </>
      )}
    </QueryBoundary>
  );
}
