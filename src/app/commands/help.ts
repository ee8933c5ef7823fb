import { createStore } from '../store';

/* Whether the manual is open, and at which section. Pages and the palette open it; the frame draws it. */

/** A section of the manual: the address of a page, or a word (docs/manual). */
export interface HelpPlace {
  readonly section: string;
}

const place = createStore<HelpPlace | null>(null);

/** Opens the manual. @param section default: how to get around */
export const openHelp = (section = 'start'): void => place.set({ section });
export const closeHelp = (): void => place.set(null);

/** The open place of the manual, or null. */
export const useHelp = place.use;
