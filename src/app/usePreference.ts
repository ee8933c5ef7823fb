import type { Data } from '@contract/index';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/app/request/api';
import { useData } from './request/useData';

type Preferences = Data<'common.Preference/getAll'>;
/** Where all preferences of the user are cached. */
export const PREFERENCES = ['common.Preference/getAll', {}] as const;

/**
 * One preference of the person, kept on the server, so that it is the same on another computer (DOMAIN §0.2 "Column settings").
 * `read` parses the stored value; it gets undefined where none is stored.
 *
 * @returns the value, whether it is known yet, and the function that stores another one at once
 */
export function usePreference<T>(
  key: string,
  read: (stored: unknown) => T,
): [T, boolean, (value: T & Preferences['values'][string]) => void] {
  const client = useQueryClient();
  const query = useData('common.Preference/getAll', {}, { staleTime: Number.POSITIVE_INFINITY });
  const save = useCallback(
    (value: T & Preferences['values'][string]) => {
      client.setQueryData<Preferences>(PREFERENCES, (before) => ({ values: { ...before?.values, [key]: value } }));
      void api.post('common.Preference/save', { key, value: value as never });
    },
    [client, key],
  );
  return [read(query.data?.values[key]), !query.isPending, save];
}
