/**
 * Callbacks that remove a user's data at the end of the session. They are separate from the caches, so that the sign-in page need not
 * load the caches.
 */
const forgetters = new Set<() => void>();

/** Registers a callback that removes a user's data. */
export function onSessionEnd(forget: () => void): void {
  forgetters.add(forget);
}

/** Removes all data of the former session: another session begins, or none. */
export function endSession(): void {
  for (const forget of forgetters) forget();
}
