import { words } from './words';

export const articleCategory = {
  name: words.name,
  code: words.code,
  codeHelp: 'APP 按此代码筛选，例如 news。',
  parentId: '上级分类',
  icon: '图标',
  sort: words.sortOrder,
  visible: '显示',
  visibleHelp: '不显示的分类，其文章也不显示。',
  articles: '文章数',
  updatedAt: words.updatedAtFeminine,
  empty: '文章按分类展示。',
  add: '新建分类',
  edit: words.edit,
  editTitle: '编辑分类“{name}”',
  remove: words.delete,
  removeText: '删除分类“{names}”？',
  save: words.saveCategory,
};
