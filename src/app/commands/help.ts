import { createStore } from '../store';

/* The open section of the manual. Pages and the palette open it; the frame renders it. */

/** A section of the manual: the path of a page, or a keyword (docs/manual). */
export interface HelpPlace {
  readonly section: string;
}

const place = createStore<HelpPlace | null>(null);

/** Opens the manual. @param section default: the section about navigation */
export const openHelp = (section = 'start'): void => place.set({ section });
export const closeHelp = (): void => place.set(null);

/** Returns the open section of the manual, or `null`. */
export const useHelp = place.use;
