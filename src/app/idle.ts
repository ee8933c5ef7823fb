/** When to run work that no user waits for. */

/**
 * Runs once the browser has nothing better to do.
 *
 * @param run called at most once
 * @param options.after milliseconds before which it does not even ask; none by default
 * @param options.within milliseconds after which it no longer waits for a moment of rest
 * @returns the way back: afterwards it is not called any more
 */
export function whenIdle(
  run: () => void,
  { after = 0, within }: { readonly after?: number; readonly within: number },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const ask = () => {
    // Safari has no idle callback.
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
