import { history } from '@umijs/max';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askLeave } from '@/app/calls/prompts';
import { withoutFrame } from '@/app/commands/overlay';
import type { Label } from '@/app/i18n/i18n';
import type { FormStore, FormValues } from './store';

/** Whether the page keeps its query: by default another query closes the form. */
const isSameQuery = (next: URLSearchParams): boolean =>
  withoutFrame(`?${next}`) === withoutFrame(`?${new URLSearchParams(history.location.search)}`);

/**
 * Asks before a form with changes is left: with our own dialog inside the console, with the browser's when the tab closes
 * (DOMAIN §0.3). Leaving means another page, or another query of the same page: a tab, a drawer, the list from which the
 * form was opened.
 *
 * @param text the question, when something other than form values would be lost
 * @param stays whether the form is still shown with this query; true for a step of a wizard
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
    // The palette's parameter does not close the form, whatever other parameters the page reads.
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
          // The next navigation is checked again. Going back is asynchronous, so the guard waits for it.
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
