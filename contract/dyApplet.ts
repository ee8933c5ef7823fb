import { DY_APPLET } from './dyApplet.settings';
import { platformEndpoints } from './settings.platform';

/** Endpoints for the settings of the Douyin mini program (抖音小程序, DOMAIN §3.10). */
export const dyAppletEndpoints = platformEndpoints('config.DyApplet', DY_APPLET);
