import { createStore } from './store';

/* Id of the announcement shown over the page. The bell, the workbench and links set it; the frame draws the announcement. */

const open = createStore<number | null>(null);

export const openAnnouncement = (id: number): void => open.set(id);
export const closeAnnouncement = (): void => open.set(null);
/** Id of the open announcement, or null. */
export const useOpenAnnouncement = open.use;
