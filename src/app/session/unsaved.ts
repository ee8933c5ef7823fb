const forms = new Set<() => boolean>();

/**
 * Registers a form whose changes a reload would lose.
 *
 * @param isDirty whether it has changes now
 * @returns a function that removes it
 */
export function watchUnsaved(isDirty: () => boolean): () => void {
  forms.add(isDirty);
  return () => forms.delete(isDirty);
}

/** Whether any form of this page has changes that were not submitted. */
export function hasUnsaved(): boolean {
  return [...forms].some((isDirty) => isDirty());
}

/** Disables the browser's question about unsaved forms, before the page is left for good. */
export function leaveUnasked(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}
