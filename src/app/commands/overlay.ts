import { history } from '@umijs/max';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../store';

/*
 * What the frame shows over the page. The address contains the palette with its typed text (`palette=tian`), as a step of its
 * own: Back closes it, Forward and a shared link open it with its words. It is shown first, and the address changes when typing
 * pauses (`keepTyped`): a new address draws the page under it again, which would delay opening. The sheet of keys has no state
 * and no address.
 */

const NAME = 'palette';

type Overlay = 'palette' | 'keys' | null;

/** Parameters of the address that belong to the frame, whatever page is under it. */
export const FRAME_PARAMS: readonly string[] = [NAME];

/** A query without what belongs to the frame. */
export function withoutFrame(search: string): string {
  const query = new URLSearchParams(search);
  // An address is left as it is written where nothing is taken away.
  if (!FRAME_PARAMS.some((name) => query.has(name))) return search;
  for (const name of FRAME_PARAMS) query.delete(name);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** What an address asks the palette for; null: it is closed. */
export const paletteIn = (search: string): string | null => new URLSearchParams(search).get(NAME);

function withPalette(search: string, text: string): string {
  const query = new URLSearchParams(search);
  query.set(NAME, text);
  return `?${query}`;
}

/** Of a step that was made by opening: the one before it is the same page without the palette. */
const isOwnStep = (state: unknown): boolean => typeof state === 'object' && state !== null && NAME in state;
const stateOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

let isSheetOpen = false;
/** The palette is shown, and the address does not say so yet. */
let isAhead = false;
let unlistenAhead = (): void => undefined;
/** The way back has been asked for and has not arrived. A second one would leave the page. */
let isClosing = false;
const { subscribe: subscribeStore, tell } = createListeners();

function showSheet(open: boolean): void {
  if (isSheetOpen === open) return;
  isSheetOpen = open;
  tell();
}

function showAhead(ahead: boolean): void {
  if (isAhead === ahead) return;
  isAhead = ahead;
  unlistenAhead();
  // Who goes elsewhere meanwhile leaves the palette; a page that only tidies its own address does not take it away.
  if (ahead) unlistenAhead = history.listen(({ action }) => action !== 'REPLACE' && showAhead(false));
  tell();
}

/**
 * Takes the palette away, out of the address too.
 *
 * @param then runs when it is gone and the focus is back where it was: what opens now returns it to there, and what leads on
 * begins at the page itself
 */
export function closePalette(then: () => void = () => undefined): void {
  const { pathname, search, hash, state } = history.location;
  if (isAhead) {
    showAhead(false);
    setTimeout(then);
  } else if (paletteIn(search) === null) then();
  else if (!isOwnStep(state)) {
    // It came with the address: there is no step to go back to.
    history.replace({ pathname, search: withoutFrame(search), hash }, state);
    setTimeout(then);
  } else if (!isClosing) {
    isClosing = true;
    const unlisten = history.listen(() => {
      unlisten();
      isClosing = false;
      setTimeout(then);
    });
    history.back();
  }
}

/** Opens the palette or the sheet of keys, or closes what is open. */
export function showOverlay(next: Overlay): void {
  showSheet(next === 'keys');
  if (next !== 'palette') closePalette();
  else if (paletteIn(history.location.search) === null) showAhead(true);
}

/** Writes the palette's typed text to the address: a history entry of its own the first time, the same entry from then on. */
export function keepTyped(text: string): void {
  const { pathname, search, hash, state } = history.location;
  const to = { pathname, search: withPalette(search, text), hash };
  if (isAhead) {
    // It stays shown all the while: the address says it before the store stops.
    unlistenAhead();
    history.push(to, { ...stateOf(state), [NAME]: true });
    showAhead(false);
    return;
  }
  const kept = paletteIn(search);
  if (kept !== null && kept !== text && !isClosing) history.replace(to, state);
}

function subscribe(listener: () => void): () => void {
  const ends = [subscribeStore(listener), history.listen(listener)];
  return () => {
    for (const end of ends) end();
  };
}

function shown(): Overlay {
  if (isSheetOpen) return 'keys';
  return isAhead || paletteIn(history.location.search) !== null ? 'palette' : null;
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, shown, () => null);
}
