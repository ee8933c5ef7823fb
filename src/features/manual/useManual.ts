import { useQuery } from '@tanstack/react-query';
import { useLocale } from '@/app/i18n/i18n';

/** The manual in the language that is shown; fetched once, as soon as it is wanted. The code that reads it comes along. */
export function useManual(isWanted = true) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['manual', locale],
    queryFn: async () => (await import('./load')).loadManual(locale),
    enabled: isWanted,
    // Files of this build: they do not change, and the worker may have them while there is no network.
    staleTime: 'static',
    networkMode: 'always',
  });
}
