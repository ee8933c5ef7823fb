import { words } from './words';

/** Texts about undoing recent actions. */
export const undo = {
  mine: '我的最近操作',
  undo: words.undo,
  undoNamed: '撤销“{name}”',
  intro: '最近一天内的操作；可撤销的操作在 10 分钟内可以撤销，撤销会以相反的操作完成并留下记录。',
  none: '最近一天没有操作',
  until: '可撤销至',
  several: '共 {count} 项',
  some: '{count} 项中还有 {left} 项可撤销',
};
