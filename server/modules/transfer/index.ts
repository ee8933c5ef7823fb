/** Transfers between our own merchant numbers (商户号调拨). */
export { transferExportSources } from './exports';
export { transferHandlers } from './handlers';
export { transferJobs } from './jobs';
export { linkTo as transferLink, transfers } from './kind';
export { transferReceivers } from './receivers';
export { openTransfers, transferOfBill } from './store';
