import type { Texts } from '../types';
import type { manual as source } from '../zh-CN/manual';
import { words } from './words';

export const manual: Texts<typeof source> = {
  title: '使用手冊',
  help: words.help,
  helpOf: '「{page}」的說明',
  contents: '目錄',
  print: words.print,
  failed: '使用手冊未能載入',
  firstSteps: '首次使用清單',
  firstStepsCount: '已完成 {n} / {all}',
  firstStepsAway: '不再顯示',
  firstStepsDone: words.done,
  firstStepsOpen: '未完成',
  firstStepsBack: '可從個人選單重新開啟',
  news: '新功能',
  newsTitle: '新功能與變化',
  newsSince: '版本 {version}',
  newsUnseen: '有未檢視的新功能',
};
