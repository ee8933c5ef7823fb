/** Announcements (公告): audiences, receipts, reminders, revisions, and what readers see of them. */
export { announcementExportSources } from './exports';
export { fillPublished } from './fill';
export { findAnnouncements } from './find';
export { announcementHandlers } from './handlers';
export { inboxRows, inboxWaiting } from './inbox';
export { announcementJobs } from './jobs';
