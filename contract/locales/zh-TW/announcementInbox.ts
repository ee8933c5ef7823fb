import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';
import { words } from './words';

export const announcementInbox: Texts<typeof source> = {
  tab: words.announcements,
  tabUnread: '公告（{n}）',
  empty: words.announcementsAppearHere,
  unread: '未讀',
  toConfirm: words.awaitingConfirmation,
  confirmed: words.confirmed,
  more: '檢視全部公告',
  dialog: words.announcement,
  revision: '此公告取代先前已撤回或過期的公告。',
  attachments: words.attachments,
  quiz: '請回答以下問題',
  question: '{n}. {question}',
  confirm: '確認',
  confirmDefault: '我已閱讀並知悉',
  answerAll: '請回答每道題',
  confirmDone: '已確認「{name}」',
  close: words.close,
  later: '稍後閱讀',
  blocking: '請先確認這則緊急公告，再繼續使用後台。',
  signOut: words.signOut,
  progress: '第 {n} 則，共 {total} 則',
  failed: '公告暫時無法顯示。',
};
