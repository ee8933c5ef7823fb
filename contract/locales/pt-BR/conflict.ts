import type { Texts } from '../types';
import type { conflict as source } from '../zh-CN/conflict';

export const conflict: Texts<typeof source> = {
  sinceDraft: 'Os dados mudaram enquanto isto não estava concluído.',
  how: 'Campos alterados por só um de vocês já foram combinados; onde os dois alteraram, escolha qual fica.',
  none: 'O que você preencheu é igual aos dados atuais; pode continuar.',
  base: 'Ao abrir',
  onlyMine: 'Só você alterou',
  onlyTheirs: 'Só o outro alterou',
  both: 'Os dois alteraram',
  allMine: 'Tudo meu',
  allTheirs: 'Tudo do outro',
  open: 'Falta escolher: {n}',
  ready: '{n, plural, one {# diferença resolvida} other {# diferenças resolvidas}}',
  save: 'Salvar estes valores',
  edit: 'Aplicar e continuar editando',
  goOn: 'Continuar',
  before: 'Como exibido',
  now: 'Agora',
};
