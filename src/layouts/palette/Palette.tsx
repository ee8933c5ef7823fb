import { history } from '@umijs/max';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { closePalette } from '@/app/commands/overlay';
import type { Command } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { Field } from './Field';
import { firstOf, useBack, useShown } from './hooks';
import styles from './index.css';
import { type Item, KIND_TITLES } from './items';
import { Keys } from './Key';
import { Escape } from './parts';
import { NoResults, Results } from './Results';
import { type Question, useQuestion } from './useQuestion';
import { RETRY, useSections } from './useSections';

interface PaletteProps {
  readonly commands: readonly Command[];
  /** Number of times that the palette was opened. */
  readonly opening: number;
  /** Container of the palette. While the palette is closed, the container is removed from the document, so that no DOM query finds it. */
  readonly host: HTMLElement;
}

/** Number of options in the first animation frame: those that are visible without scrolling. The others are rendered later. */
const FIRST_OPTIONS = 11;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
const NO_KINDS: readonly string[] = [];

/** Returns the index of the option that a key selects, or `null` for other keys. Arrow keys wrap around; page keys stop at the ends. */
function indexAfter(key: string, at: number, count: number): number | null {
  const step = STEPS[key];
  if (step === undefined || count === 0) return null;
  return Math.abs(step) > 1 ? Math.max(0, Math.min(count - 1, at + step)) : (at + step + count) % count;
}

/** Returns the active option, and a function that moves the selection by a key. */
function useActiveOption(items: readonly Item[], { active, choose }: Question) {
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === active),
  );
  return {
    list,
    current: items[at],
    /** @returns whether the key has selected an option */
    move: (key: string): boolean => {
      const next = items[indexAfter(key, at, items.length) ?? -1];
      if (!next) return false;
      choose(next.id);
      list.current?.querySelector(`[data-item="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
      return true;
    },
  };
}

/** Opens the path of an item, or runs its command. @param apart whether to open another tab and leave the palette open */
function follow(item: Item, apart: boolean): void {
  const { path } = item;
  if (apart && path !== null) {
    window.open(path, '_blank', 'noopener');
    return;
  }
  closePalette(() => (path === null ? item.run?.() : history.push(path)));
}

/** Renders the dialog around the palette, with a list of its keys at the bottom. A press outside the dialog closes the palette. */
function Frame({ children }: { readonly children: ReactNode }) {
  const t = useT();
  return (
    <div
      className={styles.veil}
      data-palette=""
      onPointerDown={(event) => event.target === event.currentTarget && closePalette()}
    >
      <div role="dialog" aria-modal="true" aria-label={t('palette.title')} className={styles.palette}>
        {children}
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
}

/** Picks the first hit as soon as it arrives, if the user pressed Enter before. @returns the ref to set when Enter is pressed */
function useEagerEnter(isWaiting: boolean, first: Item | undefined, pick: (item: Item) => void): RefObject<boolean> {
  const isEager = useRef(false);
  useEffect(
    () => () => {
      isEager.current = false;
    },
    [],
  );
  useEffect(() => {
    if (!isEager.current || isWaiting) return;
    isEager.current = false;
    if (first) pick(first);
  });
  return isEager;
}

/**
 * Renders the command palette with pages, actions, recent places and records. The palette is usable by keyboard alone: a combobox whose
 * focus never leaves its field (ARIA: combobox with a listbox of groups). The palette's elements are preserved while it is closed; the
 * palette's state is reset whenever it opens.
 */
export const Palette = memo(function Palette({ commands, opening, host }: PaletteProps) {
  const t = useT();
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  const question = useQuestion(opening);
  const { typed, text, asking } = question;
  const { sections, found } = useSections(question, commands);
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections]);
  const { list, current, move } = useActiveOption(items, question);
  const isShown = useShown();

  // Append the container before the field is focused, because an element outside the document cannot have the focus.
  useLayoutEffect(() => {
    document.body.append(host);
    return () => host.remove();
  }, [host]);
  useBack(input);
  const pick = (item: Item, apart = false) => {
    if (item.id === RETRY) void found.retry();
    else if (item.asks) question.ask(item);
    else follow(item, apart);
  };
  const isEager = useEagerEnter(found.isWaiting, items[0], pick);
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (move(event.key)) {
      event.preventDefault();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (current) pick(current, event.ctrlKey || event.metaKey);
      else if (found.isWaiting) isEager.current = true;
    } else if (event.key === 'Backspace' && typed === '' && asking) {
      question.askNothing();
    } else if (event.key === 'Tab') {
      // The focus must not leave the dialog, and only the field can have the focus.
      event.preventDefault();
    }
  };

  const optionId = (item: Item) => `${own}-${items.indexOf(item)}`;
  const listId = items.length === 0 ? undefined : `${own}-list`;
  return (
    <Frame>
      <Field
        input={input}
        label={
          asking?.asks
            ? t('palette.ask', { action: asking.text, kind: t(KIND_TITLES[asking.asks.kind]) })
            : t('palette.placeholder')
        }
        typed={typed}
        listId={listId}
        optionId={current && optionId(current)}
        onType={(next) => {
          question.type(next);
          isEager.current = false;
        }}
        onKeyDown={keys}
      />
      <div className={styles.bar} data-busy={found.isWaiting || undefined} />
      {listId === undefined ? (
        <NoResults text={text} isWaiting={found.isWaiting} kinds={asking ? NO_KINDS : found.names} />
      ) : (
        <Results
          id={listId}
          list={list}
          sections={isShown ? sections : firstOf(sections, FIRST_OPTIONS)}
          active={current}
          optionId={optionId}
          onPick={pick}
        />
      )}
      <p role="status" data-visually-hidden="">
        {text === '' || found.isWaiting ? '' : t('palette.count', { n: items.length })}
      </p>
    </Frame>
  );
});
