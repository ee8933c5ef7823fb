/** Branding (贴牌配置): name, pictures and colours of the operator's own brand, its domains and their certificate. */

export { brandInForce } from './brand';
export { oemHandlers } from './handlers';
