import type { Texts } from '../types';
import type { insure as source } from '../zh-CN/insure';
import { words } from './words';

export const insure: Texts<typeof source> = {
  tabs: words.insuranceData,
  tabPolicies: words.coverHistory,
  tabClaims: words.claims,
  tabProducts: 'Produtos de seguro',
  tabRecon: 'Conciliação',
  charts: words.charts,
  chartMonths: 'Prêmios e sinistros pagos',
  chartMonthsLabel: 'Prêmios e sinistros pagos, últimos 12 meses',
  month: words.month,
  premium: words.premiums,
  claimsPaid: 'Sinistros pagos',
  lossRatio: 'Sinistralidade, 12 meses',
  claimsOpen: 'Sinistros em tratamento',
  premiumToday: 'Prêmios de hoje',
  premiumMonth: 'Prêmios do mês',
  byPayer: 'Plataforma {platform} · Estação {team} · Entregador {rider}',
  noData: 'Os valores aparecem com o primeiro prêmio ou pagamento de sinistro.',
  reason: words.reason,
};
