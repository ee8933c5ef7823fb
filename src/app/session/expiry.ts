import { createListeners } from '../store';

/**
 * A session that has ended while its page is still shown: the sign-in dialog lies over it, and background work must not leave the
 * page (docs/decisions/0015). The state is computed at each call, never stored: a timer that wakes before the guard has read its
 * clock gets the present state.
 */

/** Who watches the session of the page. */
interface Watch {
  /** The session is over, and its page is kept. */
  isOver(): boolean;
  /** A person signed in again over the page: another session began. */
  begun(): void;
  /** Looks at once, not at its next turn: a call found no token. */
  look(): void;
}

const nobody: Watch = { isOver: () => false, begun: () => undefined, look: () => undefined };
let watch = nobody;
const signIns = createListeners();

/** Sets who watches; the answer ends that. */
export function watchSession(next: Watch): () => void {
  watch = next;
  return () => {
    if (watch === next) watch = nobody;
  };
}

/** True while the sign-in lies over a page whose session has ended: calls of that session only bring a refusal. */
export function isSessionOver(): boolean {
  return watch.isOver();
}

/** A call found that the token is gone. */
export function noteTokenGone(): void {
  watch.look();
}

/** The same person signed in again over the page. */
export function announceSignIn(): void {
  watch.begun();
  signIns.tell();
}

/** Tells of each sign-in over the page; the answer ends that. */
export const onSignedInAgain = signIns.subscribe;

/** Resolves at the next sign-in over the page. */
export function nextSignIn(): Promise<void> {
  return new Promise((resolve) => {
    const end = onSignedInAgain(() => {
      end();
      resolve();
    });
  });
}
