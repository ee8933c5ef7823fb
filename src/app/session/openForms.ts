/**
 * Forms that are open on the page, and drafts that wait to be restored. This module is small and separate from the drafts, because
 * the start of the console needs it before any form does.
 */

interface OpenForm {
  readonly slot: string;
  readonly userId: number;
  /** Stores the current input. @returns the address that opens the form again; null: nothing is unsent */
  readonly flush: () => string | null;
}

const open = new Set<OpenForm>();

/** Registers an open form with a draft. @returns a function that removes it */
export function registerForm(form: OpenForm): () => void {
  open.add(form);
  return () => open.delete(form);
}

/** Stores the input of all open forms. @returns their slots, and the address of the last form with unsent input */
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

/* ---- restoring drafts ---- */

let awaited: ReadonlySet<string> = new Set();

/** Marks drafts that the user wants to continue: their forms restore them when they open. */
export function awaitDrafts(slots: readonly string[]): void {
  awaited = new Set(slots);
}

/** True once for a marked draft. */
export function takeAwaited(slot: string): boolean {
  if (!awaited.has(slot)) return false;
  awaited = new Set([...awaited].filter((one) => one !== slot));
  return true;
}
