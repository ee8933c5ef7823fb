import type { Texts } from '../types';
import type { figures as source } from '../zh-CN/figures';
import { words } from './words';

export const figures: Texts<typeof source> = {
  showTable: words.showAsTable,
  showChart: 'Ver como gráfico',
  unfinished: '{label} em andamento: até {time}',
  share: 'Participação',
  up: 'alta de {n}',
  down: 'queda de {n}',
  same: 'sem variação',
  noComparison: 'sem base de comparação',
};
