import { PROBLEM } from '@contract/health.limits';
import { now } from '@/app/clock';

/** One answered call, as listed in a problem report: never with sent or received data. */
export interface LoggedCall {
  /** Address without the query. */
  readonly address: string;
  readonly requestId: string;
  readonly at: string;
  /** `done`, `refused 40301`, `status 500` … */
  readonly ending: string;
}

/* The last calls, newest first, so that users can quote a request id after an error. */
let calls: readonly LoggedCall[] = [];

export function noteRequestId(address: string, requestId: string, ending = ''): void {
  if (!requestId) return;
  const path = address.split('?', 1)[0] ?? '';
  calls = [{ address: path, requestId, at: new Date(now()).toISOString(), ending }, ...calls].slice(0, PROBLEM.calls);
}

/** Request id of the last answered call; empty before the first one. */
export function lastRequestId(): string {
  return calls[0]?.requestId ?? '';
}

/** The last calls, newest first. */
export const loggedCalls = (): readonly LoggedCall[] => calls;
