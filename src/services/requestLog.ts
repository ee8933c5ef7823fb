/** The last calls, newest first, so that a person can quote a request id when something broke. */
const KEPT = 10;
let calls: readonly { readonly address: string; readonly requestId: string }[] = [];

export function noteRequestId(address: string, requestId: string): void {
  if (requestId) calls = [{ address, requestId }, ...calls].slice(0, KEPT);
}

/** Id of the last answered call; empty before the first. */
export function lastRequestId(): string {
  return calls[0]?.requestId ?? '';
}
