/** Notice management: the handlers of the bell and of its rules, delivery, text messages, reminders. */
export { queueSms } from './delivery';
export { noticeManageHandlers } from './handlers';
export { noticeJobs } from './jobs';
export { outboxState } from './store';
