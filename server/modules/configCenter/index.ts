/** What the pages of the configuration centre (配置中心) have in common beside their settings: what ends on them. */
export { type EndingSource, endingSoon, type PageEnding } from './endings';
export { configJobs, remindOfEndings } from './jobs';
