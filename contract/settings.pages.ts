// Written by `npm run lists` from the files beside it; not edited by hand.
import { HOUR } from './hourToReach.settings';
import { OEM } from './oem.settings';
import { PAYMENT } from './payment.settings';
import type { SettingGroups, SettingPage } from './settings';
import { SITE } from './site.settings';

/** Every page of settings. */
export const settingPages: readonly SettingPage<SettingGroups>[] = [HOUR, OEM, PAYMENT, SITE];
