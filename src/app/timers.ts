import type { TimeoutProvider } from '@tanstack/react-query';

/** Minimum delay of a shared timer, in milliseconds. A shared timer may fire slightly late, which users do not notice at this delay. */
const SHARED_FROM_MS = 1_000;

/**
 * Creates timers for the query cache. The cache sets and clears two timers for each query on every page change, and almost none of them
 * fires. Setting each timer in the browser costs more than rendering a table row. All long timers therefore share one browser timer, which
 * is set for the earliest of them. Ids of shared timers are negative; ids of browser timers are positive.
 */
export function sharedTimers(): TimeoutProvider<number> {
  const waiting = new Map<number, { readonly at: number; readonly ring: () => void }>();
  let lastId = 0;
  let armed: { readonly timer: number; readonly at: number } | null = null;

  const arm = () => {
    const at = Math.min(...[...waiting.values()].map((alarm) => alarm.at));
    if (!Number.isFinite(at)) return;
    armed = { timer: window.setTimeout(ring, Math.max(1, at - performance.now())), at };
  };
  const ring = () => {
    armed = null;
    const due = [...waiting].filter(([, { at }]) => at <= performance.now());
    for (const [id] of due) waiting.delete(id);
    arm();
    for (const [, alarm] of due) alarm.ring();
  };

  return {
    setTimeout: (callback, delay) => {
      if (delay < SHARED_FROM_MS) return window.setTimeout(callback, delay);
      const at = performance.now() + delay;
      lastId -= 1;
      waiting.set(lastId, { at, ring: callback });
      if (armed !== null && armed.at <= at) return lastId;
      if (armed !== null) window.clearTimeout(armed.timer);
      arm();
      return lastId;
    },
    // We do not cancel the browser timer. If it fires with nothing due, it is set again for the next timer.
    clearTimeout: (id) => {
      if (id === undefined || id >= 0) window.clearTimeout(id);
      else waiting.delete(id);
    },
    setInterval: (callback, delay) => window.setInterval(callback, delay),
    clearInterval: (id) => window.clearInterval(id),
  };
}
