import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';
import { words } from './words';

export const articleCategory: Texts<typeof source> = {
  name: words.name,
  code: words.code,
  codeHelp: 'Os apps filtram por este código, por exemplo news.',
  parentId: 'Categoria superior',
  icon: 'Ícone',
  sort: words.sortOrder,
  visible: 'Visível',
  visibleHelp: 'Os artigos de uma categoria invisível também não aparecem.',
  articles: 'Artigos',
  updatedAt: words.updatedAtFeminine,
  empty: 'Os artigos são exibidos por categoria.',
  add: 'Nova categoria',
  edit: words.edit,
  editTitle: 'Editar categoria {name}',
  remove: words.delete,
  removeText: 'Excluir a categoria {names}?',
  save: words.saveCategory,
};
