import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';

export const articleCategory: Texts<typeof source> = {
  name: 'Nome',
  code: 'Código',
  codeHelp: 'Os apps filtram por este código, por exemplo news.',
  parentId: 'Categoria superior',
  icon: 'Ícone',
  sort: 'Ordem',
  visible: 'Visível',
  visibleHelp: 'Os artigos de uma categoria invisível também não aparecem.',
  articles: 'Artigos',
  updatedAt: 'Atualizada em',
  empty: 'Os artigos são exibidos por categoria.',
  add: 'Nova categoria',
  edit: 'Editar',
  editTitle: 'Editar categoria {name}',
  remove: 'Excluir',
  removeText: 'Excluir a categoria {names}?',
  save: 'Salvar categoria',
};
