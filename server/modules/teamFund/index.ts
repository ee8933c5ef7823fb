/** Money of stations (站点资金): what is shown of the ledger, and what finance does by hand. */
export { adjusts, submitAdjust as proposeAdjust } from './adjust';
export { evidenceErrors, evidenceLinks, missingEvidence } from './evidence';
export { teamFundExportSources } from './exports';
export { teamFundHandlers } from './handlers';
export { teamFundJobs } from './jobs';
export { fundSums } from './store';
