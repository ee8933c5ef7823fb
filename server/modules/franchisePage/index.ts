/** The public application page (申请页): its builder, versions and channel codes, and the page itself. */
export { franchisePageHandlers, franchisePageOwnTransactions } from './handlers';
export { registerApplyRoutes } from './page';
export { applicantUploads } from './uploads';
