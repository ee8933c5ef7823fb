/** Notice management: the handlers of users' own notices and of notice rules, delivery, text messages, reminders. */
export { queueSms } from './delivery';
export { noticeManageHandlers } from './handlers';
export { noticeJobs } from './jobs';
export { outboxState } from './store';
