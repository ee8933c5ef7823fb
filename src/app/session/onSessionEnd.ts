/**
 * Callbacks that remove a user's data at the end of the session. They are in a separate module, so that the sign-in page does not have to
 * load the caches.
 */
const forgetters = new Set<() => void>();

/** Registers a callback that removes a user's data. */
export function onSessionEnd(forget: () => void): void {
  forgetters.add(forget);
}

/** Calls all registered callbacks. Call it when another session begins or the user is signed out. */
export function endSession(): void {
  for (const forget of forgetters) forget();
}
