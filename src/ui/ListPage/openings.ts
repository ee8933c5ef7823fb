/**
 * The default queries of a user's lists, cached in this browser. The first request of a list is then right without waiting for the
 * server. The server's answer replaces the cached value for the next opening.
 */
const nameOf = (userId: number, list: string) => `multistation-opens:${userId}:${list}`;

export function keptDefault(userId: number, list: string): string | null {
  try {
    return localStorage.getItem(nameOf(userId, list));
  } catch {
    return null;
  }
}

/** Stores the default query of a list; null: the list has none. */
export function keepDefault(userId: number, list: string, query: string | null): void {
  try {
    if (query === null) localStorage.removeItem(nameOf(userId, list));
    else localStorage.setItem(nameOf(userId, list), query);
  } catch {
    // Without storage the list opens without filters and changes when the server has answered.
  }
}
