import type { FieldRule } from '@contract/field-rules';
import { createContext, type ReactNode, use } from 'react';
import type { Appearance } from '../../config/theme';
import { now } from './clock';

/** Data of the platform and of the signed-in user that components need. */
export interface Platform {
  /** IANA name of the time zone in which all days and times are shown (DOMAIN §0.1). */
  readonly timeZone: string;
  /** Id of the signed-in user, to whom drafts belong. It is 0 before the account is loaded. */
  readonly userId: number;
  /** The tenant's support e-mail address for problem reports. It is empty if there is none. */
  readonly supportEmail: string;
  /** Tests whether the user has this permission. It is only for display: the server decides. */
  readonly can: (rule: number) => boolean;
  /** Tests whether the user may reveal masked data of this kind, on pages that allow it. */
  readonly reveals: (field: FieldRule) => boolean;
  /** The page's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Scheme, density, colour-weak mode and seed colour. Components that are drawn without CSS need these values. */
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

/** Provides the platform's data. The layout renders it when the site info is loaded. */
export function PlatformProvider({ value, children }: { readonly value: Platform; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePlatform(): Platform {
  return use(Context);
}
