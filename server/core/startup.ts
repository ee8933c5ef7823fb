/**
 * The server cannot start, for a reason that the operator can cure. The message is one line for the terminal: what is
 * wrong and what to do about it. It is printed without a stack, and the process ends with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
