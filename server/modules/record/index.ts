export { type Breach, chainHead, linkRecords, verifyChain } from './chain';
export { recordJobs } from './jobs';
export { headText, parseHead } from './rules';
