import type { TimeoutProvider } from '@tanstack/react-query';

/** Delay from which timers are merged: a user does not notice whether data expires a moment later. Milliseconds. */
const SHARED_FROM_MS = 1_000;

/**
 * Timers for the query cache. Each shown answer has two timers, both set and cleared at every change of the page, and almost none of
 * them fires. Setting each one in the browser costs more than rendering a table row. The long timers therefore share one browser timer,
 * set for the earliest of them. Their ids are negative; the browser's own ids are positive.
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
    // Clearing leaves the browser timer as it is: it finds nothing due and is set again for the next timer.
    clearTimeout: (id) => {
      if (id === undefined || id >= 0) window.clearTimeout(id);
      else waiting.delete(id);
    },
    setInterval: (callback, delay) => window.setInterval(callback, delay),
    clearInterval: (id) => window.clearInterval(id),
  };
}
