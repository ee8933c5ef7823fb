import type { Data } from '@contract/index';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '@/app/request/api';
import { useData } from './request/useData';

type Preferences = Data<'common.Preference/getAll'>;
type Stored = Preferences['values'][string];
/** Query key of the cached preferences of the user. */
export const PREFERENCES = ['common.Preference/getAll', {}] as const;
/** Reads all preferences of the user once per visit. */
export const usePreferences = () => useData('common.Preference/getAll', {}, { staleTime: Number.POSITIVE_INFINITY });

/** `failed`: the preferences could not be loaded, so the stored value is unknown. */
export type PreferenceState = 'loading' | 'known' | 'failed';

/**
 * Reads one preference of the user from the server. The preference is therefore the same on every computer (DOMAIN §0.2 "Column settings").
 *
 * @param read parses the stored value; receives `undefined` if none is stored, or if it is not known
 * @returns the value, whether it is known, and a function that changes the value immediately and saves it. While the stored value is not
 *   known, a change is not saved, because it could replace a stored value that it does not contain. It lasts until the stored value is known.
 */
export function usePreference<T>(
  key: string,
  read: (stored: unknown) => T,
): [T, PreferenceState, (value: T & Stored) => void] {
  const client = useQueryClient();
  const query = usePreferences();
  const [unsaved, setUnsaved] = useState<Stored>();
  const save = useCallback(
    (value: T & Stored) => {
      const stored = client.getQueryData<Preferences>(PREFERENCES);
      if (!stored) return setUnsaved(value);
      client.setQueryData<Preferences>(PREFERENCES, { values: { ...stored.values, [key]: value } });
      void api.post('common.Preference/save', { key, value: value as never });
    },
    [client, key],
  );
  const { data } = query;
  const state = data ? 'known' : query.isPending ? 'loading' : 'failed';
  return [read(data ? data.values[key] : unsaved), state, save];
}
