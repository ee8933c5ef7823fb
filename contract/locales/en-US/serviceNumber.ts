import type { Texts } from '../types';
import type { serviceNumber as source } from '../zh-CN/serviceNumber';
import { words } from './words';

export const serviceNumber: Texts<typeof source> = {
  menuTab: words.customMenu,
  replyTab: 'Replies',
  publish: words.publishMenu,
  publishText: 'After publishing, all followers see the new menu.',
  published: 'Version {version}, published by {name}',
  neverPublished: 'No menu has been published yet.',
  addTop: 'Add entry',
  addSub: 'Add sub-entry',
  remove: words.removeName,
  up: 'Move {name} up',
  entry: 'Entry {n}',
  subEntry: 'Sub-entry {n}',
  name: words.name,
  type: words.menuAction,
  type_view: words.openPage,
  type_click: words.answerWithReply,
  type_miniprogram: words.openMiniProgram,
  url: words.webAddress,
  key: words.keyword,
  appId: words.miniProgramAppId,
  page: words.miniProgramPage,
  empty: 'Add up to 3 entries, each with up to 5 sub-entries.',
  nameTooLong: words.atMostCharacters,
  verify: words.verifyServerAddress,
  menuReadOnly: 'You can view the menu, but you have no permission to change it.',
};
