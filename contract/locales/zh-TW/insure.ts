import type { Texts } from '../types';
import type { insure as source } from '../zh-CN/insure';
import { words } from './words';

export const insure: Texts<typeof source> = {
  tabs: words.insuranceData,
  tabPolicies: words.coverHistory,
  tabClaims: words.claims,
  tabProducts: '保險方案',
  tabRecon: '保費對帳',
  charts: words.charts,
  chartMonths: '保費與賠付',
  chartMonthsLabel: '近 12 個月的保費與賠付',
  month: words.month,
  premium: words.premiums,
  claimsPaid: '賠付',
  lossRatio: '賠付率（12 個月）',
  claimsOpen: '處理中的理賠',
  premiumToday: '今日保費',
  premiumMonth: '本月保費',
  byPayer: '平台 {platform} · 站點 {team} · 騎手 {rider}',
  noData: '有保費或賠付後顯示。',
  reason: words.reason,
};
