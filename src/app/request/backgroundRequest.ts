/**
 * What a clock does and no person: such calls look whether the session is still within its idle limit, and do not move it
 * (QUALITY C.3-6). A call counts as one when it is begun inside {@link backgroundRequest}, in the same turn.
 */
let depth = 0;

/** Runs background work: a timer's, or a server message's. */
export function backgroundRequest<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
}

/** Whether the call that begins now is a background call. */
export function isBackgroundRequest(): boolean {
  return depth > 0;
}
