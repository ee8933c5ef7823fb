import type { Address, Data, Input, ReadAddress } from '@contract/index';
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { isSessionOver, nextSignIn } from '@/app/session/expiry';
import { api } from './api';
import { backgroundRequest } from './backgroundRequest';
import { takePrefetched } from './prefetch';

/** A read that was refused or did not arrive. `code` is 0 where there was no answer with a code. */
export class RequestFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly requestId: string,
    /** Permissions of which one would have been enough. */
    readonly missing: readonly number[] = [],
  ) {
    super(message);
  }
}

/** The permissions that a refusal names (40301), of which one would have been enough. */
export function missingPermissions(data: unknown): readonly number[] {
  const missing = typeof data === 'object' && data !== null && 'missing' in data ? data.missing : null;
  return Array.isArray(missing) ? missing.filter((rule) => typeof rule === 'number') : [];
}

/** The session is over. */
const EXPIRED = 401;
const FORBIDDEN = new Set([40301, 40302, 40304, 40311, 40312]);
const GONE = 40401;

/** What a page shows of a failed read. */
export function describeFailure(error: unknown): {
  message: string | null;
  requestId: string | null;
  forbidden: boolean;
  /** Not there, and not there either when asked again. */
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
 * One read as a promise. While the sign-in dialog is open it waits for it: nothing on the page below turns into a failure.
 * @param signal ends it
 * @throws Failure with the server's code, message and request id
 */
export async function readData<A extends ReadAddress>(
  address: A,
  input: Input<A>,
  signal?: AbortSignal,
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
  throw new RequestFailure(outcome.code, outcome.msg, outcome.requestId, missingPermissions(outcome.data));
}

export interface DataOptions {
  readonly enabled?: boolean;
  /** The old data stays, marked as placeholder, while data for another input loads. */
  readonly keepPrevious?: boolean;
  /** Milliseconds during which the data counts as fresh. */
  readonly staleTime?: number;
  /** Asks again after so many milliseconds, while the page is in sight. */
  readonly everyMs?: number | undefined;
  /** Ends the call when another input is asked for, or the part goes, before the answer is here. */
  readonly overtakes?: boolean;
}

/** What the server says at an address; the key is `[address, input]`. */
export function useData<A extends ReadAddress>(
  address: A,
  input: Input<A>,
  { enabled = true, keepPrevious = false, staleTime, everyMs, overtakes = false }: DataOptions = {},
): UseQueryResult<Data<A>> {
  const query = useQuery<Data<A>>({
    queryKey: [address, input],
    // Who takes the signal is ended by it.
    queryFn: (query) => readData(address, input, overtakes ? query.signal : undefined),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  useEvery(everyMs, () => void query.refetch());
  return query;
}

/**
 * Repeats work while the page is visible and its session is valid. Calls that begin in it do not keep the session alive: an open
 * page alone counts as unused.
 *
 * @param ms undefined: not now
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

/** A read without what an earlier visit saw: a form starts from what is stored now. */
export const onlyFresh = <Q extends { readonly data: unknown; readonly isFetchedAfterMount: boolean }>(query: Q): Q =>
  query.isFetchedAfterMount ? query : { ...query, data: undefined };

/** The beginning of addresses: `team.`. */
export type Area = `${string}.`;
export const areaOf = (address: string): Area => `${address.split('.')[0] ?? ''}.`;

/** Marks what was read from addresses that begin so as outdated: `team.Team/`, or a whole address. What is on screen loads again. */
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

export type OptionSource = keyof Data<'common.Option/getOptions'>;
const OPTIONS_FRESH_MS = 60_000;

/** An option list inside the caller's data scope, read when it is wanted. */
export function useOptions(source: OptionSource, enabled: boolean) {
  const query = useData('common.Option/getOptions', { types: source }, { enabled, staleTime: OPTIONS_FRESH_MS });
  const options = useMemo(
    () =>
      (query.data?.[source] ?? []).map(({ value, label, disabled }) => ({ value, label, disabled: disabled ?? false })),
    [query.data, source],
  );
  return { options, loading: enabled && query.isPending };
}
