/**
 * Marks calls that a timer starts, not the user. The server checks the session's idle limit for such a call, but the call does not
 * extend it (QUALITY C.3-6). A call is in the background when it starts inside {@link backgroundRequest}, synchronously.
 */
let depth = 0;

/** Runs background work: work started by a timer or a server message. */
export function backgroundRequest<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Whether the call that starts now is a background call. */
export function isBackgroundRequest(): boolean {
  return depth > 0;
}
