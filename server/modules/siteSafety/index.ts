/** Safety of stations: checklists by version, inspections with their rectification, scores. */
export { pointOf, teamPoint } from './answers';
export { siteSafetyExportSources } from './exports';
export { inspectionWorkload } from './filter';
export { siteSafetyHandlers } from './handlers';
export { siteSafetyJobs } from './jobs';
export { inspections } from './kind';
export { assertPhotos, photoReader } from './photos';
export { rescore } from './scores';
