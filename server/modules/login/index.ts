export { loginHandlers, loginOwnTransactions } from './handlers';
export { loginJobs } from './jobs';
export { issueResetLink } from './reset-link';
export { RISK } from './rules';
