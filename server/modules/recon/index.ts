/** Reconciliation with the payment platforms (商户号资金对账): statements, differences, suspense. */
export { newBatch } from './batches';
export { reconExportSources } from './exports';
export { reconHandlers } from './handlers';
export { items } from './items';
export { reconJobs } from './jobs';
export { balancedStatements, countWork } from './lists';
export { runBatch } from './run';
export { insertBatch } from './store';
