import { useEffect, useRef } from 'react';

/** Handles Escape while `isOn`: the key calls `run` and reaches no other handler. Otherwise it reaches the dialogs (DESIGN "Keyboard"). */
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
    // The capture phase runs before the handlers of dialogs and drawers, wherever the focus is.
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [isOn]);
}
