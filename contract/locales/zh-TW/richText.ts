import type { Texts } from '../types';
import type { richText as source } from '../zh-CN/richText';
import { words } from './words';

export const richText: Texts<typeof source> = {
  toolbar: '格式',
  bold: '粗體',
  italic: '斜體',
  heading2: '大標題',
  heading3: '小標題',
  bulletList: '項目清單',
  orderedList: '編號清單',
  link: '連結',
  linkAddress: '連結位址（https://）',
  linkSet: '套用',
  linkRemove: '移除連結',
  linkBad: '請輸入以 https:// 開頭的位址',
  picture: words.image,
  pictureFailed: '圖片上傳失敗，請重試。',
  table: '表格',
  tableRemove: '刪除表格',
  undo: words.undo,
  redo: words.redo,
  length: '{n} / {max}',
  sensitive: '含敏感詞：{words}',
};
