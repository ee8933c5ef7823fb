import { useEffect, useRef } from 'react';

/** While `isOn`, Escape only calls `run`. Dialogs below handle the next Escape (DESIGN "Keyboard"). */
export function useEscape(isOn: boolean, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isOn) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopImmediatePropagation();
      event.preventDefault();
      latest.current();
    };
    // Capture phase, so that dialogs and drawers do not handle it first, wherever the focus is.
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [isOn]);
}
