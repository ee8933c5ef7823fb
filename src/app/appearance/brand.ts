import { serverAddress } from '../windowSettings';

/** Colour and icon of the operator's own brand. The colour is kept in this browser: the next visit begins with it. */

const KEY = 'multistation-brand-colour';
const COLOUR = /^#[0-9a-f]{6}$/;

/** `#rrggbb`; undefined where the console has its own colour. */
export function readBrandColour(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    return COLOUR.test(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** @param colour empty: the console's own */
export function keepBrandColour(colour: string): void {
  try {
    if (COLOUR.test(colour)) localStorage.setItem(KEY, colour);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the next visit begins with the console's own colour.
  }
}

/** Puts an icon on the browser's tab. @param link empty: the console's own */
export function showIcon(link: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!icon) return;
  icon.dataset.own ??= icon.getAttribute('href') ?? '';
  icon.setAttribute('href', link === '' ? icon.dataset.own : serverAddress(link));
}
