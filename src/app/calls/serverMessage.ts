/** What the server says happened (DOMAIN §6.1 **A**), when it says so. */
export function serverMessage(data: unknown): string | null {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : null;
  return typeof message === 'string' && message !== '' ? message : null;
}
