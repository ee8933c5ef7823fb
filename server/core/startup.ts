/**
 * A reason why the server cannot start and that the operator can remedy. The message is one line for the terminal: the problem and its
 * remedy. It is printed without a stack trace, and the process exits with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
