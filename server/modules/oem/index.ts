/** Branding (贴牌配置): name, pictures and colours that replace those of the site settings, the brand's domains and their certificate. */

export { brandInForce } from './brand';
export { oemHandlers } from './handlers';
