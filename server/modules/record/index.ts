export { type Breach, chainHead, linkRecords, verifyChain } from './chain';
export { recordExportSources } from './exports';
export { findRecords } from './find';
export { recordHandlers } from './handlers';
export { type HeadPlace, keepHead, keptHeads } from './heads';
export { recordJobs } from './jobs';
export { headText, parseHead } from './rules';
export { ownActions } from './store';
export { actionName, bulkDetail } from './texts';
