import { createStore } from './store';

/* Which announcement is open over the page. The bell, the workbench and links open it; the frame draws it. */

const open = createStore<number | null>(null);

export const openAnnouncement = (id: number): void => open.set(id);
export const closeAnnouncement = (): void => open.set(null);
/** Id of the open announcement, or null. */
export const useOpenAnnouncement = open.use;
