export { accountManageExportSources } from './exports';
export { findAccounts } from './find';
export { accountManageHandlers, accountManageSeveral, revealAccountTel } from './handlers';
