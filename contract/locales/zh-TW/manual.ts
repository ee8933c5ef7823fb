import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';

export const manual: Texts<typeof source> = {
  title: '使用手冊',
  help: '說明',
  helpOf: '「{page}」的說明',
  contents: '目錄',
  print: '列印',
  failed: '使用手冊未能載入',
};
