/** Announcements (公告): audiences, receipts, reminders, revisions, and what readers see. */
export { announcementExportSources } from './exports';
export { fillPublished } from './fill';
export { findAnnouncements } from './find';
export { announcementHandlers } from './handlers';
export { inboxRows, inboxWaiting } from './inbox';
export { announcementJobs } from './jobs';
