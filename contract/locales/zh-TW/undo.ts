import type { Texts } from '../types';
import type { undo as source } from '../zh-CN/undo';
import { words } from './words';

export const undo: Texts<typeof source> = {
  mine: '我的最近操作',
  undo: words.undo,
  undoNamed: '復原「{name}」',
  intro: '最近一天內的操作；可復原的操作在 10 分鐘內可以復原，復原會以相反的操作完成並留下記錄。',
  none: '最近一天沒有操作',
  until: '可復原至',
  several: '共 {count} 項',
  some: '{count} 項中還有 {left} 項可復原',
};
