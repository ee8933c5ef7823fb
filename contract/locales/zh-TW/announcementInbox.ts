import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';

export const announcementInbox: Texts<typeof source> = {
  tab: '公告',
  tabUnread: '公告（{n}）',
  empty: '您收到的公告會顯示在這裡。',
  unread: '未讀',
  toConfirm: '待確認',
  confirmed: '已確認',
  more: '檢視全部公告',
  dialog: '公告',
  revision: '此公告取代先前已撤回或過期的公告。',
  attachments: '附件',
  quiz: '請回答以下問題',
  question: '{n}. {question}',
  confirm: '確認',
  confirmDefault: '我已閱讀並知悉',
  answerAll: '請回答每道題',
  confirmDone: '已確認「{name}」',
  close: '關閉',
  later: '稍後閱讀',
  blocking: '請先確認這則緊急公告，再繼續使用後台。',
  signOut: '登出',
  progress: '第 {n} 則，共 {total} 則',
  failed: '公告暫時無法顯示。',
};
