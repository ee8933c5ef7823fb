/** States of merchants. Free of libraries: the browser imports it. */
export const MERCHANT_STATES = ['active', 'closed'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];
