import { createStore } from '../store';

/* Open section of the manual. Pages and the palette open it; the frame draws it. */

/** A section of the manual: the address of a page, or a key word (docs/manual). */
export interface HelpPlace {
  readonly section: string;
}

const place = createStore<HelpPlace | null>(null);

/** Opens the manual. @param section default: how to navigate the console */
export const openHelp = (section = 'start'): void => place.set({ section });
export const closeHelp = (): void => place.set(null);

/** The open section of the manual, or null. */
export const useHelp = place.use;
