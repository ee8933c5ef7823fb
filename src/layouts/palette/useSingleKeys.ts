import type { Data } from '@contract/index';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentCommands } from '@/app/commands/registry';
import { usePlatform } from '@/app/platform';
import { PREFERENCES } from '@/app/usePreference';
import { keyListener } from './keys';

/**
 * Keys of one letter work as soon as the page offers something to them: the rows of a list stand before the palette's code is there. They
 * wait for the user's own choice to be known, which may be to have none (WCAG 2.1.4); lists ask for it with their first rows.
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
