import { type Appearance, cssVariables } from '../../../config/theme';
import { matchesMedia, useMedia, watchMedia } from '../media';

/** What a person chose; `system` follows the operating system. Kept in this browser, so that the sign-in page has it too. */
export interface AppearanceChoice {
  readonly scheme: 'light' | 'dark' | 'system';
  readonly compact: boolean;
  readonly colorWeak: boolean;
}

const KEY = 'multistation-look';
/** The appearance of people who have chosen none. */
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
    // Without storage the choice lasts until the page is left.
  }
}

/** @param primary seed colour, `#rrggbb` */
export function resolveAppearance(choice: AppearanceChoice, primary?: string): Appearance {
  const dark = choice.scheme === 'dark' || (choice.scheme === 'system' && matchesMedia(DARK_QUERY));
  const { compact, colorWeak } = choice;
  return { scheme: dark ? 'dark' : 'light', compact, colorWeak, ...(primary && { primary }) };
}

/** Narrower than the layout needs for a side bar beside the page. */
export const isNarrow = (): boolean => matchesMedia(NARROW_QUERY);
/** As {@link isNarrow}, followed. */
export const useNarrow = (): boolean => useMedia(NARROW_QUERY);

/** Too narrow for an unfolded side bar beside a table. */
export const isTight = (): boolean => matchesMedia(TIGHT_QUERY);
/** Calls back when the window becomes tight or no longer is. */
export const watchTight = (listener: (tight: boolean) => void) => watchMedia(TIGHT_QUERY, listener);

/** Calls back when the operating system changes between light and dark. */
export const watchSystemScheme = (listener: () => void) => watchMedia(DARK_QUERY, listener);

/** Puts the look on the document: variables (through the object model, which the content security policy allows) and marks. */
export function applyAppearance(look: Appearance): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(look))) root.style.setProperty(name, value);
  root.dataset.theme = look.scheme;
  root.dataset.density = look.compact ? 'compact' : 'normal';
  root.style.colorScheme = look.scheme;
  markColorWeak(look.colorWeak);
}

/** SPEC §4: weak mode toggles a `colorWeak` class on the root element. */
export function markColorWeak(on: boolean): void {
  document.documentElement.classList.toggle('colorWeak', on);
}
