import { useT } from '@/app/i18n/i18n';
import { SrOnly } from '../SrOnly';

/** Renders the placeholder for a sum that the user may not see. */
export function HiddenSum() {
  const t = useT();
  return (
    <span title={t('list.hiddenSum')}>
      <span aria-hidden="true">***</span>
      <SrOnly>{t('list.hiddenSum')}</SrOnly>
    </span>
  );
}
