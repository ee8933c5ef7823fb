import type { Texts } from '../types';
import type { insure as source } from '../zh-CN/insure';

export const insure: Texts<typeof source> = {
  tabs: 'Dados de seguros',
  tabPolicies: 'Apólices',
  tabClaims: 'Sinistros',
  tabProducts: 'Produtos de seguro',
  tabRecon: 'Conciliação',
  charts: 'Gráficos',
  chartMonths: 'Prêmios e sinistros pagos',
  chartMonthsLabel: 'Prêmios e sinistros pagos, últimos 12 meses',
  month: 'Mês',
  premium: 'Prêmios',
  claimsPaid: 'Sinistros pagos',
  lossRatio: 'Sinistralidade, 12 meses',
  claimsOpen: 'Sinistros em tratamento',
  premiumToday: 'Prêmios de hoje',
  premiumMonth: 'Prêmios do mês',
  byPayer: 'Plataforma {platform} · Estação {team} · Entregador {rider}',
  noData: 'Aparece com o primeiro prêmio ou pagamento.',
  reason: 'Motivo',
};
