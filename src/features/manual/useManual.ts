import { useQuery } from '@tanstack/react-query';
import { useLocale } from '@/app/i18n/i18n';

/** Loads the manual in the current language, once it is needed. The parser is in the same chunk. */
export function useManual(isWanted = true) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['manual', locale],
    queryFn: async () => (await import('./load')).loadManual(locale),
    enabled: isWanted,
    // Files of this build never change, and the offline worker can serve them without a network.
    staleTime: 'static',
    networkMode: 'always',
  });
}
