import type { CurrentUser } from '@contract/site';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import type { RegionOption } from '@/app/regionTree';

/** A notice. SPEC §3 requires the id, the type and the read flag. The bell also uses the optional fields. */
export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly read: boolean;
  readonly title?: string;
  readonly content?: string;
  readonly link?: string;
  readonly count?: number;
  /** ISO 8601 time with offset. */
  readonly at?: string;
}

export interface GlobalState {
  /** Whether the side bar is folded. */
  readonly collapsed: boolean;
  readonly notices: readonly Notice[];
  /** Provinces with their cities and districts (SPEC §3). */
  readonly pcdList: readonly RegionOption[];
}

export interface LoginState {
  readonly loading: boolean;
}

/**
 * Layout options (SPEC §3). Users choose their appearance, and the brand sets the colour. Other options change only in development builds.
 */
export interface SettingsState extends AppearanceChoice {
  readonly navTheme: 'light' | 'realDark';
  /** Colour as `#rrggbb`. */
  readonly colorPrimary: string;
  readonly layout: 'mix' | 'side' | 'top';
  readonly splitMenus: boolean;
  readonly contentWidth: 'Fluid' | 'Fixed';
  readonly fixedHeader: boolean;
  readonly fixSiderbar: boolean;
  readonly autoHideHeader: boolean;
}

export interface UserState {
  /** Response of `getSiteInfo`. `null` until it arrives and after the sign-out. */
  readonly currentUser: CurrentUser | null;
  /** Ids of the user's permissions. */
  readonly permission: readonly number[];
  readonly totalCount: number;
  readonly unreadCount: number;
  /** Error of the last failed load of the site info. `null` before any failure and after a successful load. */
  readonly failure: { readonly requestId: string; readonly msg: string } | null;
}

/** State of the whole store (SPEC §3). */
export interface RootState {
  readonly global: GlobalState;
  readonly login: LoginState;
  readonly user: UserState;
  readonly settings: SettingsState;
}
