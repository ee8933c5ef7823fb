import { useQuery } from '@tanstack/react-query';
import { useLocale } from '@/app/i18n/i18n';

/** Loads the manual in the current language when `isWanted` is true. The parser is loaded together with the manual. */
export function useManual(isWanted = true) {
  const locale = useLocale();
  return useQuery({
    queryKey: ['manual', locale],
    queryFn: async () => (await import('./load')).loadManual(locale),
    enabled: isWanted,
    // The manual never changes within a build. The offline worker can serve it without a network.
    staleTime: 'static',
    networkMode: 'always',
  });
}
