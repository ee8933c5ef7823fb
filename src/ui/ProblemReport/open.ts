import { createStore } from '@/app/store';

/* State of the problem report. Components that show an error open the report, and the frame renders it. */

/** Reason for the report: the request id of the shown error. It is empty for a report without an error. */
export interface Occasion {
  readonly requestId: string;
}

const occasion = createStore<Occasion | null>(null);
const hosts = createStore(0);

export const openReport = (requestId = ''): void => occasion.set({ requestId });
export const closeReport = (): void => occasion.set(null);

/** Returns the reason of the open report, or `null` when no report is open. */
export const useOccasion = occasion.use;

/** Registers a host that renders the report. @returns a function that removes the host and closes the report */
export function hostReports(): () => void {
  hosts.set(hosts.get() + 1);
  return () => {
    hosts.set(hosts.get() - 1);
    closeReport();
  };
}

/** Checks whether a host can render the report. No host exists before the sign-in or after an error of the frame itself. */
export const useCanReport = (): boolean => hosts.use() > 0;
