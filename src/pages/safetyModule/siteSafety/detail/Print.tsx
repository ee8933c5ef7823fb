import { history, useLocation } from '@umijs/max';
import { useEffect } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PRINT } from '@/features/siteSafety/links';
import { Button } from '@/ui/Button';

/** Shows a button that prints the record. Render it only after the record is loaded, because a URL from "Export report" prints at once. */
export function Print() {
  const t = useT();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has(PRINT)) return;
    // Remove the parameter, so that reloading the page does not print again.
    query.delete(PRINT);
    history.replace(`${pathname}?${query}`);
    window.print();
  }, [pathname, search]);
  return <Button onClick={() => window.print()}>{t('siteInspection.print')}</Button>;
}
