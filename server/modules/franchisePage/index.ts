/** The application page (申请页) and its page builder: the public interface of this module. */
export { franchisePageHandlers, franchisePageOwnTransactions } from './handlers';
export { registerApplyRoutes } from './page';
export { applicantUploads } from './uploads';
