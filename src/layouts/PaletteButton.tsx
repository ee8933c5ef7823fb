import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepTyped, showOverlay, useOverlay } from '@/app/commands/overlay';
import { useT } from '@/app/i18n/i18n';
import { isMac } from '@/app/isMac';
import { useIdle } from '@/app/lazyWithRetry';
import { toast } from '@/app/toast';
import { MenuIcon } from './menuIcons';
import type { MenuEntry } from './pageTable';
import { useSingleKeys } from './palette/useSingleKeys';
import styles from './palette.css';

const loadHost = () => import('./palette');

/** The first page stands before the code is asked for; who is quicker than that waits for it once. */
const START_MS = 2_500;

/** A dialog on the page has the keyboard; only what is drawn by a drawer or the page itself may be left by the palette. */
const isInDialog = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"]), dialog[open]') !== null;

/**
 * Keeps the letters that are typed while the code of the palette is on its way.
 *
 * @returns what was typed so far, and an end to the listening
 */
function listenForLetters() {
  let typed = '';
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', press, true);
  return { typed: () => typed, end: () => window.removeEventListener('keydown', press, true) };
}

/** The way to the command palette in the header, with its key; keeps the keys of the console working from then on. */
export function PaletteButton({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const t = useT();
  const overlay = useOverlay();
  const idle = useIdle(START_MS);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.isComposing || isInDialog()) return;
      event.preventDefault();
      showOverlay('palette');
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  useSingleKeys(overlay !== null);
  const [Host, setHost] = useState<ComponentType<{ menu: readonly MenuEntry[] }> | null>(null);
  const isWanted = overlay !== null;
  useEffect(() => {
    if (Host !== null || !(idle || isWanted)) return;
    const letters = isWanted ? listenForLetters() : null;
    loadHost().then(
      (module) => {
        letters?.end();
        if (letters?.typed()) keepTyped(letters.typed());
        // At once: a letter that follows finds the field.
        flushSync(() => setHost(() => module.default));
      },
      () => {
        // Whoever asked for it hears of it; otherwise the next press tries again.
        if (!isWanted) return;
        showOverlay(null);
        toast.error(t('common.chunkFailed'));
      },
    );
    return letters?.end;
  }, [Host, idle, isWanted, t]);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={overlay === 'palette'}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void loadHost().catch(() => undefined)}
        onClick={() => showOverlay('palette')}
      >
        <MenuIcon name="search" />
        <span className={styles.word}>{t('palette.button')}</span>
        <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {Host ? <Host menu={menu} /> : null}
    </>
  );
}
