// Written by `npm run lists` from the files beside it; not edited by hand.
import type { SettingGroups, SettingPage } from './settings';
import { SITE } from './site.settings';

/** Every page of settings. */
export const settingPages: readonly SettingPage<SettingGroups>[] = [SITE];
