import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';
import { words } from './words';

export const articleCategory: Texts<typeof source> = {
  name: words.name,
  code: words.code,
  codeHelp: 'Apps filter by this code, for example news.',
  parentId: 'Parent',
  icon: 'Icon',
  sort: words.sortOrder,
  visible: 'Visible',
  visibleHelp: 'Articles of an invisible category are not shown either.',
  articles: 'Articles',
  updatedAt: words.updatedAtFeminine,
  empty: 'Articles are shown by category.',
  add: 'New category',
  edit: words.edit,
  editTitle: 'Edit category {name}',
  remove: words.delete,
  removeText: 'Delete category {names}?',
  save: words.saveCategory,
};
