/**
 * The user's recent places in this browser. A page is stored only by its path. A record is stored with the name that it had at the visit.
 */
export interface Place {
  /** Path inside the console. For a record, the path includes the query that opens the record. */
  readonly path: string;
  /** Name that the record had at the visit. It is `null` for a page, whose title depends on the language. */
  readonly title: string | null;
}

const MOST = 12;
const nameOf = (userId: number) => `multistation-recent:${userId}`;

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('title' in value)) return false;
  const { path, title } = value;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) && (title === null || typeof title === 'string');
}

/** Lists the recent places, newest first. Damaged data count as an empty list. */
export function recentPlaces(userId: number): readonly Place[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Stores a place as the newest one. An earlier visit to the same path and the places beyond the newest 12 are removed. */
export function noteRecent(userId: number, place: Place): void {
  try {
    const others = recentPlaces(userId).filter(({ path }) => path !== place.path);
    localStorage.setItem(nameOf(userId), JSON.stringify([place, ...others].slice(0, MOST)));
  } catch {
    // Without storage there is no list of recent places.
  }
}
