import { words } from './words';

/** Texts of the operators' manual, of the checklist of first steps, and of the panel "What's new". */
export const manual = {
  title: '使用手册',
  help: words.help,
  helpOf: '“{page}”的帮助',
  contents: '目录',
  print: words.print,
  failed: '使用手册未能加载',
  firstSteps: '首次使用清单',
  firstStepsCount: '已完成 {n} / {all}',
  firstStepsAway: '不再显示',
  firstStepsDone: words.done,
  firstStepsOpen: '未完成',
  firstStepsBack: '可从头像菜单重新打开',
  news: '新功能',
  newsTitle: '新功能与变化',
  newsSince: '版本 {version}',
  newsUnseen: '有未查看的新功能',
};
