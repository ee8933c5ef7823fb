import type { Texts } from '../types';
import type { insure as source } from '../zh-CN/insure';
import { words } from './words';

export const insure: Texts<typeof source> = {
  tabs: words.insuranceData,
  tabPolicies: words.coverHistory,
  tabClaims: words.claims,
  tabProducts: 'Insurance products',
  tabRecon: 'Reconciliation',
  charts: words.charts,
  chartMonths: 'Premiums and claims paid',
  chartMonthsLabel: 'Premiums and claims paid, last 12 months',
  month: words.month,
  premium: words.premiums,
  claimsPaid: 'Claims paid',
  lossRatio: 'Loss ratio, 12 months',
  claimsOpen: 'Claims in progress',
  premiumToday: 'Premiums today',
  premiumMonth: 'Premiums this month',
  byPayer: 'Platform {platform} · Station {team} · Rider {rider}',
  noData: 'Figures appear with the first premium or claim payment.',
  reason: words.reason,
};
