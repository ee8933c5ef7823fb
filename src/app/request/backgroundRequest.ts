/**
 * What a clock does and no person: such calls look whether the session is still within its idle limit, and do not move it
 * (QUALITY C.3-6). A call counts as one when it is begun inside {@link backgroundRequest}, in the same turn.
 */
let depth = 0;

/** Runs work that nobody asked for: a timer's, or a message's that came by itself. */
export function backgroundRequest<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Whether the call that begins now is one that nobody asked for. */
export function isBackgroundRequest(): boolean {
  return depth > 0;
}
