import type { Texts } from '../types';
import type { view as source } from '../zh-CN/view';
import { words } from './words';

export const view: Texts<typeof source> = {
  title: 'Visão:',
  plain: 'Todos os registros',
  unsaved: 'Visão não salva',
  mine: 'Minhas visões',
  everyone: 'Todos',
  onlyMe: 'Somente eu',
  sharedWith: 'Identidade “{name}”',
  manage: 'Gerenciar',
  changed: 'Alterada',
  update: 'Salvar alterações',
  updated: words.viewNameSaved,
  back: words.discardChanges,
  make: 'Salvar como nova visão',
  edit: 'Renomear e compartilhar',
  name: 'Nome da visão',
  who: 'Quem pode usar',
  identity: words.identity,
  remove: words.deleteView,
  removeText: 'A visão “{name}” não poderá ser recuperada. Os registros não mudam.',
  removeSharedText: 'A visão “{name}” some para todos que a usam. Os registros não mudam.',
  setDefault: 'Definir como minha visão padrão',
  defaultSet: 'Esta lista agora abre com “{name}”',
  setIdentityDefault: 'Definir como padrão de uma identidade',
  identityDefaultText: 'Quem tem a identidade e não escolheu uma visão padrão verá “{name}” ao abrir a lista.',
  unsetIdentityDefault: 'Remover padrão de “{name}”',
  pick: 'Abrir visão',
};
