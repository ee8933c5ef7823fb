import { useT } from '@/app/i18n/i18n';
import { Retry, type RetryProps } from './Retry';

/** Reports in one line that data could not be loaded, and offers to load it again. Larger regions show `LoadError`. */
export function LoadFailed({ onRetry, loading }: Pick<RetryProps, 'onRetry' | 'loading'>) {
  const t = useT();
  return (
    <>
      {t('list.loadFailed')} <Retry size="small" onRetry={onRetry} loading={loading} />
    </>
  );
}
