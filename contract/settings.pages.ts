// `npm run lists` generates this file from the other files of this folder. Do not edit it by hand.
import { ALIPAY_MINI } from './alipayMini.settings';
import { APP } from './app.settings';
import { APPLET } from './applet.settings';
import { DY_APPLET } from './dyApplet.settings';
import { HOUR } from './hourToReach.settings';
import { OEM } from './oem.settings';
import { PAYMENT } from './payment.settings';
import { SERVICE_MENU } from './serviceMenu.settings';
import { SERVICE_NUMBER } from './serviceNumber.settings';
import { SERVICE_REPLY } from './serviceReply.settings';
import type { SettingGroups, SettingPage } from './settings';
import { SITE } from './site.settings';
import { WITHDRAW } from './withdraw.settings';

/** All settings pages, sorted by the names of their files. */
export const settingPages: readonly SettingPage<SettingGroups>[] = [
  ALIPAY_MINI,
  APP,
  APPLET,
  DY_APPLET,
  HOUR,
  OEM,
  PAYMENT,
  SERVICE_MENU,
  SERVICE_NUMBER,
  SERVICE_REPLY,
  SITE,
  WITHDRAW,
];
