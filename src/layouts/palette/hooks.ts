import { SEARCH_KIND_NAMES, SEARCH_KINDS, type SearchKindName } from '@contract/search.kinds';
import { history } from '@umijs/max';
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { paletteIn } from '@/app/commands/overlay';
import type { Place } from '@/app/commands/recent';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { chainOf, titleKeyOf } from '../pageTable';
import { foundSections, KIND_TITLES, type Section } from './items';
import { fitOf } from './match';

/** This module contains hooks of the palette, for example for recent places and search results. */

const NO_GROUPS: readonly never[] = [];

/** Debounce before a call to the server, in milliseconds. */
const PAUSE_MS = 90;
const FRESH_MS = 15_000;
export const LONGEST = 64;

/** Returns whether the first animation frame after the opening of the palette has been shown. */
export function useShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      setShown(false);
    };
  }, []);
  return isShown;
}

/** Returns the first `most` options of all sections together. */
export function firstOf(sections: readonly Section[], most: number): readonly Section[] {
  let room = most;
  return sections.flatMap((section) => {
    const items = section.items.slice(0, room);
    room -= items.length;
    return items.length > 0 ? [{ ...section, items }] : [];
  });
}

/**
 * Returns the text for the server call. The first letter after a pause is used immediately, unless a call is running. Further letters wait
 * until typing pauses again. A word that is typed without a pause therefore causes at most two calls.
 *
 * @param isBusy returns whether a call is running
 */
function useSettled(text: string, isBusy: () => boolean): string {
  const [settled, setSettled] = useState(text);
  const isTyping = useRef(false);
  const busy = useRef(isBusy);
  busy.current = isBusy;
  useEffect(() => {
    const settle = () => {
      isTyping.current = false;
      setSettled(text);
    };
    if (text === '') {
      settle();
      return;
    }
    if (!isTyping.current && !busy.current()) setSettled(text);
    isTyping.current = true;
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * Returns the recent places that the user may still open, except the open page. A place without a stored title gets the title of its page.
 */
export function useRecent(kept: readonly Place[]) {
  const t = useT();
  const { can } = usePlatform();
  return useMemo(
    () =>
      kept.flatMap((place) => {
        const { pathname } = new URL(place.path, window.location.origin);
        const page = chainOf(pathname).at(-1);
        if (!page || !can(page.rule_id) || place.path === history.location.pathname) return [];
        return [{ ...place, shown: place.title ?? t(titleKeyOf(pathname)) }];
      }),
    [kept, can, t],
  );
}

/** Searches on the server. @param only kind to search; `null` searches all kinds @returns the results and the state of the search */
export function useFound(text: string, only: SearchKindName | null) {
  const t = useT();
  const { can } = usePlatform();
  const isFetching = useRef(false);
  const settled = useSettled(text, () => isFetching.current);
  const kinds = SEARCH_KIND_NAMES.filter((kind) => can(SEARCH_KINDS[kind].rule));
  const asks = text !== '' && kinds.length > 0;
  const query = useData(
    'common.Search/find',
    { text: settled, ...(only && { kinds: [only] }) },
    { enabled: asks && settled !== '', keepPrevious: true, staleTime: FRESH_MS, overtakes: true },
  );
  isFetching.current = query.isFetching;
  const isWaiting = asks && (settled !== text || query.isFetching);
  const isOld = settled !== text || query.isPlaceholderData;
  const groups = asks && query.data && !isOld ? query.data.groups : NO_GROUPS;
  const sections = useMemo(() => {
    if (!asks || !query.data) return [];
    const { groups } = query.data;
    if (!isOld) return foundSections(text, groups, t);
    // Until the response arrives, show the previous hits that match the new text. There may be more hits, but `more` must be false here.
    // Otherwise an early Enter could open the list of all hits instead of a record.
    const hits = groups.map((group) => ({ ...group, more: false }));
    return foundSections(text, hits, t)
      .map((section) => ({ ...section, items: section.items.filter((item) => fitOf(text, item.text, item.note) > 0) }))
      .filter(({ items }) => items.length > 0);
  }, [asks, query.data, text, isOld, t]);
  return {
    sections,
    groups,
    isWaiting,
    error: asks && !isWaiting && query.error !== null,
    retry: query.refetch,
    names: kinds.map((kind) => t(KIND_TITLES[kind])),
  };
}

/** Returns the palette's text from the query string, at most `LONGEST` characters. It is empty if the palette is closed. */
export const asked = () => (paletteIn(history.location.search) ?? '').slice(0, LONGEST);

/** Focuses the field before the first paint, so that no letter is lost. On closing, the focus returns to the element that had it before. */
export function useBack(input: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [input]);
}
