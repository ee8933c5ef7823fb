import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';

export const articleCategory: Texts<typeof source> = {
  name: 'Name',
  code: 'Code',
  codeHelp: 'Apps filter by this code, for example news.',
  parentId: 'Parent',
  icon: 'Icon',
  sort: 'Order',
  visible: 'Visible',
  visibleHelp: 'Articles of an invisible category are not shown either.',
  articles: 'Articles',
  updatedAt: 'Updated',
  empty: 'Articles are shown by category.',
  add: 'New category',
  edit: 'Edit',
  editTitle: 'Edit category {name}',
  remove: 'Delete',
  removeText: 'Delete category {names}?',
  save: 'Save category',
};
