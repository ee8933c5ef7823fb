import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';
import { words } from './words';

export const manual: Texts<typeof source> = {
  title: 'Manual',
  help: words.help,
  helpOf: 'Ajuda sobre {page}',
  contents: 'Sumário',
  print: words.print,
  failed: 'O manual não foi carregado',
  firstSteps: 'Primeiros passos',
  firstStepsCount: '{n} de {all} concluídos',
  firstStepsAway: 'Não mostrar mais',
  firstStepsDone: words.done,
  firstStepsOpen: 'Não concluído',
  firstStepsBack: 'Você pode reabrir a lista no seu menu',
  news: 'Novidades',
  newsTitle: 'Novidades',
  newsSince: 'Versão {version}',
  newsUnseen: 'Há novidades',
};
