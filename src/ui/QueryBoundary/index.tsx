import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { describeFailure } from '@/app/request/useData';
import { EmptyState } from '../EmptyState';
import { Retry } from '../LoadFailed/Retry';
import { RequestId } from '../ProblemReport/RequestId';
import styles from './index.css';

const WhoCan = lazy(() => import('../WhoCan').then((module) => ({ default: module.WhoCan })));

/** The fields of a query that a region needs. A React Query result has them. */
export interface BoundaryQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
}

export interface QueryBoundaryProps<T> {
  readonly query: BoundaryQuery<T>;
  readonly children: (data: T) => ReactNode;
  /** Shown during the first load. It reserves the height of the content. */
  readonly skeleton?: ReactNode;
  /** Height in pixels that is reserved while the region loads. */
  readonly minHeight?: number;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
}

/**
 * Renders a region in one of four states: loading, refused or failed, empty, data. Placeholder data is dimmed while new data loads. After
 * a failed reload, the error is shown above the old data.
 */
export function QueryBoundary<T>({
  query,
  children,
  skeleton,
  minHeight = 120,
  isEmpty,
  empty,
}: QueryBoundaryProps<T>) {
  const { data } = query;
  const failed = <QueryError query={query} />;
  if (data === undefined && query.error) return failed;
  if (data === undefined) {
    return (
      <div aria-busy="true" style={{ minHeight }}>
        {skeleton ?? <div className={styles.bone} style={{ height: minHeight }} />}
      </div>
    );
  }
  if (isEmpty?.(data)) {
    return (
      <>
        {failed}
        {empty}
      </>
    );
  }
  return (
    <div
      className={query.isPlaceholderData ? styles.dimmed : undefined}
      aria-busy={query.isPlaceholderData || undefined}
    >
      {failed}
      {children(data)}
    </div>
  );
}

interface QueryErrorProps {
  readonly query: Pick<BoundaryQuery<unknown>, 'error' | 'refetch'>;
  /** One sentence about what the failure did not change, for example the filters of a list. */
  readonly note?: string;
}

/** Shows the error of a query's last load. Shows nothing if the load succeeded. */
export function QueryError({ query, ...rest }: QueryErrorProps) {
  return query.error ? <LoadError error={query.error} onRetry={() => query.refetch()} {...rest} /> : null;
}

interface LoadErrorProps extends Pick<QueryErrorProps, 'note'> {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/**
 * Shows why a load failed or was refused, or that the record does not exist. Only a failed load has a retry button and the request id
 * (DESIGN "Feedback").
 */
export function LoadError({ error, onRetry, note }: LoadErrorProps) {
  const t = useT();
  const failure = describeFailure(error);
  if (failure.forbidden) {
    const [rule] = failure.missing;
    return (
      <EmptyState
        text={failure.message ?? t('list.forbidden')}
        action={
          rule === undefined ? null : (
            <Suspense fallback={null}>
              <WhoCan rule={rule} />
            </Suspense>
          )
        }
      />
    );
  }
  if (failure.gone && failure.message) return <EmptyState text={failure.message} />;
  return (
    <div className={styles.error} role="alert">
      <div>
        <strong>{t('list.loadFailed')}</strong>
        {failure.message ? <p>{failure.message}</p> : null}
        {note ? <p>{note}</p> : null}
        {failure.requestId ? <RequestId id={failure.requestId} /> : null}
      </div>
      <Retry onRetry={onRetry} />
    </div>
  );
}
