import type { Data } from '@contract/index';

export type PolicyRow = Data<'safety.Insure/getPolicies'>['list'][number];
export type ClaimRow = Data<'safety.Insure/getClaims'>['list'][number];
export type ProductRow = Data<'safety.Insure/getProducts'>['list'][number];
export type MonthRow = Data<'safety.Insure/getRecon'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const KEPT = ['part'] as const;
