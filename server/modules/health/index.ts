/** System health (系统状态): the public interface of this module. */
export type { ConsoleFacts } from './checks';
export { readFacts } from './facts';
export { healthHandlers } from './handlers';
export { jobText } from './job-texts';
export { healthJobs } from './jobs';
export { jobJournal } from './journal';
export { overdueMs } from './rules';
