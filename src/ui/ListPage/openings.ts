/**
 * Returns the `localStorage` key for the default query of a user's list. The first request of a list uses the cached query without waiting
 * for the server. The server's response replaces the cached query for the next opening.
 */
const nameOf = (userId: number, list: string) => `multistation-opens:${userId}:${list}`;

export function keptDefault(userId: number, list: string): string | null {
  try {
    return localStorage.getItem(nameOf(userId, list));
  } catch {
    return null;
  }
}

/** Stores the default query of a list. `null` means that the list has no default. */
export function keepDefault(userId: number, list: string, query: string | null): void {
  try {
    if (query === null) localStorage.removeItem(nameOf(userId, list));
    else localStorage.setItem(nameOf(userId, list), query);
  } catch {
    // Without storage the list first opens without filters. The list applies its default query after the server has answered.
  }
}
