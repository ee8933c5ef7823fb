/**
 * Data of a person that is removed with the session. Apart from the caches themselves, so that the sign-in page need not load
 * them.
 */
const forgetters = new Set<() => void>();

/** Registers something that forgets a person's data. */
export function onSessionEnd(forget: () => void): void {
  forgetters.add(forget);
}

/** Another session begins, or none: everything that was read in the former one goes. */
export function endSession(): void {
  for (const forget of forgetters) forget();
}
