import type { Texts } from '../types';
import type { siteChecklist as source } from '../zh-CN/siteChecklist';

export const siteChecklist: Texts<typeof source> = {
  keyword: 'Palavra-chave',
  keywordHint: 'Nome da lista',
  name: 'Lista',
  edition: 'Versão',
  state: 'Estado',
  itemCount: 'Itens',
  points: 'Pontos',
  uses: 'Inspeções',
  updatedAt: 'Alterada em',
  updatedByName: 'Alterada por',
  publishedAt: 'Publicada em',
  empty: 'A lista diz o que é verificado em uma inspeção.',
  add: 'Nova lista',
  edit: 'Editar',
  editPublished: 'Editar uma versão publicada cria um rascunho da próxima; as inspeções em curso mantêm a sua.',
  publish: 'Publicar',
  publishText: 'Publicar {names}? Depois não pode ser alterada; a versão anterior é desativada.',
  retire: 'Desativar',
  retireText: 'Desativar {names}? Nenhuma inspeção poderá ser planejada com ela.',
  items: 'Itens',
  addItem: 'Adicionar item',
  removeItem: 'Remover item {n}',
  itemN: 'Item {n}',
  itemsFault: 'Preencha título, padrão e 1–20 pontos de cada item',
};
