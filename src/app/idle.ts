/** This module schedules work that no user waits for. */

/**
 * Runs work when the browser is idle.
 *
 * @param run called at most once
 * @param options.after milliseconds before the first check for idleness; none by default
 * @param options.within maximum wait after this check, in milliseconds; then the work runs even if the browser is not idle
 * @returns a function that cancels the work
 */
export function whenIdle(
  run: () => void,
  { after = 0, within }: { readonly after?: number; readonly within: number },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const ask = () => {
    // Safari does not have requestIdleCallback.
    if (typeof window.requestIdleCallback === 'function') idle = window.requestIdleCallback(run, { timeout: within });
    else timer = setTimeout(run, Math.min(within, 1_000));
  };
  if (after > 0) timer = setTimeout(ask, after);
  else ask();
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
