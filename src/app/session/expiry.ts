import { createListeners, nextCall } from '../store';

/**
 * This module tracks an expired session whose page is still shown. The sign-in dialog is open over the page, and background work must
 * not navigate away from the page (docs/decisions/0015). The state is computed at each call and never stored. It is therefore correct
 * even if a timer runs before the session watcher.
 */

/** Callbacks of the component that watches the page's session. */
interface Watch {
  /** Tests whether the session has expired while its page is still shown. */
  isOver(): boolean;
  /** Called when a new session has begun: the user signed in again, in the dialog over this page or in another tab. */
  begun(): void;
  /** Checks the session immediately and not at the next interval, because a call found no token. */
  look(): void;
}

const nobody: Watch = { isOver: () => false, begun: () => undefined, look: () => undefined };
let watch = nobody;
const signIns = createListeners();

/** Sets the component that watches the session. @returns a function that removes it */
export function watchSession(next: Watch): () => void {
  watch = next;
  return () => {
    if (watch === next) watch = nobody;
  };
}

/** Tests whether the sign-in dialog is open over a page with an expired session. Calls of that session would only be refused. */
export function isSessionOver(): boolean {
  return watch.isOver();
}

/** Reports to the watcher that a call found no token. */
export function noteTokenGone(): void {
  watch.look();
}

/** Notifies the watcher and the listeners that the user signed in again, in the dialog over this page or in another tab. */
export function announceSignIn(): void {
  watch.begun();
  signIns.tell();
}

/** Calls a listener after each call of {@link announceSignIn}. @returns a function that removes the listener */
export const onSignedInAgain = signIns.subscribe;

/** Resolves at the next call of {@link announceSignIn}. */
export const nextSignIn = (): Promise<void> => nextCall(onSignedInAgain);
