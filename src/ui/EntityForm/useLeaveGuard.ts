import { history } from '@umijs/max';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askLeave } from '@/app/calls/prompts';
import { withoutFrame } from '@/app/commands/overlay';
import type { Label } from '@/app/i18n/i18n';
import type { FormStore, FormValues } from './store';

/** Checks whether the query stays the same, apart from the command palette's parameter. By default another query closes the form. */
const isSameQuery = (next: URLSearchParams): boolean =>
  withoutFrame(`?${next}`) === withoutFrame(`?${new URLSearchParams(history.location.search)}`);

/**
 * Asks the user before a form with changes is left (DOMAIN §0.3), but not when the sign-in page opens. Inside the console our own dialog
 * asks; when the tab closes, the browser asks. The user leaves the form by another page, or by a query for which `stays` returns `false`.
 *
 * @param text question to show instead of the default; needed when the user would lose something other than form values
 * @param stays whether the form is still shown with this query; default: only with the same query
 */
export function useLeaveGuard<V extends FormValues>(
  store: Pick<FormStore<V>, 'subscribe' | 'dirty'>,
  on: boolean,
  stays: (next: URLSearchParams) => boolean = isSameQuery,
  text?: Label,
): void {
  const dirty = useSyncExternalStore(store.subscribe, store.dirty);
  const latest = useRef(stays);
  latest.current = stays;
  const latestText = useRef(text);
  latestText.current = text;
  useEffect(() => {
    if (!on || !dirty) return;
    let isOver = false;
    let unblock: () => void = () => undefined;
    let unlisten: () => void = () => undefined;
    // The command palette's query parameter never closes the form, even if `stays` reads other parameters.
    const staysAt = (next: URLSearchParams) => isSameQuery(next) || latest.current(next);
    const guard = () => {
      // In version 5 of the `history` library, `block` also asks before the tab closes.
      unblock = history.block((step) => {
        const go = () => {
          unblock();
          step.retry();
        };
        const { pathname, search } = step.location;
        // After a successful submit the store has no changes, although React has not cleaned up this effect yet. Opening the sign-in page
        // is never blocked.
        if (!store.dirty() || pathname === '/user/login') {
          go();
          return;
        }
        if (pathname === history.location.pathname && staysAt(new URLSearchParams(search))) {
          // Guard again after this navigation. Going back is asynchronous, so we wait until the navigation is complete.
          unlisten = history.listen(() => {
            unlisten();
            if (!isOver) guard();
          });
          go();
          return;
        }
        void askLeave(latestText.current).then((leave) => {
          if (leave) go();
        });
      });
    };
    guard();
    return () => {
      isOver = true;
      unlisten();
      unblock();
    };
  }, [store, on, dirty]);
}
