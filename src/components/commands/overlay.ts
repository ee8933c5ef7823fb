import { history, useLocation } from '@umijs/max';
import { useSyncExternalStore } from 'react';

/*
 * What the frame shows over the page. The palette stands in the address with what was typed into it (`palette=tian`), as a step
 * of its own: Back closes it, Forward and a shared link open it with its words. The sheet of keys shows the same to everybody
 * at every time, and stands nowhere.
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
/** The way back has been asked for and has not arrived. A second one would leave the page. */
let isClosing = false;
const listeners = new Set<() => void>();

function showSheet(open: boolean): void {
  if (isSheetOpen === open) return;
  isSheetOpen = open;
  for (const listener of listeners) listener();
}

/**
 * Takes the palette out of the address.
 *
 * @param then runs when it is gone and the focus is back where it was: what opens now returns it to there, and what leads on
 * begins at the page itself
 */
export function closePalette(then: () => void = () => undefined): void {
  const { pathname, search, hash, state } = history.location;
  if (paletteIn(search) === null) then();
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
  const { pathname, search, hash, state } = history.location;
  if (next !== 'palette') closePalette();
  else if (paletteIn(search) === null)
    history.push({ pathname, search: withPalette(search, ''), hash }, { ...stateOf(state), [NAME]: true });
}

/** Keeps in the address what was typed into the open palette; the same step all the while. */
export function keepTyped(text: string): void {
  const { pathname, search, hash, state } = history.location;
  const kept = paletteIn(search);
  if (kept === null || kept === text || isClosing) return;
  history.replace({ pathname, search: withPalette(search, text), hash }, state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay {
  const { search } = useLocation();
  const hasSheet = useSyncExternalStore(
    subscribe,
    () => isSheetOpen,
    () => false,
  );
  if (hasSheet) return 'keys';
  return paletteIn(search) === null ? null : 'palette';
}
