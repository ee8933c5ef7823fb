import { history } from '@umijs/max';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepTyped, paletteIn, showOverlay, useOverlay } from '@/app/commands/overlay';
import { loadTexts, useT } from '@/app/i18n/i18n';
import { isMac } from '@/app/isMac';
import { useIdle } from '@/app/lazyWithRetry';
import { toast } from '@/app/toast';
import { MenuIcon } from './menuIcons';
import type { MenuEntry } from './pageTable';
import { useSingleKeys } from './palette/useSingleKeys';
import styles from './palette.css';

/** Loads the palette and the texts of all pages. The palette needs these texts because it lists the commands of all pages. */
const loadHost = async () => {
  const [host] = await Promise.all([import('./palette'), loadTexts('pages')]);
  return host;
};

/** Delay in milliseconds before the palette's code is loaded. Users who open the palette earlier wait for its code. */
const START_MS = 2_500;

/** Returns whether a dialog is open. A dialog must receive all key presses, so the palette opens only over a page or a drawer. */
const isInDialog = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"]), dialog[open]') !== null;

/** Collects the text that the user types while the palette's code is loading. The text starts with the palette's text in the URL. */
function useEarlyLetters(isLoading: boolean): { readonly current: string } {
  const typed = useRef('');
  useEffect(() => {
    if (!isLoading) return;
    typed.current = paletteIn(history.location.search) ?? '';
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      typed.current = '';
    };
  }, [isLoading]);
  return typed;
}

/**
 * Renders the header button that opens the command palette, and shows the palette's shortcut on the button. The component also loads the
 * palette's code and handles all shortcuts of the console.
 */
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
  const letters = useEarlyLetters(Host === null && overlay === 'palette');
  useEffect(() => {
    if (Host !== null || !(idle || isWanted)) return;
    loadHost().then(
      (module) => {
        if (letters.current !== '') keepTyped(letters.current);
        // Render synchronously, so that the palette's field receives the next letter.
        flushSync(() => setHost(() => module.default));
      },
      () => {
        // Show the failure only if the user has opened the palette. A failed preload is repeated when the user opens the palette.
        if (!isWanted) return;
        showOverlay(null);
        toast.error(t('common.chunkFailed'));
      },
    );
  }, [Host, idle, isWanted, letters, t]);
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
