import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';

export const manual: Texts<typeof source> = {
  title: 'Manual',
  help: 'Ajuda',
  helpOf: 'Ajuda sobre {page}',
  contents: 'Sumário',
  print: 'Imprimir',
  failed: 'O manual não foi carregado',
};
