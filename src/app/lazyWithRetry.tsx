import { type ComponentType, createElement, useEffect, useReducer, useState } from 'react';
import { reloadAsked } from './calls/reload';
import { failureKind } from './chunks';
import { t } from './i18n/i18n';
import { whenIdle } from './idle';
import { toast } from './toast';

/** Wait after a failed download. Milliseconds. */
const AGAIN_MS = 10_000;
/** Most downloads: enough for a server to restart. Code that a new version replaced never arrives. */
const TIMES = 6;
/** How long the message stays: the user must notice it during other work. Milliseconds. */
const SAID_MS = 30_000;
/** Longest wait of a background part for an idle moment. Milliseconds. */
const WITHIN_MS = 2_500;

function tell(error: unknown): void {
  // A reload does not repair code that arrived and threw.
  const isGone = failureKind(error) !== 'error';
  const action = { label: t('common.reload'), run: () => void reloadAsked() };
  toast.error(t('common.chunkFailed'), isGone ? SAID_MS : undefined, isGone ? action : undefined);
}

/**
 * Makes a component whose code is loaded when it is first drawn: dialogs, panels, background parts. Until then it draws nothing. A
 * failed download is reported once, with a button that reloads the page. It is repeated for a minute and when the network is back.
 * The rest of the page is kept, while `React.lazy` would remove the whole page. Regions of a page use `lazy` inside their own error
 * boundary instead, because a missing region leaves a gap.
 *
 * @param load fetches the code
 * @param options.quiet for code that the user did not request: a failure is not reported
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
 * @param options.once a condition that must hold first; `after` counts from then on
 * @param options.within milliseconds after which it no longer waits for an idle moment
 */
export function useIdle(after: number, { once = true, within = WITHIN_MS } = {}): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => (once ? whenIdle(() => setIdle(true), { after, within }) : undefined), [after, once, within]);
  return idle;
}
