import type { Data } from '@contract/index';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentCommands } from '@/app/commands/registry';
import { usePlatform } from '@/app/platform';
import { PREFERENCES } from '@/app/usePreference';
import { keyListener } from './keys';

/**
 * Handles single-letter shortcuts. Pages can use the shortcuts before the palette's code is loaded. The shortcuts are off until the user's
 * preferences are loaded, because a preference can disable the shortcuts (WCAG 2.1.4). Lists load the preferences with their first rows.
 */
export function useSingleKeys(isCovered: boolean): void {
  const { now } = usePlatform();
  const client = useQueryClient();
  useEffect(() => {
    if (isCovered) return;
    const press = keyListener(currentCommands, now);
    const listener = (event: KeyboardEvent) => {
      const choices = client.getQueryData<Data<'common.Preference/getAll'>>(PREFERENCES);
      if (choices && choices.values.singleKeys !== false) press(event);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isCovered, now, client]);
}
