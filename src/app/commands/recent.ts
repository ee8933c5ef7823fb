/**
 * The person's recent places in this browser: pages by their address alone, records with the name that they had. Pure except for
 * the storage.
 */
export interface Place {
  /** Address inside the console, with the query that opens the record. */
  readonly path: string;
  /** What the record was called; null for a page, whose title is said in the language of the moment. */
  readonly title: string | null;
}

const MOST = 12;
const nameOf = (userId: number) => `multistation-recent:${userId}`;

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('title' in value)) return false;
  const { path, title } = value;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) && (title === null || typeof title === 'string');
}

/** The newest first; a damaged store counts as empty. */
export function recentPlaces(userId: number): readonly Place[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a place first. */
export function noteRecent(userId: number, place: Place): void {
  try {
    const others = recentPlaces(userId).filter(({ path }) => path !== place.path);
    localStorage.setItem(nameOf(userId), JSON.stringify([place, ...others].slice(0, MOST)));
  } catch {
    // Without storage nothing is remembered.
  }
}
