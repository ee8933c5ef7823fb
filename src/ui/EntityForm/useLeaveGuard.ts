import { history } from '@umijs/max';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askLeave } from '@/app/calls/prompts';
import { withoutFrame } from '@/app/commands/overlay';
import type { Label } from '@/app/i18n/i18n';
import type { FormStore, FormValues } from './store';

/** The query decides what a page shows: another one takes the form away, unless the form says otherwise. */
const isSameQuery = (next: URLSearchParams): boolean =>
  withoutFrame(`?${next}`) === withoutFrame(`?${new URLSearchParams(history.location.search)}`);

/**
 * While a form holds changes, leaving it asks first: inside the console with our own dialog, closing the tab with the browser's
 * (DOMAIN §0.3). Leaving is another page, and another query of the same page as well: a tab, a drawer, the list from which the
 * form was opened.
 *
 * @param text what would be lost, where it is not a form's values
 * @param stays whether the form is still shown where its page has this query; a step of a wizard does
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
    // The palette over a form takes nothing away from it, whatever else a page reads in its address.
    const staysAt = (next: URLSearchParams) => isSameQuery(next) || latest.current(next);
    const guard = () => {
      // Blocking also asks before the tab closes (history 5).
      unblock = history.block((step) => {
        const go = () => {
          unblock();
          step.retry();
        };
        const { pathname, search } = step.location;
        // After a successful submit the form is clean, although this effect has not run yet.
        if (!store.dirty() || pathname === '/user/login') {
          go();
          return;
        }
        if (pathname === history.location.pathname && staysAt(new URLSearchParams(search))) {
          // The next step is looked at again. Going back arrives later than it is asked for.
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
