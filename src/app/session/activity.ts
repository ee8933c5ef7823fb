/**
 * This module stores the sending time of the user's last call that the server answered. The idle limit counts from this time. All tabs
 * share the time, so that a sleeping tab does not announce the end of a session that another tab has prolonged.
 */

const KEY = 'multistation-heard';
/** Minimum milliseconds between two writes for other tabs. They need only an approximate time, and each write causes an event in them. */
const SHARED_EVERY_MS = 10_000;

let heardAt = 0;
let sharedAt = 0;

/** Records that the server answered a call of this session. @param at time of sending, milliseconds since 1970 */
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

/** Returns the time of the last activity in any tab, in milliseconds since 1970. It is 0 before the first answer. */
export function lastActivity(): number {
  try {
    return Math.max(heardAt, Number(localStorage.getItem(KEY)) || 0);
  } catch {
    return heardAt;
  }
}
