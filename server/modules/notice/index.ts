/** Notices and inboxes for all other modules. This module imports no other module, so every module may import it. */
export { noticeAnswer } from './answer';
export { createNoticeHub, type NoticeHub } from './hub';
export { type Notice, notify } from './notify';
export {
  countInboxes,
  currentSeq,
  deleteNotices,
  forgetNotices,
  insertNotices,
  markDelivered,
  markRead,
  mergeInto,
  nextSeq,
  noticePage,
  openWindows,
  ownIds,
  putBack,
  takeWaiting,
  touchInbox,
  touchInboxes,
  type WaitingNotice,
} from './store';
