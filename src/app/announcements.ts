import { createListeners, createStore, nextCall } from './store';

/*
 * Id of the announcement that is shown over the page. The bell, the workbench and the list of announcements set the id. The frame renders
 * the announcement.
 */

const open = createStore<number | null>(null);

export const openAnnouncement = (id: number): void => open.set(id);
export const closeAnnouncement = (): void => open.set(null);
/** Returns the id of the open announcement, or `null`. */
export const useOpenAnnouncement = open.use;

/*
 * `true` after a call was refused because an urgent announcement is unconfirmed (40313). The frame shows the announcement. Reads wait
 * until it is confirmed.
 */

const blocked = createStore(false);
const ends = createListeners();

export const noteBlocked = (): void => blocked.set(true);
export const useIsBlocked = blocked.use;

/** Lets the waiting reads continue. Call this function when no urgent announcement is left to confirm. */
export function endBlock(): void {
  blocked.set(false);
  ends.tell();
}

/** Resolves at the next call of {@link endBlock}. */
export const nextBlockEnd = (): Promise<void> => nextCall(ends.subscribe);
