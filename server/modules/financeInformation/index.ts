/** Bill management: where the money is, what moved, and whether the books balance. */
export { financeInformationExportSources } from './exports';
export { financeInformationHandlers } from './handlers';
export { revealBankAccount } from './invoice';
export { flowFigures, ordersOf } from './rules';
