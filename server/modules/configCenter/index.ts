/** Common functions of the configuration centre's pages (配置中心) besides settings: expiry dates. */
export { type EndingSource, endingSoon, type PageEnding } from './endings';
export { configJobs, remindOfEndings } from './jobs';
