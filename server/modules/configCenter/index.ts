/** Expiry dates of certificates and tokens, which several pages of the configuration centre (配置中心) share. */
export { type EndingSource, endingSoon, type PageEnding } from './endings';
export { configJobs, remindOfEndings } from './jobs';
