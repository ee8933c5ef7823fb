import { createStore } from '@/app/store';

/* State of the problem report. Parts that show an error open it; the frame draws it. */

/** Reason for the report: the request id of the shown error, or an empty text. */
export interface Occasion {
  readonly requestId: string;
}

const occasion = createStore<Occasion | null>(null);
const hosts = createStore(0);

export const openReport = (requestId = ''): void => occasion.set({ requestId });
export const closeReport = (): void => occasion.set(null);

/** The reason of the open report; null: closed. */
export const useOccasion = occasion.use;

/** Registers a host that draws the report. @returns a function that removes it */
export function hostReports(): () => void {
  hosts.set(hosts.get() + 1);
  return () => {
    hosts.set(hosts.get() - 1);
    closeReport();
  };
}

/** Whether a host can draw the report: there is none before the sign-in, and none after an error of the frame itself. */
export const useCanReport = (): boolean => hosts.use() > 0;
