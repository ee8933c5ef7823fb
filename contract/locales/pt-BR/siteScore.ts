import type { Texts } from '../types';
import type { siteScore as source } from '../zh-CN/siteScore';
import { words } from './words';

export const siteScore: Texts<typeof source> = {
  teamId: words.ownStation,
  grade: 'Grau',
  grade_A: 'A',
  grade_B: 'B',
  grade_C: 'C',
  grade_D: 'D',
  grade_none: 'Sem grau',
  score: words.score,
  inspectedOn: 'Última inspeção',
  openRectify: 'Correções abertas',
  incidents: 'Incidentes, 90 dias',
  ratedAt: 'Avaliada em',
  createdAt: words.time,
  cause: words.reason,
  refNo: 'Referência',
  sum_A: 'Grau A',
  sum_B: 'Grau B',
  sum_C: 'Grau C',
  sum_D: 'Grau D',
  sum_none: 'Sem grau',
  empty: 'As estações recebem nota com a primeira inspeção.',
  history: 'Histórico de notas',
  noHistory: 'Sem nota.',
  rule: 'Média ponderada das três últimas inspeções (3:2:1), menos pontos por incidentes dos últimos 90 dias: leve 1, moderado 3, grave 10, muito grave 25.',
  trend: 'Incidentes por 10.000 pedidos',
  month: words.month,
};
