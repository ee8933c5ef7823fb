/**
 * Forms that are on the page now, and drafts that are to be restored. Small, and apart from the drafts themselves: the start of
 * the console needs it before any form does.
 */

interface OpenForm {
  readonly slot: string;
  readonly userId: number;
  /** Writes what was typed at this moment; answers where the form opens again, or null when nothing is unsent. */
  readonly flush: () => string | null;
}

const open = new Set<OpenForm>();

/** A form with a draft is on the page; the answer takes it off the list. */
export function registerForm(form: OpenForm): () => void {
  open.add(form);
  return () => open.delete(form);
}

/** Writes all open forms. Answers their slots and the address of the last one that has something unsent. */
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

/* ---- coming back ---- */

let awaited: ReadonlySet<string> = new Set();

/** The person asked to go on with these: their forms take them over as soon as they open. */
export function awaitDrafts(slots: readonly string[]): void {
  awaited = new Set(slots);
}

/** True once for a draft that the person asked for. */
export function takeAwaited(slot: string): boolean {
  if (!awaited.has(slot)) return false;
  awaited = new Set([...awaited].filter((one) => one !== slot));
  return true;
}
