import { createListeners, createStore, nextCall } from './store';

/* Id of the announcement shown over the page. The bell, the workbench and links set it; the frame draws the announcement. */

const open = createStore<number | null>(null);

export const openAnnouncement = (id: number): void => open.set(id);
export const closeAnnouncement = (): void => open.set(null);
/** Id of the open announcement, or null. */
export const useOpenAnnouncement = open.use;

/* A call was refused because an urgent announcement is unconfirmed (40313). The frame shows it, and reads wait for its end. */

const blocked = createStore(false);
const ends = createListeners();

export const noteBlocked = (): void => blocked.set(true);
export const useIsBlocked = blocked.use;

/** Ends the block: nothing is left to confirm. */
export function endBlock(): void {
  blocked.set(false);
  ends.tell();
}

/** Resolves when nothing is left to confirm. */
export const nextBlockEnd = (): Promise<void> => nextCall(ends.subscribe);
