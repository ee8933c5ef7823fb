import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';

export const figures: Texts<typeof source> = {
  showTable: 'Ver como tabela',
  showChart: 'Ver como gráfico',
  unfinished: '{label} em andamento: até {time}',
  share: 'Participação',
  up: 'alta de {n}',
  down: 'queda de {n}',
  same: 'sem variação',
  noComparison: 'sem base de comparação',
  today: 'Hoje',
  yesterday: 'Ontem',
  last7: 'Últimos 7 dias',
  last30: 'Últimos 30 dias',
  last90: 'Últimos 90 dias',
  from: 'De',
  to: 'Até',
  apply: 'Aplicar',
  problem_missing: 'Escolha as duas datas',
  problem_order: 'O fim não pode ser anterior ao início',
  problem_future: 'O fim não pode passar de hoje',
  problem_long: 'No máximo {n} dias',
};
