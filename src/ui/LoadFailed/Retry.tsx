import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';

export interface RetryProps {
  readonly onRetry: () => void;
  /** Whether the data are being loaded again. */
  readonly loading?: boolean | undefined;
  readonly size?: 'small';
}

/**
 * Renders a button that loads failed data again. While the data load, the button keeps the focus and ignores presses. When the button is
 * removed with the focus, `watchFocus` finds it by `data-retry` and moves the focus to the element around the loaded data.
 */
export function Retry({ onRetry, loading, size }: RetryProps) {
  const t = useT();
  return (
    <Button data-retry="" onClick={onRetry} loading={loading ?? false} {...(size && { size })}>
      {t('common.retry')}
    </Button>
  );
}
