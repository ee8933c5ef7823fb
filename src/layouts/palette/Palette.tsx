import { history } from '@umijs/max';
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { closePalette, keepTyped } from '@/app/commands/overlay';
import { recentPlaces } from '@/app/commands/recent';
import type { Command } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { MenuIcon } from '../menuIcons';
import { asked, firstOf, LONGEST, useBack, useFound, useRecent, useShown } from './hooks';
import styles from './index.css';
import { askedSections, type Item, KIND_TITLES, localSections, type Section } from './items';
import { Keys } from './Key';
import { useManualSection } from './manual';
import { Escape, Option } from './parts';

/** After the last letter, milliseconds until the address says it: each time the page under the palette hears of it. */
const ADDRESS_MS = 300;
/** Options of the first frame: as many as fit under the headings. The rest is drawn right after it, before anybody scrolls. */
const FIRST_OPTIONS = 11;

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
