import { PROBLEM } from '@contract/health.limits';
import { now } from '@/app/clock';

/** One answered call, as a report of a problem names it: never what was sent or answered. */
export interface LoggedCall {
  /** Without the query. */
  readonly address: string;
  readonly requestId: string;
  readonly at: string;
  /** `done`, `refused 40301`, `status 500` … */
  readonly ending: string;
}

/* The last calls, newest first, so that a person can quote a request id when something broke. */
let calls: readonly LoggedCall[] = [];

export function noteRequestId(address: string, requestId: string, ending = ''): void {
  if (!requestId) return;
  const path = address.split('?', 1)[0] ?? '';
  calls = [{ address: path, requestId, at: new Date(now()).toISOString(), ending }, ...calls].slice(0, PROBLEM.calls);
}

/** Id of the last answered call; empty before the first. */
export function lastRequestId(): string {
  return calls[0]?.requestId ?? '';
}

/** The last calls, newest first. */
export const loggedCalls = (): readonly LoggedCall[] => calls;
