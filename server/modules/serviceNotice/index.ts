/** Service notices to users, riders and merchants (服务通知): templates, tasks, sending, and the inboxes of the apps. */
export { serviceNoticeExportSources } from './exports';
export { serviceNoticeHandlers } from './handlers';
export { serviceNoticeJobs } from './jobs';
export { forgetNoticeUsers } from './reach-store';
