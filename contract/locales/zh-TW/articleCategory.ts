import type { Texts } from '../types';
import type { articleCategory as source } from '../zh-CN/articleCategory';

export const articleCategory: Texts<typeof source> = {
  name: '名稱',
  code: '代碼',
  codeHelp: 'APP 依此代碼篩選，例如 news。',
  parentId: '上級分類',
  icon: '圖示',
  sort: '排序',
  visible: '顯示',
  visibleHelp: '不顯示的分類，其文章也不顯示。',
  articles: '文章數',
  updatedAt: '更新時間',
  empty: '文章依分類展示。',
  add: '新增分類',
  edit: '編輯',
  editTitle: '編輯分類「{name}」',
  remove: '刪除',
  removeText: '刪除分類「{names}」？',
  save: '儲存分類',
};
