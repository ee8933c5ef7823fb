import type { FieldRule } from '@contract/field-rules';
import { createContext, type ReactNode, use } from 'react';
import type { Appearance } from '../../config/theme';
import { now } from './clock';

/** What parts of a page need to know of the platform and of the person in front of it. */
export interface Platform {
  /** IANA name; days and clock times are the platform's (DOMAIN §0.1). */
  readonly timeZone: string;
  /** Owner of drafts; 0 before the account is known. */
  readonly userId: number;
  /** The tenant's e-mail address for reported problems; empty: none. */
  readonly supportEmail: string;
  /** Does the person hold this permission rule? Only hides; the server decides. */
  readonly can: (rule: number) => boolean;
  /** May masked data of this kind be revealed to the person, where a page's rule allows it? */
  readonly reveals: (field: FieldRule) => boolean;
  /** The page's clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Light or dark, and whether colours are strengthened: for what is drawn, not styled. */
  readonly appearance: Appearance;
}

export const PLAIN_APPEARANCE: Appearance = { scheme: 'light', compact: false, colorWeak: false };
const DEFAULT: Platform = {
  timeZone: 'Asia/Shanghai',
  userId: 0,
  supportEmail: '',
  can: () => true,
  reveals: () => true,
  now,
  appearance: { scheme: 'light', compact: false, colorWeak: false },
};
const Context = createContext<Platform>(DEFAULT);

/** Set once by the layout, as soon as the site info is known. */
export function PlatformProvider({ value, children }: { readonly value: Platform; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePlatform(): Platform {
  return use(Context);
}
