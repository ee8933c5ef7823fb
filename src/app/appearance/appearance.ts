import { type Appearance, cssVariables } from '../../../config/theme';
import { matchesMedia, useMedia, watchMedia } from '../media';

/**
 * Appearance that the user chose. `system` follows the operating system. The choice is stored in the browser, so that the sign-in page can
 * use it.
 */
export interface AppearanceChoice {
  readonly scheme: 'light' | 'dark' | 'system';
  readonly compact: boolean;
  readonly colorWeak: boolean;
}

const KEY = 'multistation-look';
/** Appearance for users who have not chosen any. */
export const DEFAULT_APPEARANCE: AppearanceChoice = { scheme: 'system', compact: false, colorWeak: false };
const DARK_QUERY = '(prefers-color-scheme: dark)';
const NARROW_QUERY = '(max-width: 767px)';
const TIGHT_QUERY = '(max-width: 1199px)';

export function readAppearance(): AppearanceChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<AppearanceChoice>;
    return {
      scheme: kept.scheme === 'dark' || kept.scheme === 'light' ? kept.scheme : DEFAULT_APPEARANCE.scheme,
      compact: kept.compact === true,
      colorWeak: kept.colorWeak === true,
    };
  } catch {
    return DEFAULT_APPEARANCE;
  }
}

export function saveAppearance(choice: AppearanceChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage the choice is lost when the user leaves the page.
  }
}

/** Converts a choice to the appearance to apply. @param primary seed colour, `#rrggbb` */
export function resolveAppearance(choice: AppearanceChoice, primary?: string): Appearance {
  const dark = choice.scheme === 'dark' || (choice.scheme === 'system' && matchesMedia(DARK_QUERY));
  const { compact, colorWeak } = choice;
  return { scheme: dark ? 'dark' : 'light', compact, colorWeak, ...(primary && { primary }) };
}

/** Tests whether the window is too narrow for a side bar beside the page. */
export const isNarrow = (): boolean => matchesMedia(NARROW_QUERY);
/** Returns the result of {@link isNarrow}. The component renders again when the result changes. */
export const useNarrow = (): boolean => useMedia(NARROW_QUERY);

/** Tests whether the window is too narrow for an unfolded side bar beside a table. */
export const isTight = (): boolean => matchesMedia(TIGHT_QUERY);
/** Calls `listener` when {@link isTight} changes. @returns a function that removes the listener */
export const watchTight = (listener: (tight: boolean) => void) => watchMedia(TIGHT_QUERY, listener);

/** Calls `listener` when the operating system changes between light and dark. @returns a function that removes the listener */
export const watchSystemScheme = (listener: () => void) => watchMedia(DARK_QUERY, listener);

/** Sets CSS variables and attributes on the root element. The content security policy allows styles that are set by script. */
export function applyAppearance(look: Appearance): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(look))) root.style.setProperty(name, value);
  root.dataset.theme = look.scheme;
  root.dataset.density = look.compact ? 'compact' : 'normal';
  root.style.colorScheme = look.scheme;
  markColorWeak(look.colorWeak);
}

/** Turns weak-colour mode on or off. SPEC §4 requires the class `colorWeak` on the root element. */
export function markColorWeak(on: boolean): void {
  document.documentElement.classList.toggle('colorWeak', on);
}
