/** Telling people something: what other modules call, and what lies in an inbox. Knows no other module, so that all may use it. */
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
