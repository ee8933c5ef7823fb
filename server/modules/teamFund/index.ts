/** Money of stations (站点资金): what is shown of the ledger, and what finance does by hand. */
export { adjusts, submitAdjust as proposeAdjust } from './adjust';
export { adjustExtras, adjustTitle, assertEvidence, pendingAdjust, waitsNotice } from './adjust-parts';
export { ADJUST_WORDS } from './adjust-words';
export { evidenceErrors, evidenceLinks, missingEvidence } from './evidence';
export { teamFundExportSources } from './exports';
export { teamFundHandlers } from './handlers';
export { teamFundJobs } from './jobs';
export { fundSums } from './store';
