import { type ComponentType, createElement, useEffect, useReducer, useState } from 'react';
import { reloadAsked } from './calls/reload';
import { failureKind } from './chunks';
import { t } from './i18n/i18n';
import { whenIdle } from './idle';
import { toast } from './toast';

/** After code did not arrive. Milliseconds. */
const AGAIN_MS = 10_000;
/** A restarting server is back by then; code that a new version replaced never comes. */
const TIMES = 6;
/** Long enough to be read beside what was being done. Milliseconds. */
const SAID_MS = 30_000;
/** How long a part behind the page waits for a moment of rest at most. */
const WITHIN_MS = 2_500;

function tell(error: unknown): void {
  // Code that is there and broke is no better after a reload.
  const isGone = failureKind(error) !== 'error';
  const action = { label: t('common.reload'), run: () => void reloadAsked() };
  toast.error(t('common.chunkFailed'), isGone ? SAID_MS : undefined, isGone ? action : undefined);
}

/**
 * A part whose code comes when it is first drawn: dialogs, panels, what runs behind the pages. Until then it is nothing. A failed
 * download is reported once, with a button that reloads the page, and fetched again for a minute and when the network comes back;
 * nothing on the page is lost by it, while `React.lazy` would take the page down with it. Regions of a page, which leave a hole,
 * use `lazy` inside their error boundary instead.
 *
 * @param load fetches the code
 * @param options.quiet not requested by the user: a failure is not reported
 */
export function lazyWithRetry<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): ComponentType<P> {
  let part: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      if (part) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;
      let isSaid = quiet;
      let tries = 0;
      const fetchIt = () => {
        load().then(
          (found) => {
            part = found;
            if (!isOver) draw();
          },
          (error: unknown) => {
            if (isOver) return;
            if (!isSaid) tell(error);
            isSaid = true;
            tries += 1;
            if (tries < TIMES) timer = setTimeout(fetchIt, AGAIN_MS);
          },
        );
      };
      const online = () => {
        clearTimeout(timer);
        if (!part) fetchIt();
      };
      fetchIt();
      window.addEventListener('online', online);
      return () => {
        isOver = true;
        clearTimeout(timer);
        window.removeEventListener('online', online);
      };
    }, []);
    return part && createElement(part, props);
  };
}

/**
 * True once the page is shown and the browser is idle: for work that must not delay the first page.
 *
 * @param after milliseconds before the first check
 * @param options.once a condition that must hold first; the milliseconds count from then on
 * @param options.within milliseconds after which it no longer waits for an idle moment
 */
export function useIdle(after: number, { once = true, within = WITHIN_MS } = {}): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => (once ? whenIdle(() => setIdle(true), { after, within }) : undefined), [after, once, within]);
  return idle;
}
