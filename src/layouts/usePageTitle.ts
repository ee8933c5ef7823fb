import { useLocation } from '@umijs/max';
import { useEffect } from 'react';
import { type MessageKey, useT } from '@/app/i18n/i18n';
import { titleKeyOf } from './pageTable';

/**
 * Sets the title of the window from the matched route (SPEC §2).
 *
 * @param siteName the console's name by the operator
 * @param title of a page that replaces the route's own
 */
export function usePageTitle(siteName: string, title?: MessageKey): void {
  const t = useT();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${t(title ?? titleKeyOf(pathname))} - ${siteName}`;
  }, [pathname, t, siteName, title]);
}
