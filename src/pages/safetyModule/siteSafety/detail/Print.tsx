import { history, useLocation } from '@umijs/max';
import { useEffect } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PRINT } from '@/features/siteSafety/links';
import { Button } from '@/ui/Button';

/** Prints the record; its address from the lists' "Export report" prints at once. Render it when the record is there. */
export function Print() {
  const t = useT();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has(PRINT)) return;
    // Without the parameter, reloading the page does not print again.
    query.delete(PRINT);
    history.replace(`${pathname}?${query}`);
    window.print();
  }, [pathname, search]);
  return <Button onClick={() => window.print()}>{t('siteInspection.print')}</Button>;
}
