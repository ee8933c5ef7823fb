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

/** Hooks for the palette's state: its address, the debounced text, recent places and search results. */

const NO_GROUPS: readonly never[] = [];

/** Debounce before the server is called. Milliseconds. */
const PAUSE_MS = 90;
const FRESH_MS = 15_000;
export const LONGEST = 64;

/** Whether the first frame after the opening has been shown. */
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

/** The first `most` options of all sections. */
export function firstOf(sections: readonly Section[], most: number): readonly Section[] {
  let room = most;
  return sections.flatMap((section) => {
    const items = section.items.slice(0, room);
    room -= items.length;
    return items.length > 0 ? [{ ...section, items }] : [];
  });
}

/**
 * The text for the server call. The first letter after a pause is used at once unless a call is running. Letters that follow quickly
 * wait for the next pause. A word typed in one go therefore causes at most two calls.
 *
 * @param isBusy whether a call is running
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

/** The places that the user may still open, with their current names. */
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

/** Search results of the server for the text, and the state of the search. @param only restricts the search to one kind; null: all */
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
    // Until the answer to this text arrives, keep the matching hits of the last answer. It is unknown whether there are more, so `more`
    // is false: a quick Enter must open a record instead of a list.
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

/** The palette's text in the address. */
export const asked = () => (paletteIn(history.location.search) ?? '').slice(0, LONGEST);

/** Focuses the field before it is painted, so that no letter is lost, and restores the focus afterwards. */
export function useBack(input: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [input]);
}
