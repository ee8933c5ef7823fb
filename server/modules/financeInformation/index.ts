/** Bill management: balances, movements, and whether the books balance. */
export { financeInformationExportSources } from './exports';
export { financeInformationHandlers } from './handlers';
export { revealBankAccount } from './invoice';
export { flowFigures, ordersOf } from './rules';
