import { APPLET } from './applet.settings';
import { platformEndpoints } from './settings.platform';

/** Endpoints for the settings of the WeChat mini program (微信小程序, DOMAIN §3.10). */
export const appletEndpoints = platformEndpoints('config.Applet', APPLET);
