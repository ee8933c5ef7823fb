/** Station funds (站点资金): balances and movements from the ledger, and manual finance actions. */
export { adjusts, submitAdjust as proposeAdjust } from './adjust';
export { adjustExtras, adjustTitle, assertEvidence, pendingAdjust, waitsNotice } from './adjust-parts';
export { ADJUST_WORDS } from './adjust-words';
export { evidenceErrors, evidenceLinks, missingEvidence } from './evidence';
export { teamFundExportSources } from './exports';
export { teamFundHandlers } from './handlers';
export { teamFundJobs } from './jobs';
export { fundSums } from './store';
