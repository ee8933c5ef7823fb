import { useSyncExternalStore } from 'react';

/* Whether the report of a problem is open, and what it is about. Parts that show an error open it; the frame draws it. */

/** What opened the report: the request id of the error that is shown, or nothing. */
export interface Occasion {
  readonly requestId: string;
}

let occasion: Occasion | null = null;
let hosts = 0;
const listeners = new Set<() => void>();

function publish(next: Occasion | null): void {
  occasion = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const openReport = (requestId = ''): void => publish({ requestId });
export const closeReport = (): void => publish(null);

/** The open report, or null. */
export const useOccasion = (): Occasion | null => useSyncExternalStore(subscribe, () => occasion);

/** Called by what draws the report, for as long as it is there. */
export function hostReports(): () => void {
  hosts += 1;
  publish(occasion);
  return () => {
    hosts -= 1;
    publish(null);
  };
}

/** Whether anything on this page would draw the report: before the sign-in, and where the frame itself broke, nothing does. */
export const useCanReport = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hosts > 0,
    () => false,
  );
