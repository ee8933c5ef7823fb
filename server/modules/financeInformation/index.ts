/** Bill management (账单管理): handlers, exports and figures of the platform's books. */
export { financeInformationExportSources } from './exports';
export { financeInformationHandlers } from './handlers';
export { revealBankAccount } from './invoice';
export { flowFigures, ordersOf } from './rules';
