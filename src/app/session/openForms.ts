/**
 * This module lists the forms that are open on the page and the drafts that wait to be restored. It is small and separate from the
 * drafts, because the console's start needs it before any form is loaded.
 */

interface OpenForm {
  readonly slot: string;
  readonly userId: number;
  /** Stores the current input. @returns the URL that opens the form again, or `null` if there is no unsent input */
  readonly flush: () => string | null;
}

const open = new Set<OpenForm>();

/** Registers an open form with a draft. @returns a function that removes it */
export function registerForm(form: OpenForm): () => void {
  open.add(form);
  return () => open.delete(form);
}

/** Stores the unsent input of the open forms. @returns the slots of the forms with unsent input, and the URL of the last such form */
export function flushForms(): { readonly slots: readonly string[]; readonly to: string | null } {
  const slots: string[] = [];
  let to: string | null = null;
  for (const form of open) {
    const address = form.flush();
    if (address === null) continue;
    slots.push(form.slot);
    to = address;
  }
  return { slots, to };
}

let awaited: ReadonlySet<string> = new Set();

/** Marks drafts that the user wants to continue. Each form restores its marked draft when the form opens. */
export function awaitDrafts(slots: readonly string[]): void {
  awaited = new Set(slots);
}

/** Tests whether a draft is marked, and removes the mark. */
export function takeAwaited(slot: string): boolean {
  if (!awaited.has(slot)) return false;
  awaited = new Set([...awaited].filter((one) => one !== slot));
  return true;
}
