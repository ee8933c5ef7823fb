import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';
import { words } from './words';

export const articleCategory: Texts<typeof source> = {
  name: words.name,
  code: words.code,
  codeHelp: 'APP 依此代碼篩選，例如 news。',
  parentId: '上級分類',
  icon: '圖示',
  sort: words.sortOrder,
  visible: '顯示',
  visibleHelp: '不顯示的分類，其文章也不顯示。',
  articles: '文章數',
  updatedAt: words.updatedAtFeminine,
  empty: '文章依分類展示。',
  add: '新增分類',
  edit: words.edit,
  editTitle: '編輯分類「{name}」',
  remove: words.delete,
  removeText: '刪除分類「{names}」？',
  save: words.saveCategory,
};
