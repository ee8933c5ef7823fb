import { OEM } from './oem.settings';
import { platformEndpoints } from './settings.platform';

/** Endpoints for the settings of branding (贴牌配置, DOMAIN §3.10). */
export const oemEndpoints = platformEndpoints('config.Oem', OEM);
