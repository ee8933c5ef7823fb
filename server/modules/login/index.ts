export { checkCode, sendCode } from './codes';
export { loginHandlers, loginOwnTransactions } from './handlers';
export { loginJobs } from './jobs';
export { LOGIN_METHOD_TEXT, loginReasonText } from './log-text';
export { changeOwnPassword } from './passwords';
export { issueResetLink } from './reset-link';
export { RISK } from './rules';
export { forgetDevices } from './store';
