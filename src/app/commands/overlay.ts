import { history } from '@umijs/max';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../store';

/*
 * Overlays of the frame: the palette and the list of shortcut keys. The URL contains the palette's typed text (`palette=tian`) in a
 * separate history entry. Back closes the palette; Forward and a shared link open it with its text. The palette is shown first, and the
 * URL changes when typing pauses (`keepTyped`). A new URL renders the page again, which would delay the opening. The list of shortcut
 * keys has no state and does not change the URL.
 */

const NAME = 'palette';

type Overlay = 'palette' | 'keys' | null;

/** URL parameters that belong to the frame on every page. */
export const FRAME_PARAMS: readonly string[] = [NAME];

/** Removes the frame's parameters from a query string. */
export function withoutFrame(search: string): string {
  const query = new URLSearchParams(search);
  // Without such a parameter, return the query string exactly as it was written.
  if (!FRAME_PARAMS.some((name) => query.has(name))) return search;
  for (const name of FRAME_PARAMS) query.delete(name);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Reads the palette's text from a query string. `null` means that the palette is closed. */
export const paletteIn = (search: string): string | null => new URLSearchParams(search).get(NAME);

function withPalette(search: string, text: string): string {
  const query = new URLSearchParams(search);
  query.set(NAME, text);
  return `?${query}`;
}

/** Tests whether opening the palette created this history entry. The previous entry is then the same page without the palette. */
const isOwnStep = (state: unknown): boolean => typeof state === 'object' && state !== null && NAME in state;
const stateOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

let isSheetOpen = false;
/** `true` while the palette is shown but not yet in the URL. */
let isAhead = false;
let unlistenAhead = (): void => undefined;
/** `true` between calling `history.back` and its effect. A second call would leave the page. */
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
  // A navigation closes the palette, but a page that only replaces its own URL does not.
  if (ahead) unlistenAhead = history.listen(({ action }) => action !== 'REPLACE' && showAhead(false));
  tell();
}

/**
 * Closes the palette and removes its text from the URL.
 *
 * @param then called when the palette is closed and its opener has the focus again, so that it can navigate or open another overlay; not
 * called while an earlier call is still closing the palette
 */
export function closePalette(then: () => void = () => undefined): void {
  const { pathname, search, hash, state } = history.location;
  if (isAhead) {
    showAhead(false);
    setTimeout(then);
  } else if (paletteIn(search) === null) then();
  else if (!isOwnStep(state)) {
    // The page was opened with the palette in its URL, so there is no earlier entry to return to.
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

/** Opens the palette or the list of shortcut keys, and closes the other one. `null` closes both. */
export function showOverlay(next: Overlay): void {
  showSheet(next === 'keys');
  if (next !== 'palette') closePalette();
  else if (paletteIn(history.location.search) === null) showAhead(true);
}

/** Writes the open palette's text to the URL. Creates a history entry if the URL does not contain the palette yet. */
export function keepTyped(text: string): void {
  const { pathname, search, hash, state } = history.location;
  const to = { pathname, search: withPalette(search, text), hash };
  if (isAhead) {
    // Change the URL before `isAhead`. Otherwise the palette would be hidden for a moment.
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
