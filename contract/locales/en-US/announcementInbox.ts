import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';
import { words } from './words';

export const announcementInbox: Texts<typeof source> = {
  tab: words.announcements,
  tabUnread: 'Announcements ({n})',
  empty: words.announcementsAppearHere,
  unread: 'Unread',
  toConfirm: words.awaitingConfirmation,
  confirmed: words.confirmed,
  more: 'View all announcements',
  dialog: words.announcement,
  revision: 'This announcement replaces one that was withdrawn or has expired.',
  attachments: words.attachments,
  quiz: 'Please answer these questions',
  question: '{n}. {question}',
  confirm: 'Confirm',
  confirmDefault: 'I have read and understood this',
  answerAll: 'Answer each question',
  confirmDone: '{name} confirmed',
  close: words.close,
  later: 'Read later',
  blocking: 'Confirm this urgent announcement before you continue.',
  signOut: words.signOut,
  progress: '{n} of {total}',
  failed: 'The announcement cannot be shown now.',
};
