/**
 * An error that prevents the start of the server and that the operator can fix. The message is one line for the terminal: the problem
 * and its remedy. The server prints it without a stack trace, and the process exits with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
