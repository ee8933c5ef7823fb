/**
 * Nesting depth of {@link backgroundRequest}. Calls that start synchronously inside this function are background calls: a timer or a
 * server message started them, not the user. For a background call, the server checks the idle limit of the session but does not extend the
 * session (QUALITY C.3-6).
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
