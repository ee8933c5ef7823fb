import { createListeners } from '../store';

/**
 * A session whose end the page knows, while the page still stands: the sign-in lies over it, and nothing that runs by itself
 * may take the page away (docs/decisions/0015). The state is asked for, never stored: a timer that wakes before the guard
 * has looked at its clock gets the truth of this moment.
 */

/** Who watches the session of the page. */
interface Watch {
  /** The session is over, and its page is kept. */
  isOver(): boolean;
  /** Somebody signed in again over the page: another session began. */
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
