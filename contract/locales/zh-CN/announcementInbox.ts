import { words } from './words';

/** Texts that readers of announcements see. Announcements can open on any page. */
export const announcementInbox = {
  tab: words.announcements,
  tabUnread: '公告（{n}）',
  empty: words.announcementsAppearHere,
  unread: '未读',
  toConfirm: words.awaitingConfirmation,
  confirmed: words.confirmed,
  more: '查看全部公告',
  dialog: words.announcement,
  revision: '此公告替代先前已撤回或过期的公告。',
  attachments: words.attachments,
  quiz: '请回答以下问题',
  question: '{n}. {question}',
  confirm: '确认',
  confirmDefault: '我已阅读并知悉',
  answerAll: '请回答每道题',
  confirmDone: '已确认“{name}”',
  close: words.close,
  later: '稍后阅读',
  blocking: '请先确认这条紧急公告，再继续使用后台。',
  signOut: words.signOut,
  progress: '第 {n} 条，共 {total} 条',
  failed: '公告暂时无法显示。',
};
