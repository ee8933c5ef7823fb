import { words } from './words';

/** Texts of the insurance page. */
export const insure = {
  tabs: words.insuranceData,
  tabPolicies: words.coverHistory,
  tabClaims: words.claims,
  tabProducts: '保险方案',
  tabRecon: '保费对账',
  charts: words.charts,
  chartMonths: '保费与赔付',
  chartMonthsLabel: '近 12 个月的保费与赔付',
  month: words.month,
  premium: words.premiums,
  claimsPaid: '赔付',
  lossRatio: '赔付率（12 个月）',
  claimsOpen: '处理中的理赔',
  premiumToday: '今日保费',
  premiumMonth: '本月保费',
  byPayer: '平台 {platform} · 站点 {team} · 骑手 {rider}',
  noData: '有保费或赔付后显示。',
  reason: words.reason,
};
