import type { CurrentUser } from '@contract/site';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import type { RegionOption } from '@/app/regionTree';

/** A notice (SPEC §3) with id, type and read flag; the other fields are shown in the bell. */
export interface Notice {
  readonly id: string;
  readonly type: string;
  readonly read: boolean;
  readonly title?: string;
  readonly content?: string;
  readonly link?: string;
  readonly count?: number;
  /** ISO 8601 with offset. */
  readonly at?: string;
}

export interface GlobalState {
  /** The side bar is folded. */
  readonly collapsed: boolean;
  readonly notices: readonly Notice[];
  /** Provinces with their cities and districts (SPEC §3). */
  readonly pcdList: readonly RegionOption[];
}

export interface LoginState {
  readonly loading: boolean;
}

/** Layout options (SPEC §3). The look belongs to the user; all other options change only in the settings panel of development builds. */
export interface SettingsState extends AppearanceChoice {
  readonly navTheme: 'light' | 'realDark';
  /** `#rrggbb`. */
  readonly colorPrimary: string;
  readonly layout: 'mix' | 'side' | 'top';
  readonly splitMenus: boolean;
  readonly contentWidth: 'Fluid' | 'Fixed';
  readonly fixedHeader: boolean;
  readonly fixSiderbar: boolean;
  readonly autoHideHeader: boolean;
}

export interface UserState {
  /** Answer of `getSiteInfo`; null before it and after the sign-out. */
  readonly currentUser: CurrentUser | null;
  /** Ids of the permission rules that the user holds. */
  readonly permission: readonly number[];
  readonly totalCount: number;
  readonly unreadCount: number;
  /** Why the site info could not be read; null without a failure. */
  readonly failure: { readonly requestId: string; readonly msg: string } | null;
}

/** State of the store (SPEC §3). */
export interface RootState {
  readonly global: GlobalState;
  readonly login: LoginState;
  readonly user: UserState;
  readonly settings: SettingsState;
}
