import { history } from '@umijs/max';
import { useEffect, useSyncExternalStore } from 'react';
import { askLeave } from '../calls/prompts';
import type { FormStore, FormValues } from './store';

/**
 * While a form holds changes, leaving the page asks first: inside the console with our own dialog, closing the tab with the
 * browser's (DOMAIN §0.3). Changes of the query on the same page (a tab, a drawer) do not leave it.
 */
export function useLeaveGuard<V extends FormValues>(store: FormStore<V>, on: boolean): void {
  const dirty = useSyncExternalStore(store.subscribe, store.dirty);
  useEffect(() => {
    if (!on || !dirty) return;
    // Blocking also asks before the tab closes (history 5).
    const unblock = history.block((step) => {
      const again = () => {
        unblock();
        step.retry();
      };
      // After a successful submit the form is clean, although this effect has not run yet.
      if (
        !store.dirty() ||
        step.location.pathname === history.location.pathname ||
        step.location.pathname === '/user/login'
      ) {
        again();
        return;
      }
      void askLeave().then((leave) => {
        if (leave) again();
      });
    });
    return unblock;
  }, [store, on, dirty]);
}
