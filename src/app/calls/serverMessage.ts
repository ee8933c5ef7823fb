/** Reads the server's message from an answer (DOMAIN §6.1 **A**). Returns `null` if there is none. */
export function serverMessage(data: unknown): string | null {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : null;
  return typeof message === 'string' && message !== '' ? message : null;
}
