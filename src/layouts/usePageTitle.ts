import { useLocation } from '@umijs/max';
import { useEffect } from 'react';
import { type MessageKey, useT } from '@/app/i18n/i18n';
import { titleKeyOf } from './pageTable';

/**
 * Sets the window title from the matched route (SPEC §2).
 *
 * @param siteName name of the console from the tenant settings
 * @param title text key that replaces the title of the route
 */
export function usePageTitle(siteName: string, title?: MessageKey): void {
  const t = useT();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${t(title ?? titleKeyOf(pathname))} - ${siteName}`;
  }, [pathname, t, siteName, title]);
}
