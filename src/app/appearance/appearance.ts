import { cssVariables, type Look } from '../../../config/theme';

/** What a person chose; `system` follows the operating system. Kept in this browser, so that the sign-in page has it too. */
export interface LookChoice {
  readonly scheme: 'light' | 'dark' | 'system';
  readonly compact: boolean;
  readonly colorWeak: boolean;
}

const KEY = 'multistation-look';
/** The look of whoever has chosen none. */
export const DEFAULT_LOOK: LookChoice = { scheme: 'light', compact: false, colorWeak: false };
const DARK_QUERY = '(prefers-color-scheme: dark)';
const NARROW_QUERY = '(max-width: 767px)';

export function readLook(): LookChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<LookChoice>;
    return {
      scheme: kept.scheme === 'dark' || kept.scheme === 'system' ? kept.scheme : DEFAULT_LOOK.scheme,
      compact: kept.compact === true,
      colorWeak: kept.colorWeak === true,
    };
  } catch {
    return DEFAULT_LOOK;
  }
}

export function saveLook(choice: LookChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** @param primary seed colour, `#rrggbb` */
export function resolveLook(choice: LookChoice, primary?: string): Look {
  const dark = choice.scheme === 'dark' || (choice.scheme === 'system' && window.matchMedia(DARK_QUERY).matches);
  const { compact, colorWeak } = choice;
  return { scheme: dark ? 'dark' : 'light', compact, colorWeak, ...(primary && { primary }) };
}

/** Narrower than the layout needs for a side bar beside the page. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW_QUERY).matches;
}

/** Calls back when the window becomes narrow or wide. */
export function watchNarrow(listener: (narrow: boolean) => void): () => void {
  const query = window.matchMedia(NARROW_QUERY);
  const follow = () => listener(query.matches);
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}

/** Calls back when the operating system changes between light and dark. */
export function watchSystemScheme(listener: () => void): () => void {
  const query = window.matchMedia(DARK_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Puts the look on the document: variables (through the object model, which the content security policy allows) and marks. */
export function applyLook(look: Look): void {
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
