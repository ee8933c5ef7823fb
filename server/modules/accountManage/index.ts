export { accountManageExportSources } from './exports';
export { findAccounts } from './find';
export { accountManageHandlers, revealAccountTel } from './handlers';
