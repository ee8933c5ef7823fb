import { PROBLEM } from '@contract/health.limits';
import { now } from '@/app/clock';

/** An answered call in a problem report. It never contains sent or received data. */
export interface LoggedCall {
  /** Path without the query string. */
  readonly address: string;
  readonly requestId: string;
  readonly at: string;
  /** Result: `done`, `refused 40301`, `status 500` … */
  readonly ending: string;
}

/* The last calls, newest first. After an error the user can quote a request id. */
let calls: readonly LoggedCall[] = [];

export function noteRequestId(address: string, requestId: string, ending = ''): void {
  if (!requestId) return;
  const path = address.split('?', 1)[0] ?? '';
  calls = [{ address: path, requestId, at: new Date(now()).toISOString(), ending }, ...calls].slice(0, PROBLEM.calls);
}

/** Returns the request id of the last answered call. It is empty before the first call. */
export function lastRequestId(): string {
  return calls[0]?.requestId ?? '';
}

/** Returns the last calls, newest first. */
export const loggedCalls = (): readonly LoggedCall[] => calls;
