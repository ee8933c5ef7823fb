const forms = new Set<() => boolean>();

/**
 * Registers a form whose unsaved changes a reload would lose.
 *
 * @param isDirty returns whether the form has unsaved changes
 * @returns a function that removes the registration
 */
export function watchUnsaved(isDirty: () => boolean): () => void {
  forms.add(isDirty);
  return () => forms.delete(isDirty);
}

/** Returns whether any registered form has unsaved changes. */
export function hasUnsaved(): boolean {
  return [...forms].some((isDirty) => isDirty());
}

/** Disables the browser's question about unsaved changes. Call it only just before the user leaves the page for good. */
export function leaveUnasked(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}
