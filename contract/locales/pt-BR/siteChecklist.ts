import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';
import { words } from './words';

export const siteChecklist: Texts<typeof source> = {
  keyword: words.keyword,
  keywordHint: words.checklistName,
  name: words.checklistName,
  edition: words.version,
  named: words.nameWithVersion,
  editionNo: 'Versão {n}',
  state: words.state,
  itemCount: 'Itens',
  points: 'Pontos',
  uses: 'Inspeções',
  updatedAt: words.updatedAtFeminine,
  updatedByName: words.updatedByFeminine,
  publishedAt: words.publishedAtFeminine,
  empty: 'A lista diz o que é verificado em uma inspeção.',
  save: words.saveDraft,
  add: 'Adicionar lista',
  edit: words.edit,
  editPublished: 'Editar uma versão publicada cria um rascunho da próxima; as inspeções em curso mantêm a sua.',
  publish: words.publish,
  publishText: 'Publicar {names}? Depois não pode ser alterada; a versão anterior é desativada.',
  retire: words.disable,
  retireText: 'Desativar {names}? Nenhuma inspeção poderá ser planejada com ela.',
  items: words.items,
  addItem: 'Adicionar item',
  removeItem: 'Remover item {n}',
  itemN: words.itemN,
  itemsFault: 'Preencha título, padrão e 1–20 pontos de cada item',
};
