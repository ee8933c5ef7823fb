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

/** Loads the palette, with the texts of all pages, because it lists their commands. */
const loadHost = async () => {
  const [host] = await Promise.all([import('./palette'), loadTexts('pages')]);
  return host;
};

/** The first page is shown before the code is loaded; a faster user waits for it once. Milliseconds. */
const START_MS = 2_500;

/** Whether a dialog is open: it keeps the keyboard. The palette may open only over a page or a drawer. */
const isInDialog = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"]), dialog[open]') !== null;

/** Collects the letters typed while the palette is open and its code is still loading. */
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

/** The button in the header that opens the command palette, with its key. It also handles the keys of the console. */
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
        // Synchronously, so that the field gets the next letter.
        flushSync(() => setHost(() => module.default));
      },
      () => {
        // A failure is shown only when the user asked for the palette; otherwise the next press tries again.
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
