import type { FieldRule } from '@contract/field-rules';
import { createContext, type ReactNode, use } from 'react';
import type { Appearance } from '../../config/theme';
import { now } from './clock';

/** Data of the platform and of the signed-in user that parts of a page need. */
export interface Platform {
  /** IANA name; days and clock times are in the platform's time zone (DOMAIN §0.1). */
  readonly timeZone: string;
  /** Owner of drafts; 0 before the account is loaded. */
  readonly userId: number;
  /** The tenant's support e-mail address for reported problems; empty: none. */
  readonly supportEmail: string;
  /** Whether the user holds this permission rule. For display only; the server decides. */
  readonly can: (rule: number) => boolean;
  /** Whether the user may reveal masked data of this kind, where a rule of the page allows it. */
  readonly reveals: (field: FieldRule) => boolean;
  /** The page's clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Light or dark, and whether colours are strengthened: for parts that are drawn without CSS. */
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
