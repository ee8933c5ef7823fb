const forms = new Set<() => boolean>();

/**
 * Counts a form among those that a reload would lose.
 *
 * @param isDirty whether it holds changes at the moment
 * @returns ends that
 */
export function watchUnsaved(isDirty: () => boolean): () => void {
  forms.add(isDirty);
  return () => forms.delete(isDirty);
}

/** Whether any form of this page holds changes that were not submitted. */
export function hasUnsaved(): boolean {
  return [...forms].some((isDirty) => isDirty());
}

/** The page is left for good: the browser's own question about unsaved forms is not asked. */
export function leaveUnasked(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}
