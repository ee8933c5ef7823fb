import type { Address, Data, Input, ReadAddress } from '@contract/index';
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { askOnce } from '@/services/ahead';

/** A read that was refused or did not arrive. `code` is 0 where there was no answer with a code. */
export class Failure extends Error {
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
export function missingOf(data: unknown): readonly number[] {
  const missing = typeof data === 'object' && data !== null && 'missing' in data ? data.missing : null;
  return Array.isArray(missing) ? missing.filter((rule) => typeof rule === 'number') : [];
}

const FORBIDDEN = new Set([40301, 40302, 40304, 40311, 40312]);

/** What a page shows of a failed read. */
export function failureOf(error: unknown): {
  message: string | null;
  requestId: string | null;
  forbidden: boolean;
  missing: readonly number[];
} {
  if (!(error instanceof Failure)) return { message: null, requestId: null, forbidden: false, missing: [] };
  return {
    missing: error.missing,
    message: error.message || null,
    requestId: error.requestId || null,
    forbidden: FORBIDDEN.has(error.code),
  };
}

/**
 * One read as a promise.
 * @throws Failure with the server's code, message and request id
 */
export async function readData<A extends ReadAddress>(address: A, input: Input<A>): Promise<Data<A>> {
  const outcome = await askOnce(address, input);
  if (outcome.ok) return outcome.data;
  throw new Failure(outcome.code, outcome.msg, outcome.requestId, missingOf(outcome.data));
}

export interface DataOptions {
  readonly enabled?: boolean;
  /** The old data stays, marked as placeholder, while data for another input loads. */
  readonly keepPrevious?: boolean;
  /** Milliseconds during which the data counts as fresh. */
  readonly staleTime?: number;
}

/** What the server says at an address; the key is `[address, input]`. */
export function useData<A extends ReadAddress>(
  address: A,
  input: Input<A>,
  { enabled = true, keepPrevious = false, staleTime }: DataOptions = {},
): UseQueryResult<Data<A>> {
  return useQuery<Data<A>>({
    queryKey: [address, input],
    queryFn: () => readData(address, input),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Marks what was read from addresses that begin so as outdated: `team.Team/`, or a whole address. What is on screen loads again. */
export function useRefresh(): (...beginnings: readonly (Address | `${string}.`)[]) => void {
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
