import type { FormField } from '@contract/franchiseForm';
import { toGcj02 } from '@contract/gcj02';
import { formatLngLat } from '@contract/hexagon';
import { shellOf } from './answers';
import { setPoint } from './point';

/** This module handles the button that adds the visitor's position to an address. The browser is asked only after a click. */

const WAIT_MS = 15_000;
/** Value of `GeolocationPositionError.PERMISSION_DENIED`. */
const REFUSED = 1;

/** Shows the position buttons of all address fields if geolocation is available. @returns a function that removes their click handlers */
export function offerPosition(
  root: ParentNode,
  fields: readonly FormField[],
  say: (word: string) => string,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  for (const { key, kind } of fields) {
    const shell = kind === 'address' ? shellOf(root, key) : null;
    const button = shell?.querySelector<HTMLButtonElement>('[data-position]');
    const remove = shell?.querySelector<HTMLButtonElement>('[data-no-position]');
    if (!shell || !button || !remove) continue;
    // Browsers offer geolocation only in secure contexts: HTTPS or localhost.
    button.hidden = !navigator.geolocation || !window.isSecureContext;
    const set = (point: string) => {
      setPoint(shell, point);
      button.disabled = false;
      shell.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const tell = (word: string) => {
      const status = shell.querySelector('[data-position-status]');
      if (status) status.textContent = say(word);
    };
    const ask = () => {
      button.disabled = true;
      tell('positionWait');
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => set(formatLngLat(toGcj02({ lng: coords.longitude, lat: coords.latitude }))),
        ({ code }) => {
          set('');
          tell(code === REFUSED ? 'positionRefused' : 'positionUnavailable');
        },
        { timeout: WAIT_MS, maximumAge: 60_000, enableHighAccuracy: true },
      );
    };
    button.addEventListener('click', ask, { signal });
    remove.addEventListener(
      'click',
      () => {
        set('');
        button.focus();
      },
      { signal },
    );
  }
  return () => listening.abort();
}
