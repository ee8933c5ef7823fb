import type { Texts } from '../types';
import type { conflict as source } from '../zh-CN/conflict';

export const conflict: Texts<typeof source> = {
  sinceDraft: 'Os dados mudaram enquanto você preenchia o formulário.',
  how: 'Os campos alterados por só um de vocês já foram combinados; nos alterados pelos dois, escolha qual valor manter.',
  none: 'O que você preencheu é igual aos dados atuais; pode continuar.',
  base: 'Ao abrir',
  onlyMine: 'Só você alterou',
  onlyTheirs: 'Só a outra pessoa alterou',
  both: 'Os dois alteraram',
  allMine: 'Usar todos os meus',
  allTheirs: 'Usar todos da outra pessoa',
  open: 'Falta escolher: {n}',
  ready: '{n, plural, one {# diferença resolvida} other {# diferenças resolvidas}}',
  save: 'Salvar estes valores',
  edit: 'Aplicar e continuar editando',
  goOn: 'Continuar',
  before: 'Como exibido',
  now: 'Agora',
};
