import type { Data } from '@contract/index';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/app/request/api';
import { useData } from './request/useData';

type Preferences = Data<'common.Preference/getAll'>;
/** Query key of the cached preferences of the user. */
export const PREFERENCES = ['common.Preference/getAll', {}] as const;

/**
 * Reads one preference of the user from the server. The preference is therefore the same on every computer (DOMAIN §0.2 "Column settings").
 *
 * @param read parses the stored value; receives `undefined` if none is stored
 * @returns the value, whether it is loaded, and a function that changes the cached value immediately and saves it
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
