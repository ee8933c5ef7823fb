export { type Breach, chainHead, linkRecords, verifyChain } from './chain';
export { recordHandlers } from './handlers';
export { recordJobs } from './jobs';
export { headText, parseHead } from './rules';
