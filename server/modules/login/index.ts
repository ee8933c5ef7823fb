export { loginHandlers, loginOwnTransactions } from './handlers';
