import { words } from './words';

/** Texts about keyboard shortcuts and the dialog that lists the shortcuts. */
export const keys = {
  title: '键盘快捷键',
  single: '启用单键快捷键',
  singleHelp: '关闭后，只有带 Ctrl 或 ⌘ 的快捷键有效。',
  close: '关闭最上层',
  down: '下一行',
  up: '上一行',
  open: '打开当前行',
  search: '转到筛选条件',
  groupRecord: '当前记录',
  groupSelection: '已选数据',
  groupPage: '本页',
  groupViews: words.views,
  groupPages: '前往',
  groupElsewhere: '其他页面的操作',
  groupConsole: '控制台',
};
