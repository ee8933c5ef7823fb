import { serverAddress } from '../windowSettings';

/** Colour and icon of the operator's own brand. The colour is stored in the browser, so the next visit starts with it. */

const KEY = 'multistation-brand-colour';
const COLOUR = /^#[0-9a-f]{6}$/;

/** Reads the stored brand colour, `#rrggbb`; undefined means the console's own colour. */
export function readBrandColour(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    return COLOUR.test(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the brand colour. @param colour `#rrggbb`; empty removes it */
export function keepBrandColour(colour: string): void {
  try {
    if (COLOUR.test(colour)) localStorage.setItem(KEY, colour);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the next visit starts with the console's own colour.
  }
}

/** Shows an icon on the browser's tab. @param link address of the icon; empty means the console's own */
export function showIcon(link: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!icon) return;
  icon.dataset.own ??= icon.getAttribute('href') ?? '';
  icon.setAttribute('href', link === '' ? icon.dataset.own : serverAddress(link));
}
