import { useSyncExternalStore } from 'react';

/* Whether the manual is open, and at which section. Pages and the palette open it; the frame draws it. */

/** A section of the manual: the address of a page, or a word (docs/manual). */
export interface HelpPlace {
  readonly section: string;
}

let place: HelpPlace | null = null;
const listeners = new Set<() => void>();

function publish(next: HelpPlace | null): void {
  place = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the manual. @param section default: how to get around */
export const openHelp = (section = 'start'): void => publish({ section });
export const closeHelp = (): void => publish(null);

/** The open place of the manual, or null. */
export const useHelp = (): HelpPlace | null => useSyncExternalStore(subscribe, () => place);
