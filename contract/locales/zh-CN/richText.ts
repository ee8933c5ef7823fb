import { words } from './words';

/** Texts of the editor for formatted texts. */
export const richText = {
  toolbar: '格式',
  bold: '加粗',
  italic: '斜体',
  heading2: '大标题',
  heading3: '小标题',
  bulletList: '项目列表',
  orderedList: '编号列表',
  link: '链接',
  linkAddress: '链接地址（https://）',
  linkSet: '应用',
  linkRemove: '移除链接',
  linkBad: '请输入以 https:// 开头的地址',
  picture: words.image,
  pictureFailed: '图片上传失败，请重试。',
  table: '表格',
  tableRemove: '删除表格',
  undo: words.undo,
  redo: words.redo,
  length: '{n} / {max}',
  sensitive: '含敏感词：{words}',
};
