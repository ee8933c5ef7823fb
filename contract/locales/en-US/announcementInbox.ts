import type { Texts } from '../types';
import type { announcementInbox as source } from '../zh-CN/announcementInbox';

export const announcementInbox: Texts<typeof source> = {
  tab: 'Announcements',
  tabUnread: 'Announcements ({n})',
  empty: 'Announcements that you receive appear here.',
  unread: 'Unread',
  toConfirm: 'To confirm',
  confirmed: 'Confirmed',
  more: 'All announcements',
  dialog: 'Announcement',
  revision: 'This announcement replaces one that was withdrawn or has expired.',
  attachments: 'Attachments',
  quiz: 'Please answer these questions',
  question: '{n}. {question}',
  confirm: 'Confirm',
  confirmDefault: 'I have read and understood this',
  answerAll: 'Answer each question',
  confirmDone: '{name} confirmed',
  close: 'Close',
  later: 'Read later',
  blocking: 'Confirm this urgent announcement before you continue.',
  signOut: 'Sign out',
  progress: '{n} of {total}',
  failed: 'The announcement cannot be shown now.',
};
