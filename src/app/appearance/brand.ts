import { serverAddress } from '../windowSettings';

/**
 * This module manages the colour and icon of the tenant's brand. The colour is stored in the browser, so that the next visit starts with
 * this colour.
 */

const KEY = 'multistation-brand-colour';
const COLOUR = /^#[0-9a-f]{6}$/;

/** Reads the stored brand colour as `#rrggbb`. `undefined` means the console's own colour. */
export function readBrandColour(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    return COLOUR.test(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the brand colour. @param colour `#rrggbb`; an empty text removes the stored colour */
export function keepBrandColour(colour: string): void {
  try {
    if (COLOUR.test(colour)) localStorage.setItem(KEY, colour);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the next visit starts with the console's own colour.
  }
}

/** Shows an icon on the browser's tab. @param link URL of the icon; an empty text means the console's own icon */
export function showIcon(link: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!icon) return;
  icon.dataset.own ??= icon.getAttribute('href') ?? '';
  icon.setAttribute('href', link === '' ? icon.dataset.own : serverAddress(link));
}
