// Written by `npm run lists` from the files beside it; not edited by hand.
import { ALIPAY_MINI } from './alipayMini.settings';
import { APPLET } from './applet.settings';
import { DY_APPLET } from './dyApplet.settings';
import { OEM } from './oem.settings';
import type { SettingGroups, SettingPage } from './settings';
import { SITE } from './site.settings';

/** Every page of settings. */
export const settingPages: readonly SettingPage<SettingGroups>[] = [ALIPAY_MINI, APPLET, DY_APPLET, OEM, SITE];
