import { createStore } from '../store';

/* The open section of the manual. Page headers, the user menu and the palette open a section. The frame renders the section. */

/** A section of the manual: the path of a page, or a keyword (docs/manual). */
export interface HelpPlace {
  readonly section: string;
}

const place = createStore<HelpPlace | null>(null);

/** Opens the manual. @param section id of the section; default: the section about the first steps */
export const openHelp = (section = 'start'): void => place.set({ section });
export const closeHelp = (): void => place.set(null);

/** Returns the open section of the manual, or `null`. */
export const useHelp = place.use;
