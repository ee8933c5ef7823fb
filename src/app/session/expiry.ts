import { createListeners, nextCall } from '../store';

/**
 * State of a session that has ended while its page is still shown: the sign-in dialog is open over the page, and background work must
 * not leave the page (docs/decisions/0015). The state is computed at each call and never stored. A timer that runs before the guard
 * has read its clock therefore gets the present state.
 */

/** Callbacks of the component that watches the session of the page. */
interface Watch {
  /** Whether the session is over while its page is kept. */
  isOver(): boolean;
  /** Called after the user signed in again over the page, in a new session. */
  begun(): void;
  /** Checks the session at once instead of at the next interval: a call found no token. */
  look(): void;
}

const nobody: Watch = { isOver: () => false, begun: () => undefined, look: () => undefined };
let watch = nobody;
const signIns = createListeners();

/** Sets the watcher. @returns a function that removes it */
export function watchSession(next: Watch): () => void {
  watch = next;
  return () => {
    if (watch === next) watch = nobody;
  };
}

/** Whether the sign-in dialog is open over a page whose session has ended: calls of that session would only be refused. */
export function isSessionOver(): boolean {
  return watch.isOver();
}

/** Reports that a call found no token. */
export function noteTokenGone(): void {
  watch.look();
}

/** Announces that the same user signed in again over the page. */
export function announceSignIn(): void {
  watch.begun();
  signIns.tell();
}

/** Calls a listener after each sign-in over the page. @returns a function that ends it */
export const onSignedInAgain = signIns.subscribe;

/** Resolves at the next sign-in over the page. */
export const nextSignIn = (): Promise<void> => nextCall(onSignedInAgain);
