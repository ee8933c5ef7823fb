import type { CurrentUser } from '@contract/site';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import type { RegionOption } from '@/app/regionTree';

/** SPEC §3: each with id, type and read flag; the rest is what the bell shows of it. */
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

/** Layout options (SPEC §3). The look is the person's; the rest changes only in the settings panel of development builds. */
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
  /** What `getSiteInfo` answered, or null before that and after the sign-out. */
  readonly currentUser: CurrentUser | null;
  /** Ids of the permission rules that this person holds. */
  readonly permission: readonly number[];
  readonly totalCount: number;
  readonly unreadCount: number;
  /** Why the site info could not be read; null while nothing is wrong. */
  readonly failure: { readonly requestId: string; readonly msg: string } | null;
}

/** What the store holds (SPEC §3). */
export interface RootState {
  readonly global: GlobalState;
  readonly login: LoginState;
  readonly user: UserState;
  readonly settings: SettingsState;
}
