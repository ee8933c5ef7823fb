import type { Texts } from '../types';
import type { insure as source } from '../zh-CN/insure';

export const insure: Texts<typeof source> = {
  tabs: 'Insurance data',
  tabPolicies: 'Policies',
  tabClaims: 'Claims',
  tabProducts: 'Insurance products',
  tabRecon: 'Reconciliation',
  charts: 'Charts',
  chartMonths: 'Premiums and claims paid',
  chartMonthsLabel: 'Premiums and claims paid, last 12 months',
  month: 'Month',
  premium: 'Premiums',
  claimsPaid: 'Claims paid',
  lossRatio: 'Loss ratio, 12 months',
  claimsOpen: 'Claims in progress',
  premiumToday: 'Premiums today',
  premiumMonth: 'Premiums this month',
  byPayer: 'Platform {platform} · Station {team} · Rider {rider}',
  noData: 'Appears with the first premium or payment.',
  reason: 'Reason',
};
