/**
 * When this browser was last heard by the server in this session: what its idle limit counts from. Shared by all tabs, so
 * that one which sleeps does not announce an end that another has put off.
 */

const KEY = 'multistation-heard';
/** Other tabs need to know roughly; writing at every answer would wake them all the time. */
const SHARED_EVERY_MS = 10_000;

let heardAt = 0;
let sharedAt = 0;

/** A call of this session was answered. @param at when it was sent, milliseconds since 1970 */
export function noteActivity(at: number): void {
  heardAt = Math.max(heardAt, at);
  if (at - sharedAt < SHARED_EVERY_MS) return;
  sharedAt = at;
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // Then every tab knows only of itself.
  }
}

/** Milliseconds since 1970; 0 before the first answer. */
export function lastActivity(): number {
  try {
    return Math.max(heardAt, Number(localStorage.getItem(KEY)) || 0);
  } catch {
    return heardAt;
  }
}
