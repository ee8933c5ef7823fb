/** States of merchants. This file imports no library, because the browser loads it. */
export const MERCHANT_STATES = ['active', 'closed'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];
