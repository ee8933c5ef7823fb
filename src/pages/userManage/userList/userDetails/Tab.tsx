import type { Data, Input, ReadAddress } from '@contract/index';
import { USER } from '@contract/user.states';
import type { ReactNode } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

/** Addresses of the tabs. They return the newest rows, and whether there are more. */
export type TabAddress = {
  [A in ReadAddress]: Data<A> extends { list: readonly object[]; more: boolean } ? A : never;
}[ReadAddress];

interface TabProps<A extends TabAddress> {
  readonly address: A;
  readonly input: Input<A>;
  readonly empty: Label;
  readonly children: (list: Data<A>['list']) => ReactNode;
}

/** One tab of the user's page with its states: loading, failed, empty, rows, and a note if there are more rows. */
export function Tab<A extends TabAddress>({ address, input, empty, children }: TabProps<A>) {
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
          {data.more ? <p className={styles.more}>{t('user.moreRows', { n: USER.tabRows })}</p> : null}
        </>
      )}
    </QueryBoundary>
  );
}
