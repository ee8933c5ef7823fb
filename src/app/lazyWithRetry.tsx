import { type ComponentType, createElement, useEffect, useReducer, useState } from 'react';
import { reloadAsked } from './calls/reload';
import { failureKind } from './chunks';
import { t } from './i18n/i18n';
import { whenIdle } from './idle';
import { toast } from './toast';

/** Pause between two automatic tries, in milliseconds. */
const AGAIN_MS = 10_000;
/**
 * Maximum number of tries while the network does not return. The tries last about a minute, which is long enough for a server restart. A
 * replaced file never loads.
 */
const TIMES = 6;
/** Duration of the message in milliseconds. It is long, because the user must notice the message during other work. */
const SAID_MS = 30_000;
/** Maximum time that a background component waits for an idle moment, in milliseconds. */
const WITHIN_MS = 2_500;

function tell(error: unknown): void {
  // If the code was loaded but threw an error, a reload does not help.
  const isGone = failureKind(error) !== 'error';
  const action = { label: t('common.reload'), run: () => void reloadAsked() };
  toast.error(t('common.chunkFailed'), isGone ? SAID_MS : undefined, isGone ? action : undefined);
}

/**
 * Creates a component whose code is loaded when it is first rendered: dialogs, panels, background components. Until then it renders
 * nothing. A failed download is reported once, with a button that reloads the page. The download is repeated for about a minute and when
 * the network returns. The rest of the page stays, whereas `React.lazy` would remove the whole page. Components that fill an area of the
 * page use `lazy` inside their own error boundary instead. A missing area would leave a gap.
 *
 * @param load loads the code
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
      let isLoading = false;
      const fetchIt = () => {
        isLoading = true;
        load().then(
          (found) => {
            part = found;
            if (!isOver) draw();
          },
          (error: unknown) => {
            isLoading = false;
            if (isOver) return;
            if (!isSaid) tell(error);
            isSaid = true;
            tries += 1;
            if (tries < TIMES) timer = setTimeout(fetchIt, AGAIN_MS);
          },
        );
      };
      const online = () => {
        if (part || isLoading) return;
        clearTimeout(timer);
        fetchIt();
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
 * Returns `true` after the browser was idle once, or after `within`. Use this hook for work that must not delay the first page.
 *
 * @param after milliseconds before the first check for idleness
 * @param options.once a condition that must first be true; `after` counts from this moment
 * @param options.within milliseconds after this check; then the hook no longer waits for an idle moment
 */
export function useIdle(after: number, { once = true, within = WITHIN_MS } = {}): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => (once ? whenIdle(() => setIdle(true), { after, within }) : undefined), [after, once, within]);
  return idle;
}
