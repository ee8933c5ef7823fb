/**
 * Nesting depth of {@link backgroundRequest}. A call that starts synchronously inside it is a background call. A timer or a server message
 * started the call, not the user. The server checks the session's idle limit for such a call. The call does not extend the session (QUALITY
 * C.3-6).
 */
let depth = 0;

/** Runs work that a timer or a server message started. Calls that start synchronously in `work` are background calls. */
export function backgroundRequest<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Tests whether a call that starts now is a background call. */
export function isBackgroundRequest(): boolean {
  return depth > 0;
}
