import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';

/** Reports in one line that data could not be loaded, and offers to load it again. Larger regions show `LoadError`. */
export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT();
  return (
    <>
      {t('list.loadFailed')}{' '}
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </>
  );
}
