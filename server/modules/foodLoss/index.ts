/** Food losses (餐损): cases, decisions and compensation. */
export { revealLossTel } from './answers';
export { lossVideos } from './evidence';
export { foodLossExportSources } from './exports';
export { lossWorkload } from './filter';
export { findLosses } from './find';
export { forgetLossUsers } from './forget';
export { foodLossHandlers } from './handlers';
export { holdFor } from './holds';
export { foodLossOwnTransactions } from './intake';
export { foodLossJobs } from './jobs';
export { losses } from './kind';
export { tryToPay } from './pay';
export { partyId } from './store';
export { suggestLiability } from './suggest';
