import type { Texts } from '../types';
import type { date as source } from '../zh-CN/date';
import { words } from './words';

export const date: Texts<typeof source> = {
  today: words.today,
  yesterday: 'Ontem',
  last7: 'Últimos 7 dias',
  last30: 'Últimos 30 dias',
  last90: 'Últimos 90 dias',
  thisMonth: 'Este mês',
  lastMonth: 'Mês passado',
  presets: 'Datas comuns',
  hint_day: 'dd/mm/aaaa',
  hint_moment: 'dd/mm/aaaa hh:mm',
  hint_time: 'hh:mm',
  unreadable: 'Use o formato {example}',
  early: 'Não antes de {day}',
  late: 'Não depois de {day}',
  missing: 'Escolha as datas de início e de fim',
  order: 'O fim não pode ser anterior ao início',
  long: 'No máximo {n} dias',
};
