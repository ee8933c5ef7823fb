import { SEARCH_KIND_NAMES, SEARCH_KINDS } from '@contract/search.kinds';
import { history } from '@umijs/max';
import {
  type KeyboardEvent,
  memo,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { closePalette, keepTyped, paletteIn } from '@/app/commands/overlay';
import { type Place, recentPlaces } from '@/app/commands/recent';
import type { Command } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { MenuIcon } from '../menuIcons';
import { chainOf, titleKeyOf } from '../pageTable';
import styles from './index.css';
import { askedSections, foundSections, type Item, KIND_TITLES, localSections, type Section } from './items';
import { Keys } from './Key';
import { useManualSection } from './manual';
import { fitOf } from './match';

/** After the last letter, milliseconds until the server is asked. */
const PAUSE_MS = 90;
const FRESH_MS = 15_000;
/** After the last letter, milliseconds until the address says it: each time the page under the palette hears of it. */
const ADDRESS_MS = 300;
const LONGEST = 64;
/** Options of the first frame: as many as fit under the headings. The rest is drawn right after it, before anybody scrolls. */
const FIRST_OPTIONS = 11;
const NO_GROUPS: readonly never[] = [];

/** Whether the first frame since the opening has been shown. */
function useShown(): boolean {
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

/** The first options of all sections, `most` of them. */
function firstOf(sections: readonly Section[], most: number): readonly Section[] {
  let room = most;
  return sections.flatMap((section) => {
    const items = section.items.slice(0, room);
    room -= items.length;
    return items.length > 0 ? [{ ...section, items }] : [];
  });
}

/**
 * The words to ask the server for. The first letter after a pause counts at once unless a question is under way; those that follow it
 * quickly wait for the next pause, so that a word typed in one go is two questions at most.
 *
 * @param isBusy whether a question is under way
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

/** Those of the places that the person may still open, under the names of the moment. */
function useRecent(kept: readonly Place[]) {
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

/** The server's results for the words, and the state of the search. */
function useFound(text: string) {
  const t = useT();
  const { can } = usePlatform();
  const isFetching = useRef(false);
  const settled = useSettled(text, () => isFetching.current);
  const kinds = SEARCH_KIND_NAMES.filter((kind) => can(SEARCH_KINDS[kind].rule));
  const asks = text !== '' && kinds.length > 0;
  const query = useData(
    'common.Search/find',
    { text: settled },
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
    // Until the answer to these words is here, of the last one stays what fits them. Whether there is more is not known: a quick Enter
    // must not end in a list where one record is meant.
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

/** What the address asks for. */
const asked = () => (paletteIn(history.location.search) ?? '').slice(0, LONGEST);

/**
 * The command palette: pages, actions, recent places, and records, by the keyboard alone. A combobox whose focus never leaves its
 * field (ARIA: combobox with a listbox of groups). Its elements are kept while it is closed, and its state is reset at each
 * opening.
 *
 * @param opening how many times it has been opened
 * @param host what it is drawn into: in the document while it is open, out of it while it is closed, so that nothing finds it
 * there
 */
export const Palette = memo(function Palette({
  commands,
  opening,
  host,
}: {
  readonly commands: readonly Command[];
  readonly opening: number;
  readonly host: HTMLElement;
}) {
  const t = useT();
  const own = useId();
  const { userId } = usePlatform();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(asked);
  const [active, setActive] = useState<string | null>(null);
  /** The action that asks which record it is about. */
  const [asking, setAsking] = useState<Item | null>(null);
  const [kept, setKept] = useState(() => recentPlaces(userId));
  const [begun, setBegun] = useState(opening);
  if (begun !== opening) {
    setBegun(opening);
    setTyped(asked());
    setAsking(null);
    setKept(recentPlaces(userId));
  }
  const text = typed.trim().slice(0, LONGEST);
  useEffect(() => {
    // The address can show the words again, but not for which action they were typed.
    const timer = setTimeout(() => keepTyped(asking ? '' : text), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [text, asking]);
  const recent = useRecent(kept);
  const found = useFound(text);

  const manual = useManualSection(asking ? '' : text);
  const local = useMemo(() => localSections(text, commands, recent, t), [text, commands, recent, t]);
  const sections = useMemo<readonly Section[]>(() => {
    const retry: Item = {
      id: 'retry',
      text: t('palette.failed'),
      note: t('palette.retry'),
      path: null,
      run: null,
    };
    return [
      ...(asking?.asks
        ? askedSections(text, asking.asks, recent, [...found.groups], t)
        : [...local, ...found.sections, ...manual]),
      ...(found.error ? [{ key: 'failed', title: t('palette.records'), items: [retry] }] : []),
    ];
  }, [local, found.sections, found.groups, found.error, manual, asking, text, recent, t]);
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections]);
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === active),
  );
  const current = items[at];
  const isShown = useShown();
  const drawn = isShown ? sections : firstOf(sections, FIRST_OPTIONS);

  // Before the focus comes: what is not in the document cannot have it.
  useLayoutEffect(() => {
    document.body.append(host);
    return () => host.remove();
  }, [host]);
  useBack(input);
  const pick = (item: Item, apart = false) => {
    if (item.id === 'retry') {
      void found.retry();
      return;
    }
    if (item.asks) {
      setAsking(item);
      setTyped('');
      setActive(null);
      return;
    }
    if (apart && item.path !== null) {
      window.open(item.path, '_blank', 'noopener');
      return;
    }
    const { path } = item;
    closePalette(() => (path === null ? item.run?.() : history.push(path)));
  };
  // Enter may be quicker than the answer.
  const isEager = useRef(false);
  // The typed text is removed at closing, so that the palette is ready for the next opening.
  useEffect(
    () => () => {
      setTyped('');
      setActive(null);
      setAsking(null);
      isEager.current = false;
    },
    [],
  );
  useEffect(() => {
    if (!isEager.current || found.isWaiting) return;
    isEager.current = false;
    if (items[0]) pick(items[0]);
  });

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      const isPage = Math.abs(step) > 1;
      const to = isPage
        ? Math.max(0, Math.min(items.length - 1, at + step))
        : (at + step + items.length) % items.length;
      const next = items[to];
      setActive(next?.id ?? null);
      list.current?.querySelector(`[data-item="${CSS.escape(next?.id ?? '')}"]`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (current) pick(current, event.ctrlKey || event.metaKey);
      else if (found.isWaiting) isEager.current = true;
    } else if (event.key === 'Backspace' && typed === '' && asking) {
      setAsking(null);
    } else if (event.key === 'Tab') {
      // There is nowhere else to go: a dialog keeps the focus.
      event.preventDefault();
    }
  };

  const optionId = (item: Item) => `${own}-${items.indexOf(item)}`;
  const isEmpty = items.length === 0;
  const label = asking?.asks
    ? t('palette.ask', { action: asking.text, kind: t(KIND_TITLES[asking.asks.kind]) })
    : t('palette.placeholder');
  return (
    <div
      className={styles.veil}
      data-palette=""
      onPointerDown={(event) => event.target === event.currentTarget && closePalette()}
    >
      <div role="dialog" aria-modal="true" aria-label={t('palette.title')} className={styles.palette}>
        <div className={styles.field}>
          <MenuIcon name="search" />
          <input
            ref={input}
            role="combobox"
            aria-label={label}
            aria-expanded={!isEmpty}
            aria-controls={isEmpty ? undefined : `${own}-list`}
            aria-activedescendant={current ? optionId(current) : undefined}
            aria-autocomplete="list"
            placeholder={label}
            value={typed}
            maxLength={LONGEST}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(null);
              isEager.current = false;
            }}
            onKeyDown={keys}
          />
          <button
            type="button"
            tabIndex={-1}
            className={styles.escape}
            data-key="Esc"
            aria-label={t('common.close')}
            onClick={() => closePalette()}
          />
        </div>
        <div className={styles.bar} data-busy={found.isWaiting || undefined} />
        {isEmpty ? (
          <div className={styles.nothing}>
            <p>
              {found.isWaiting
                ? t('palette.waiting')
                : t(text === '' ? 'palette.askHint' : 'palette.nothing', { text })}
            </p>
            {found.isWaiting || asking || found.names.length === 0 ? null : (
              <p className={styles.hint}>{t('palette.kinds', { kinds: found.names.join(t('list.separator')) })}</p>
            )}
          </div>
        ) : (
          <div ref={list} id={`${own}-list`} role="listbox" aria-label={t('palette.title')} className={styles.list}>
            {drawn.map((section) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
              <div key={section.key} role="group" aria-label={section.title}>
                <div className={styles.heading} aria-hidden="true" data-heading={section.title} />
                {section.items.map((item) => (
                  <Option key={item.id} id={optionId(item)} item={item} active={item === current} onPick={pick} />
                ))}
              </div>
            ))}
          </div>
        )}
        <p role="status" data-visually-hidden="">
          {text === '' || found.isWaiting ? '' : t('palette.count', { n: items.length })}
        </p>
        <p className={styles.foot} aria-hidden="true">
          <span>
            <Keys keys="ArrowUp" /> <Keys keys="ArrowDown" /> {t('palette.footMove')}
          </span>
          <span>
            <Keys keys="Enter" /> {t('palette.footPick')}
          </span>
          <span>
            <Keys keys="Ctrl Enter" /> {t('palette.footApart')}
          </span>
          <span>
            <Keys keys="?" /> {t('keys.title')}
          </span>
        </p>
      </div>
      <Escape />
    </div>
  );
});

/** Takes the focus as soon as the field is seen, so that no letter typed then is lost, and gives it back to where it was. */
function useBack(input: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [input]);
}

/** Escape closes the palette and nothing under it, wherever the focus is. */
function Escape() {
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      event.preventDefault();
      closePalette();
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, []);
  return null;
}

function Option({
  id,
  item,
  active,
  onPick,
}: {
  readonly id: string;
  readonly item: Item;
  readonly active: boolean;
  readonly onPick: (item: Item, apart?: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={active}
      data-item={item.id}
      className={`${styles.option} ${item.danger ? styles.danger : ''}`}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(item, event.ctrlKey || event.metaKey)}
    >
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={styles.text}>{item.text}</span>
      {item.note ? <span className={styles.note}>{item.note}</span> : null}
      <span className={styles.end}>
        {item.state ? <StatusTag tone={item.state.tone} text={item.state.text} /> : null}
        {item.at ? <TimeText at={item.at} /> : null}
        {item.hotkey ? <Keys keys={item.hotkey} /> : null}
      </span>
    </div>
  );
}
