export { profileHandlers, profileOwnTransactions } from './handlers';
