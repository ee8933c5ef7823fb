/**
 * Time of the last call in this session that the server answered: the idle limit counts from it. All tabs share it, so that a
 * sleeping tab does not announce an end that another tab has postponed.
 */

const KEY = 'multistation-heard';
/** Throttle for other tabs, in milliseconds: they need only a rough time, and each write wakes them. */
const SHARED_EVERY_MS = 10_000;

let heardAt = 0;
let sharedAt = 0;

/** Records that a call of this session was answered. @param at time of sending, milliseconds since 1970 */
export function noteActivity(at: number): void {
  heardAt = Math.max(heardAt, at);
  if (at - sharedAt < SHARED_EVERY_MS) return;
  sharedAt = at;
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // Without storage each tab counts only its own calls.
  }
}

/** Time of the last activity in any tab, milliseconds since 1970; 0 before the first answer. */
export function lastActivity(): number {
  try {
    return Math.max(heardAt, Number(localStorage.getItem(KEY)) || 0);
  } catch {
    return heardAt;
  }
}
