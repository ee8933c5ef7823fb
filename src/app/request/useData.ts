import type { Address, Data, Input, ReadAddress } from '@contract/index';
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { nextBlockEnd } from '@/app/announcements';
import { isSessionOver, nextSignIn } from '@/app/session/expiry';
import { api } from './api';
import { backgroundRequest } from './backgroundRequest';
import { takePrefetched } from './prefetch';
import { MUST_CONFIRM } from './request';

/** Error of a read that was refused or got no valid answer. `code` is 0 when the server sent no code. */
export class RequestFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly requestId: string,
    /** Ids of missing permissions. Any one of them would be sufficient. */
    readonly missing: readonly number[] = [],
  ) {
    super(message);
  }
}

/** Reads the permission ids in a refusal (40301). Any one of these permissions would be sufficient. */
export function missingPermissions(data: unknown): readonly number[] {
  const missing = typeof data === 'object' && data !== null && 'missing' in data ? data.missing : null;
  return Array.isArray(missing) ? missing.filter((rule) => typeof rule === 'number') : [];
}

/** Code of an expired session. */
const EXPIRED = 401;
const FORBIDDEN = new Set([40301, 40302, 40304, 40311, 40312]);
const GONE = 40401;

/** Converts the error of a read to the values that a page shows. Any error but `RequestFailure` gives no message and no request id. */
export function describeFailure(error: unknown): {
  message: string | null;
  requestId: string | null;
  forbidden: boolean;
  /** `true` if the object does not exist, so that a retry does not help. */
  gone: boolean;
  missing: readonly number[];
} {
  if (!(error instanceof RequestFailure))
    return { message: null, requestId: null, forbidden: false, gone: false, missing: [] };
  return {
    missing: error.missing,
    message: error.message || null,
    requestId: error.requestId || null,
    forbidden: FORBIDDEN.has(error.code),
    gone: error.code === GONE,
  };
}

/**
 * Makes one read as a promise. The read waits while the sign-in dialog or an urgent announcement is open. Otherwise the page below would
 * show errors.
 * @param signal aborts the read
 * @param mayWait whether the read waits for urgent announcements; with `false`, a read that they block fails
 * @throws RequestFailure with the server's code, message and request id
 */
export async function readData<A extends ReadAddress>(
  address: A,
  input: Input<A>,
  signal?: AbortSignal,
  mayWait = true,
): Promise<Data<A>> {
  const asking = signal ? api.askGet(address, input, { signal }) : takePrefetched(address, input);
  const outcome = await asking.catch((error: unknown) => {
    if (!isSessionOver() || signal?.aborted) throw error;
    return null;
  });
  if (outcome?.ok) return outcome.data;
  if (outcome === null || (outcome.code === EXPIRED && isSessionOver())) {
    await nextSignIn();
    return readData(address, input, signal);
  }
  if (outcome.code === MUST_CONFIRM && mayWait) {
    await nextBlockEnd();
    return readData(address, input, signal, false);
  }
  throw new RequestFailure(outcome.code, outcome.msg, outcome.requestId, missingPermissions(outcome.data));
}

export interface DataOptions {
  readonly enabled?: boolean;
  /** `true` shows the old data, marked as placeholder, while data for another input load. */
  readonly keepPrevious?: boolean;
  /** Milliseconds for which the data count as fresh. */
  readonly staleTime?: number;
  /** Polling interval in milliseconds. The page polls only while it is visible. */
  readonly everyMs?: number | undefined;
  /** `true` aborts a pending call when the input changes or the component is unmounted. */
  readonly overtakes?: boolean;
}

/** Reads an endpoint through the query cache. The query key is `[address, input]`. */
export function useData<A extends ReadAddress>(
  address: A,
  input: Input<A>,
  { enabled = true, keepPrevious = false, staleTime, everyMs, overtakes = false }: DataOptions = {},
): UseQueryResult<Data<A>> {
  const query = useQuery<Data<A>>({
    queryKey: [address, input],
    // TanStack Query aborts only queries whose function reads the signal, so read the signal only if `overtakes` is set.
    queryFn: (query) => readData(address, input, overtakes ? query.signal : undefined),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  useEvery(everyMs, () => void query.refetch());
  return query;
}

/**
 * Repeats work while the page is visible and its session is valid. Calls in this work do not keep the session alive, because an open page
 * alone is no activity.
 *
 * @param ms interval in milliseconds; `undefined` means no repetition
 */
function useEvery(ms: number | undefined, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !isSessionOver()) backgroundRequest(latest.current);
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}

interface FreshQuery {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
  readonly isError: boolean;
  readonly isFetchedAfterMount: boolean;
}

/**
 * Hides cached data of an earlier visit, because a form must start from the currently stored data. The data is hidden until it has been
 * loaded since the component mounted, also after a failed load. The key of the query must not change while the component is mounted.
 */
export function useFresh<Q extends FreshQuery>(query: Q): Q {
  const [updatedAtMount] = useState(query.dataUpdatedAt);
  const isOld = !query.isFetchedAfterMount || (query.isError && query.dataUpdatedAt === updatedAtMount);
  return isOld ? { ...query, data: undefined } : query;
}

/** Prefix of endpoint names, for example `team.`. */
export type Area = `${string}.`;
export const areaOf = (address: string): Area => `${address.split('.')[0] ?? ''}.`;

/** Returns a function that marks data as stale by endpoint prefix (`team.`) or full name. Visible data then load again. */
export function useRefresh(): (...beginnings: readonly (Address | Area)[]) => void {
  const client = useQueryClient();
  return useCallback(
    (...beginnings) => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => beginnings.some((beginning) => String(queryKey[0]).startsWith(beginning)),
      });
    },
    [client],
  );
}

/**
 * Properties of a control whose options a query loads: `loading`, and `onRetry` if there are no options after a failure. While the options
 * are loaded again, both are set. A load that waits for the network counts as loading.
 */
export function choiceState({
  data,
  isError,
  fetchStatus,
  isFetchedAfterMount,
  refetch,
}: Pick<UseQueryResult, 'data' | 'isError' | 'fetchStatus' | 'isFetchedAfterMount' | 'refetch'>) {
  const isMissing = data === undefined;
  const loading = isMissing && fetchStatus !== 'idle';
  // A repeated load clears the error of the query.
  const hasFailed = isMissing && (loading ? isFetchedAfterMount : isError);
  return { loading, ...(hasFailed && { onRetry: () => void refetch() }) };
}

export type OptionSource = keyof Data<'common.Option/getOptions'>;
const OPTIONS_FRESH_MS = 60_000;

/** Reads an option list within the user's data scope. The list is loaded when `enabled` is `true`. */
export function useOptions(source: OptionSource, enabled: boolean) {
  const query = useData('common.Option/getOptions', { types: source }, { enabled, staleTime: OPTIONS_FRESH_MS });
  const options = useMemo(
    () =>
      (query.data?.[source] ?? []).map(({ value, label, disabled }) => ({ value, label, disabled: disabled ?? false })),
    [query.data, source],
  );
  return { options, ...choiceState(query) };
}
