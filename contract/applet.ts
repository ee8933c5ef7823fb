import { APPLET } from './applet.settings';
import { platformEndpoints } from './settings.platform';

/** Mini program of WeChat (微信小程序, DOMAIN §3.10). */
export const appletEndpoints = platformEndpoints('config.Applet', APPLET);
