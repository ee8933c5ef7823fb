export { loginHandlers, loginOwnTransactions } from './handlers';
export { loginJobs } from './jobs';
export { RISK } from './rules';
