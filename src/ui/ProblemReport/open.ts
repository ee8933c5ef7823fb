import { createStore } from '@/app/store';

/* Whether the report of a problem is open, and what it is about. Parts that show an error open it; the frame draws it. */

/** What opened the report: the request id of the error that is shown, or nothing. */
export interface Occasion {
  readonly requestId: string;
}

const occasion = createStore<Occasion | null>(null);
const hosts = createStore(0);

export const openReport = (requestId = ''): void => occasion.set({ requestId });
export const closeReport = (): void => occasion.set(null);

/** The open report, or null. */
export const useOccasion = occasion.use;

/** Called by what draws the report, for as long as it is there. */
export function hostReports(): () => void {
  hosts.set(hosts.get() + 1);
  return () => {
    hosts.set(hosts.get() - 1);
    closeReport();
  };
}

/** Whether anything on this page would draw the report: before the sign-in, and where the frame itself broke, nothing does. */
export const useCanReport = (): boolean => hosts.use() > 0;
