import type { Texts } from '../types';
import type { keys as source } from '../zh-CN/keys';
import { words } from './words';

export const keys: Texts<typeof source> = {
  title: '鍵盤快速鍵',
  single: '啟用單鍵快速鍵',
  singleHelp: '關閉後，只有帶 Ctrl 或 ⌘ 的快速鍵有效。',
  close: '關閉最上層',
  down: '下一列',
  up: '上一列',
  open: '開啟目前列',
  search: '前往篩選條件',
  groupRecord: '目前記錄',
  groupSelection: '已選資料',
  groupPage: '本頁',
  groupViews: words.views,
  groupPages: '前往',
  groupElsewhere: '其他頁面的操作',
  groupConsole: '控制台',
};
