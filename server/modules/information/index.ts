/** Content of apps and mini programs: the public interface of this module. */
export { categoryOptions } from './categories';
export { informationExportSources } from './exports';
export { articleLinks, registerContentRoutes } from './feed';
export { findArticles } from './find';
export { informationHandlers } from './handlers';
export { informationJobs } from './jobs';
export { pictureSrc } from './pictures';
export { plainText, sanitiseHtml } from './sanitise';
export { inEachLanguage, inLanguage } from './texts';
export { recordTimed } from './timed';
export { cleanedContent, contentErrors, ownPicture, STEP_WORDS, titleErrors, writingFacts } from './written';
