export { loginHandlers, loginOwnTransactions } from './handlers';
export { loginJobs } from './jobs';
export { issueResetLink } from './reset-link';
