export { accountManageExportSources } from './exports';
export { findAccounts } from './find';
export { accountManageBatchHandlers, accountManageHandlers, revealAccountTel } from './handlers';
