/**
 * With which query a person's lists open, kept in this browser: the first request of a list is the right one without waiting
 * for the server to say so. What the server says replaces it for the next time.
 */
const nameOf = (userId: number, list: string) => `multistation-opens:${userId}:${list}`;

export function keptDefault(userId: number, list: string): string | null {
  try {
    return localStorage.getItem(nameOf(userId, list));
  } catch {
    return null;
  }
}

/** null: the list opens plain. */
export function keepDefault(userId: number, list: string, query: string | null): void {
  try {
    if (query === null) localStorage.removeItem(nameOf(userId, list));
    else localStorage.setItem(nameOf(userId, list), query);
  } catch {
    // Without storage the list opens plain and changes when the server has answered.
  }
}
