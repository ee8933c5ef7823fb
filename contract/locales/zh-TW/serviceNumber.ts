import type { Texts } from '../types';
import type { serviceNumber as source } from '../zh-CN/serviceNumber';
import { words } from './words';

export const serviceNumber: Texts<typeof source> = {
  menuTab: words.customMenu,
  replyTab: '自動回覆',
  publish: words.publishMenu,
  publishText: '發布後所有關注者都會看到新選單。',
  published: '第 {version} 版，{name} 發布於',
  neverPublished: '尚未發布過選單。',
  addTop: '新增一級選單',
  addSub: '新增子選單',
  remove: words.removeName,
  up: '上移「{name}」',
  entry: '選單 {n}',
  subEntry: '子選單 {n}',
  name: words.name,
  type: words.menuAction,
  type_view: words.openPage,
  type_click: words.answerWithReply,
  type_miniprogram: words.openMiniProgram,
  url: words.webAddress,
  key: words.keyword,
  appId: words.miniProgramAppId,
  page: words.miniProgramPage,
  empty: '新增一級選單，最多 3 個，每個最多 5 個子選單。',
  nameTooLong: words.atMostCharacters,
  verify: words.verifyServerAddress,
  menuReadOnly: '您可以檢視選單，但沒有修改權限。',
};
